"""`turnwire price`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.conftest import PLAIN, TWICE

import turnwire.dialects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

TABLE = 'pricing_version: "1"\nmodels:\n  acme:large: {input_per_mtok_usd: 3.00, output_per_mtok_usd: 15.00}\n'
OVERLAY = (
    "version: eu\nmodels:\n  acme:large: {input_per_mtok: 1, output_per_mtok: 2}\naliases: {other: 'acme:large'}\n"
)
SECOND = "/history/2/metadata/usage"
ILLUSTRATIVE = "prices of version 2026-05-08, illustrative in the specification; --table FILE gives others"


def session(*models: str, **told: str) -> str:
    usage = {"input_tokens": 8, "output_tokens": 42, **told}
    turns = [{"role": "assistant", "metadata": {"model": model, "usage": usage}} for model in models]
    return json.dumps({"history": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}, *turns]})


@pytest.fixture
def prices(folder: Path) -> Path:
    (folder / "t.yaml").write_text(TABLE)
    (folder / "o.yaml").write_text(OVERLAY)
    (folder / "a.json").write_text(session("acme:large", cost_usd="0.0006", pricing_version="0"))
    (folder / "b.json").write_text(session("acme:large", "other"))
    return folder


# What is run; the exit code, and the lines of standard output and standard error.
RUNS: list[tuple[str, int, list[str], list[str]]] = [
    (
        "price a.json --table t.yaml",
        0,
        [
            "a.json: 0.000654 USD by version 1",
            "  /history/1/metadata/usage  acme:large  0.000654, was 0.0006 by 0",
        ],
        [],
    ),
    (
        "price b.json --table t.yaml",
        1,
        ["b.json: 0.000654 USD by version 1", "  /history/1/metadata/usage  acme:large  0.000654"],
        [
            f"b.json: {SECOND}: the table has no price for the model `other` in version 1 [price.unknown-model]",
            "  hint: give a table or an overlay that has `<provider>:other`, or an alias of this name",
        ],
    ),
    (
        "price b.json --table t.yaml --overlay o.yaml",
        0,
        [
            "b.json: 0.000184 USD by version 1+eu",
            "  /history/1/metadata/usage  acme:large  0.000092",
            "  /history/2/metadata/usage  acme:large  0.000092",
        ],
        [],
    ),
    (
        "price a.json --table o.yaml --overlay t.yaml",
        0,
        [
            "a.json: 0.000654 USD by version eu+1",
            "  /history/1/metadata/usage  acme:large  0.000654, was 0.0006 by 0",
        ],
        [],
    ),
    ("price plain.json", 0, ["plain.json: no usage to price"], [ILLUSTRATIVE]),
    ("price plain.json -q", 0, ["plain.json: no usage to price"], []),
    ("price a.json --table none.yaml", 2, [], ["none.yaml: cannot be read: No such file or directory"]),
    ("price a.json --overlay none.yaml -q", 2, [], ["none.yaml: cannot be read: No such file or directory"]),
    (
        "price a.json --table a.json",
        2,
        [],
        [
            "a.json:1:13: /history: `history` is not known here [price.key]",
            "  hint: there are models, aliases, pricing_version, version",
        ],
    ),
    (
        "price twice.json a.json --table t.yaml",
        1,
        [
            "a.json: 0.000654 USD by version 1",
            "  /history/1/metadata/usage  acme:large  0.000654, was 0.0006 by 0",
        ],
        [
            "twice.json:2:2: /history: the key `history` is repeated in one object [json.duplicate-key]",
            "  hint: keep one",
            "2 documents: 1 priced, 1 refused",
        ],
    ),
]


@pytest.mark.parametrize(("line", "code", "out", "err"), RUNS, ids=[line for line, *_ in RUNS])
def test_runs(
    line: str, code: int, out: list[str], err: list[str], prices: Path, turnwire_command: Callable[..., Result]
) -> None:
    (prices / "plain.json").write_text(PLAIN)
    (prices / "twice.json").write_text(TWICE)
    found = turnwire_command(line)
    assert (code, out) == (found.exit_code, found.stdout.splitlines())
    assert err == found.stderr.splitlines()


def written(text: str) -> list[dict[str, Any]]:
    return [turn["metadata"]["usage"] for turn in json.loads(text)["history"] if "metadata" in turn]


def test_reprice_writes_documents(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    found = turnwire_command("price a.json --table t.yaml --reprice")
    assert [{"input_tokens": 8, "output_tokens": 42, "cost_usd": "0.000654", "pricing_version": "1"}] == written(
        found.stdout
    )
    assert (0, "a.json: /history/1/metadata/usage: 0.000654 by 1, was 0.0006 by 0\n") == (found.exit_code, found.stderr)
    (prices / "again.json").write_text(found.stdout)
    again = turnwire_command("price again.json --table t.yaml --reprice")
    assert (found.stdout, "") == (again.stdout, again.stderr)


def test_reprice_into_a_file(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    found = turnwire_command("price b.json --table t.yaml --reprice -o new.json --pretty")
    assert (1, "") == (found.exit_code, found.stdout)
    # What cannot be priced is told and stays as it was.
    assert "price.unknown-model" in found.stderr
    text = (prices / "new.json").read_text()
    assert text.startswith("{\n  ")
    assert ["0.000654", None] == [usage.get("cost_usd") for usage in written(text)]


def test_many_changes_are_cut(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    (prices / "many.json").write_text(session(*["acme:large"] * 12))
    lines = turnwire_command("price many.json --table t.yaml --reprice").stderr.splitlines()
    assert (11, "many.json: 2 more changes; --format json lists all") == (len(lines), lines[-1])
    assert "" == turnwire_command("price many.json --table t.yaml --reprice -q").stderr


@pytest.mark.parametrize("option", ["--json", "--format json"])
@pytest.mark.usefixtures("prices")
def test_json(option: str, turnwire_command: Callable[..., Result]) -> None:
    found = turnwire_command(f"price a.json b.json --table t.yaml {option}")
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert (1, ["a.json", "b.json"]) == (found.exit_code, [line["file"] for line in lines])
    path = "/history/1/metadata/usage"
    old = {"old_cost": "0.0006", "old_version": "0", "changed": True}
    price = {"path": path, "model": "acme:large", "new_cost": "0.000654", "new_version": "1", **old}
    assert {"pricing_version": "1", "total_usd": "0.000654", "prices": [price], "findings": []} == lines[0]["pricing"]
    assert ["price.unknown-model"] == [each["code"] for each in lines[1]["pricing"]["findings"]]
    told = turnwire_command(f"price a.json --table t.yaml --reprice {option}")
    assert ["0.000654"] == [usage["cost_usd"] for usage in written(told.stdout)]
    assert {"file": "a.json", "pricing": lines[0]["pricing"]} == json.loads(told.stderr.splitlines()[0])


def test_what_has_no_price_is_not_priced(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    (prices / "n.json").write_text(session("nothing"))
    (prices / "plain.json").write_text(PLAIN)
    found = turnwire_command("price a.json n.json plain.json --table t.yaml --json")
    told = [json.loads(line)["pricing"]["total_usd"] for line in found.stdout.splitlines()]
    summary = {"documents": 3, "priced": 1, "refused": 0, "losses": {}}
    assert (["0.000654", None, None], {"summary": summary}) == (told, json.loads(found.stderr.splitlines()[-1]))
    words = turnwire_command("price a.json n.json plain.json --table t.yaml").stderr.splitlines()
    assert "3 documents: 1 priced, 0 refused" == words[-1]


def test_text_is_the_default_report(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    assert not turnwire_command(f"price {prices / 'a.json'} --table t.yaml").stdout.startswith("{")


@pytest.mark.parametrize("option", ["-o x.json", "--pretty", "--output-format yaml"])
def test_what_only_writes_needs_reprice(option: str, prices: Path, turnwire_command: Callable[..., Result]) -> None:
    found = turnwire_command(f"price a.json {option}")
    assert (2, "", True) == (found.exit_code, found.stdout, "needs --reprice" in found.stderr)
    assert {"t.yaml", "o.yaml", "a.json", "b.json"} == {path.name for path in prices.iterdir()}


REPLY = {
    "id": "r",
    "object": "chat.completion",
    "created": 1,
    "model": "other",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "hi"}, "finish_reason": "stop"}],
    "usage": {
        "prompt_tokens": 1008,
        "completion_tokens": 42,
        "total_tokens": 1050,
        "prompt_tokens_details": {"cached_tokens": 1000},
    },
}


def test_a_reply_stays_in_its_dialect_and_a_cost_without_a_place_is_a_loss(
    prices: Path, turnwire_command: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(turnwire.dialects.MODULES, "openai_chat", "turnwire.dialects.openai_chat")
    (prices / "r.json").write_text(json.dumps(REPLY))
    told = turnwire_command("price r.json --table o.yaml --json").stdout
    # 8 tokens in at 1 dollar and 42 out at 2: the cached ones are counted as free, and that is told.
    assert ("0.000092", ["price.no-rate"]) == (
        json.loads(told)["pricing"]["total_usd"],
        [found["code"] for found in json.loads(told)["pricing"]["findings"]],
    )
    found = turnwire_command("price r.json --table o.yaml --reprice")
    assert (0, REPLY) == (found.exit_code, json.loads(found.stdout))
    assert [
        "r.json: /usage: 1000 cached_input_tokens are counted as free: the table has no rate for them [price.no-rate]",
        "  hint: give `acme:large` a rate for them, 0 if they are free",
        "r.json: /usage: 0.000092 by eu",
        'r.json: /usage/cost_usd: dropped usage.cost_usd = "0.000092"',
        'r.json: /usage/pricing_version: dropped usage.pricing_version = "eu"',
    ] == found.stderr.splitlines()


def test_yaml_and_lines(prices: Path, turnwire_command: Callable[..., Result]) -> None:
    (prices / "l.jsonl").write_text(f"{session('acme:large')}\n{session('nothing')}\n")
    found = turnwire_command("price l.jsonl --table t.yaml")
    assert ["l.jsonl:1: 0.000654 USD by version 1", "l.jsonl:2: no price by version 1"] == [
        line for line in found.stdout.splitlines() if line.startswith("l.jsonl")
    ]
    assert found.stderr.startswith(
        "l.jsonl:2: /history/1/metadata/usage: the table has no price for the model `nothing`"
    )
