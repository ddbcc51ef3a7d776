"""Hugging Face datasets give the same rows as the local run; columns of JSON become documents, and come back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

datasets = pytest.importorskip("datasets", reason="datasets is not installed: make test-engines ENGINES=datasets")

from turnwire.arrow import ConvertSpec  # noqa: E402 - without datasets there is nothing to test
from turnwire.arrow.engines.datasets import join_members, map_documents, part_members  # noqa: E402 - the same

CALL = {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}
TALKS = [
    [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "a", "content": "2"},
    ],
    [{"role": "user", "content": [{"type": "text", "text": "ho"}]}],
    [],
]


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> None:
    datasets.disable_progress_bars()


def talks() -> Any:
    features = datasets.Features({"messages": datasets.List(datasets.Json()), "k": datasets.Value("int64")})
    return datasets.Dataset.from_dict({"messages": TALKS, "k": [1, 2, 3]}, features=features)


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str) -> None:
    table = table_of(FEW)
    made = map_documents(datasets.Dataset(table), SPECS[name], batch_size=64)
    check_same(expected(table, SPECS[name]), made.with_format("arrow")[:])


def test_many_rows() -> None:
    table = table_of(MANY)
    made = map_documents(datasets.Dataset(table), SPECS["convert"], num_proc=2)
    check_same(expected(table, SPECS["convert"]), made.with_format("arrow")[:])


def test_messages_come_back_as_they_were() -> None:
    joined = join_members(talks(), ["messages"])
    assert ["k", "document"] == joined.column_names
    parted = part_members(joined, ["messages", "tools"])
    assert datasets.List(datasets.Json()) == parted.features["messages"]
    assert TALKS == parted["messages"][:]
    assert [None] * 3 == parted["tools"][:]


def test_messages_of_another_dialect() -> None:
    spec = ConvertSpec(target="anthropic_messages", source="openai_chat", kind="request")
    made = part_members(map_documents(join_members(talks(), ["messages"]), spec), ["messages"])
    use = {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}
    result = {"type": "tool_result", "tool_use_id": "a", "content": "2"}
    assert [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ] == made[0]["messages"]
    assert [1, 2, 3] == made["k"][:]


def test_columns_that_are_no_json() -> None:
    structs = datasets.Dataset.from_dict({"messages": [[{"role": "user"}], [{"role": "user", "content": "x"}]]})
    with pytest.raises(TypeError, match="load it as"):
        join_members(structs, ["messages"])
    with pytest.raises(ValueError, match="have a column 'messages'"):
        part_members(join_members(talks(), ["messages"]).add_column("messages", [1, 2, 3]), ["messages"])
