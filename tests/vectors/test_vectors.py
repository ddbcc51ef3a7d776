"""The vectors are what the program makes, nobody changed them by hand, and nothing of the protos is without one."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.registry import messages, packages, today
from tests.vectors import make
from tests.vectors.coverage import shown, without_vector
from tests.vectors.pieces import packed, unpacked

HERE = Path(__file__).parent
MANIFEST = json.loads((HERE / make.MANIFEST).read_bytes())
VECTORS: list[dict[str, Any]] = [case for name in MANIFEST for case in json.loads((HERE / name).read_bytes())]
CANONICAL = [case for case in VECTORS if "exact" in case]


def test_the_program_makes_these_files() -> None:
    made = make.files()
    differing = [name for name, data in made.items() if (HERE / name).read_bytes() != data]
    assert [] == differing, "run `make vectors`, and look at what changes"


def test_the_digests_are_those_of_the_files() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.glob("*.json")}
    del found[make.MANIFEST]
    assert MANIFEST == found


def test_nothing_of_the_protos_is_without_a_vector() -> None:
    assert [] == without_vector(CANONICAL, today())


@pytest.mark.parametrize("name", ["turnwire.v1.Usage.input_tokens", "turnwire.glm.v1.FunctionCall", "ROLE_TOOL"])
def test_what_has_no_vector_is_missed(name: str) -> None:
    rest = [case for case in CANONICAL if name not in shown([case], today())]
    assert name in without_vector(rest, today())


def test_there_are_many_and_each_has_its_name() -> None:
    assert len(VECTORS) >= 300
    assert [] == [name for name, count in Counter(case["name"] for case in VECTORS).items() if count > 1]
    assert set(packages()) <= {name.removesuffix(".json") for name in MANIFEST}


def test_a_canonical_vector_has_all_forms_of_its_message() -> None:
    forms = {"name", "message", "proto_json", "binary", "exact"}
    native = {"native", "yaml"}
    found = {
        name
        for case in CANONICAL
        if case.keys() != forms | (native if messages()[case["message"]].struct else set())
        for name in [case["name"]]
    }
    assert set() == found


def test_bytes_are_promised_but_for_maps_of_several_keys() -> None:
    loose = [case["name"] for case in CANONICAL if not case["exact"]]
    assert len(loose) <= 10, loose


@pytest.mark.parametrize("text", ["", "a" * 5_000, "ab" * 3_000 + "c", "<" + "é🌧" * 4_000 + ">", "x" * 1_999])
def test_long_texts_are_rules(text: str) -> None:
    pieces = packed(text)
    assert text == unpacked(pieces)
    assert len(json.dumps(pieces)) < 2_100
