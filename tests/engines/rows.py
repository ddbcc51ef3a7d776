"""Rows for the engines: many documents of several kinds, refusals among them, and what the local run makes of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from turnwire.arrow import ConvertSpec, DetectSpec, RepairSpec, ValidateSpec
from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.arrow.run import Spec

MANY: Final = 100_000
FEW: Final = 400
SPECS: Final[dict[str, Spec]] = {
    "convert": ConvertSpec(target="anthropic_messages"),
    "validate": ValidateSpec(target="openai_chat:gpt-4.1"),
    "repair": RepairSpec(unsafe=True),
    "detect": DetectSpec(),
}


def chat(n: int) -> dict[str, Any]:
    return {
        "model": "gpt-4.1",
        "messages": [
            {"role": "system", "content": "Answer in one sentence."},
            {"role": "user", "content": f"What is {n} plus {n}? 「{n}」"},
            {"role": "assistant", "content": f"It is {n + n}."},
            {"role": "user", "content": "And the square?"},
        ],
        "temperature": n % 10 / 10,
    }


def reply(n: int) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": f"{n}"}, "finish_reason": "stop"}
    return {"id": f"chatcmpl-{n}", "object": "chat.completion", "created": n, "model": "gpt-4.1", "choices": [choice]}


def call(n: int) -> dict[str, Any]:
    use = {"type": "tool_use", "id": f"toolu_{n}", "name": "add", "input": {"n": n}}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": str(n)}
    turns = [{"role": "user", "content": "go"}, {"role": "assistant", "content": [use]}]
    return {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [*turns, {"role": "user", "content": [result]}]}


RARE: Final[dict[int, Callable[[int], str | None]]] = {
    3: lambda n: json.dumps(reply(n)),
    5: lambda n: json.dumps(call(n)),
    7: lambda n: json.dumps(chat(n))[: 20 + n % 100],
    11: lambda n: json.dumps({"name": f"left-pad {n}"}),
    13: lambda _: None,
    17: lambda n: json.dumps(chat(n) | {"seed": n}).replace('"user"', '"human"', 1),
}
"""By the remainder of the row's number: what its document is instead of a plain conversation."""


def document(n: int) -> str | None:
    rare = RARE.get(n % 20)
    return json.dumps(chat(n)) if rare is None else rare(n)


def table_of(rows: int) -> pa.Table:
    """Rows with a number, a document, and a column of another type that no operator touches."""
    tags = [None if n % 9 == 0 else [f"t{n % 3}"] * (n % 4) for n in range(rows)]
    return pa.table({"n": range(rows), "document": [document(n) for n in range(rows)], "tags": tags})


def expected(table: pa.Table, spec: Spec) -> pa.Table:
    """What one process makes of a table, with several kinds of refusals."""
    made = run_batch(table, spec)
    codes = {error["code"] for error in made.column("error").to_pylist() if error}
    assert len(codes) >= 2
    return made


def check_same(wanted: pa.Table, made: pa.Table, order: str = "n") -> None:
    """Compare rows: in the order of their numbers, since engines may change it, and in the types of the local run."""
    assert sorted(wanted.schema.names) == sorted(made.schema.names)
    made = made.select(wanted.schema.names).cast(wanted.schema).sort_by(order)
    made.validate(full=True)
    assert wanted.num_rows == made.num_rows
    for name in wanted.schema.names:
        assert wanted.column(name).equals(made.column(name)), name
