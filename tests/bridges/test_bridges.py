"""What turns into what between the systems: canonical (`turnwire`), `gpt2099`, `glm` and `geppetto`.

Each fact is a sentence, a document of one system, what another makes of it, and what that costs, all of it.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import turnwire
from turnwire.dialects import get, names
from turnwire.testing import validate_all

FACTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("facts.json").read_bytes())
SYSTEMS = ("geppetto", "glm", "gpt2099", "turnwire")


@pytest.mark.parametrize("fact", FACTS, ids=[each["fact"] for each in FACTS])
def test_a_fact(fact: dict[str, Any]) -> None:
    losses = [tuple(loss) for loss in fact["losses"]]
    wire, becomes = (json.dumps(fact[key]).encode() for key in ("wire", "becomes"))
    validate_all(fact["from"], wire, kind=fact["kind"], write={fact["to"]: (becomes, losses)})


def test_every_fact_stands_once() -> None:
    assert [] == [fact for fact, times in Counter(each["fact"] for each in FACTS).items() if times > 1]


@pytest.mark.parametrize("kind", ["request", "response"])
def test_there_is_a_fact_of_every_pair(kind: Any) -> None:
    having = [name for name in SYSTEMS if get(name).part(kind) is not None]
    told = {(each["from"], each["to"]) for each in FACTS if each["kind"] == kind}
    assert set() == set(permutations(having, 2)) - told


# "inputTokenCount and outputTokenCount are word counts": in no system do they become tokens.
@pytest.mark.parametrize("target", [name for name in names() if get(name).response is not None and name != "geppetto"])
def test_counts_of_words_never_become_tokens(target: str) -> None:
    reply = {
        "requestType": "query",
        "content": "Mint.",
        "citations": [],
        "inputTokenCount": 7123,
        "outputTokenCount": 8123,
    }
    written = turnwire.convert(json.dumps(reply), target, source="geppetto", kind="response")
    body = json.loads(written.data)
    native = body.pop("provider_raw", None) if target == "turnwire" else None
    assert not {7123, 8123} & set(numbers(body))
    lost = [loss.value for loss in written.losses if loss.path == "/provider_raw/geppetto"]
    kept: Any = native["geppetto"] if native is not None else lost[0]
    assert (7123, 8123) == (kept["inputTokenCount"], kept["outputTokenCount"])


def numbers(node: Any) -> list[Any]:
    """Every number in a JSON value."""
    if isinstance(node, dict):
        return [number for value in node.values() for number in numbers(value)]
    if isinstance(node, list):
        return [number for value in node for number in numbers(value)]
    return [node] if isinstance(node, int | float) else []
