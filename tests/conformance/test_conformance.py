"""The runner sees what is wrong, and Python's own bindings hold; `make conformance` runs all over everything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.checks import Answer, Check, checks
from tests.conformance.executors import EXECUTORS
from tests.conformance.page import PAGE, page
from tests.conformance.python.serve import Codec, answer, in_words
from tests.conformance.runner import Result, Run, expectations, settle, vectors

if TYPE_CHECKING:
    from collections.abc import Callable

BY_NAME = {executor.name: executor for executor in EXECUTORS}
OFFICIAL, MODEL = BY_NAME["python_official"], BY_NAME["python_model"]
# All that was written by hand, and of what the descriptors give every fifth; the long ones take as long as the rest.
GIVEN = ("turnwire.", "previous: ")
CASES = [case for n, case in enumerate(vectors()) if not case["name"].startswith(GIVEN) or n % 5 == 0]
SOME = [case for case in CASES if not case["name"].startswith("long")]


def vector(name: str) -> dict[str, Any]:
    return next(case for case in vectors() if case["name"] == name)


def test_python_holds() -> None:
    run = Run([OFFICIAL, MODEL], SOME)
    run.run()
    assert {} == {name: fault for result in run.results.values() for name, fault in result.faults.items()}
    assert all(result.held.total() > 1000 for result in run.results.values())


def test_an_executor_that_is_not_there_says_what_it_lacks() -> None:
    assert replace(OFFICIAL, programs=("no-such-program",)).missing() == "there is no no-such-program here"
    assert replace(OFFICIAL, files=("no/such/file",)).missing() == "there is no no/such/file here"
    assert not OFFICIAL.missing()


def test_an_executor_that_ends_early_is_no_success() -> None:
    silent = replace(OFFICIAL, command=("true",))
    with pytest.raises(RuntimeError, match="python_official ended with 0 at turnwire"):
        Run([silent], [vector("turnwire.v1.Usage.input_tokens")]).run()


def _check(name: str, source: str, target: str) -> Check:
    return next(c for c in checks(MODEL, vector(name)) if (c.source, c.target) == (source, target))


WRONG: dict[str, tuple[str, str, str, Callable[[Answer], Answer]]] = {
    "another byte": (
        "turnwire.v1.Usage.input_tokens",
        "native",
        "binary",
        lambda a: Answer("ok", a.data[:-1] + b"\x11"),
    ),
    "other JSON": ("turnwire.v1.Usage.input_tokens", "binary", "native", lambda _: Answer("ok", b"{}")),
    "other ProtoJSON": ("turnwire.v1.Usage.input_tokens", "binary", "proto_json", lambda _: Answer("ok", b"{}")),
    "no JSON": ("turnwire.v1.Usage.input_tokens", "binary", "proto_json", lambda _: Answer("ok", b"{")),
    "a refusal": ("turnwire.v1.Usage.input_tokens", "binary", "native", lambda _: Answer("parse-error", b"no")),
    "the same number, spelled otherwise": (
        "free JSON: a number with zeros",
        "binary",
        "native",
        lambda a: Answer("ok", a.data.replace(b"1.500", b"1.5")),
    ),
    "acceptance": ("native, refused: a key twice", "native", "binary", lambda _: Answer("ok", b"")),
    "another place": (
        "native, refused: a key twice",
        "native",
        "binary",
        lambda a: Answer(a.word, a.data.replace(b'"line":1', b'"line":2')),
    ),
    "a refusal without a reason": ("native, refused: a key twice", "native", "binary", lambda a: Answer(a.word, b"no")),
}


@pytest.mark.parametrize(("name", "source", "target", "spoil"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_seen(name: str, source: str, target: str, spoil: Callable[[Answer], Answer]) -> None:
    from tests.conformance.python.model import CODECS, reason

    check = _check(name, source, target)
    right = Answer.of(answer(CODECS, check.line().rstrip("\n"), reason))
    assert not check.fault(right)
    assert check.fault(spoil(right))


def test_a_binding_that_accepts_what_must_be_refused_is_seen() -> None:
    check = next(iter(checks(OFFICIAL, vector("binary, refused: a text cut off"))))
    assert check.fault(Answer("ok", b""))
    assert check.fault(Answer("skipped", b""))
    assert not check.fault(Answer("parse-error", b""))


def test_a_binding_that_drops_unknown_fields_is_seen() -> None:
    check = next(iter(checks(OFFICIAL, vector("binary: an unknown text"))))
    assert check.fault(Answer("ok", bytes.fromhex("2a0161")))


def test_maps_may_come_in_any_order_where_no_bytes_are_promised() -> None:
    entries = [b"\x52\x06\x0a\x01a\x12\x011", b"\x52\x06\x0a\x01b\x12\x012"]
    check = next(c for c in checks(OFFICIAL, vector("map: two keys")) if c.source == c.target == "binary")
    assert not check.fault(Answer("ok", b"\x08\x01" + entries[1] + entries[0]))
    assert check.fault(Answer("ok", b"\x08\x01" + entries[1]))


def test_an_expected_failure_that_holds_is_stale() -> None:
    result = Result(OFFICIAL, faults={"one; binary to binary": "wrong", "two; binary to binary": "wrong"})
    settle(result, [{"reason": "known", "checks": ["one; *", "three; *"]}])
    assert result.expected == {"known": ["one; binary to binary"]}
    assert [*result.faults] == ["two; binary to binary", "expected/python_official.json: three; *"]


def test_the_page_of_results_is_this_one() -> None:
    assert PAGE.read_text() == page(vectors()), "run `make conformance-page`"


@pytest.mark.parametrize("executor", EXECUTORS, ids=lambda each: each.name)
def test_every_expected_failure_has_a_reason(executor: Any) -> None:
    assert all(entry["reason"].endswith(".") and entry["checks"] for entry in expectations(executor))


def test_what_a_producer_spells_in_its_own_way_goes_to_the_others(tmp_path: Any) -> None:
    """A producer whose ProtoJSON has a space more: every other one is asked to read it."""
    program = tmp_path / "spaced.py"
    program.write_text(
        "from tests.conformance.python import official\n"
        "from tests.conformance.python.serve import Codec, serve\n"
        "json = official.CODECS['proto_json']\n"
        "spaced = Codec(json.parse, lambda name, message: json.serialize(name, message) + b' ')\n"
        "serve({**official.CODECS, 'proto_json': spaced})\n"
    )
    spaced = replace(OFFICIAL, name="spaced", command=(OFFICIAL.command[0], str(program)))
    run = Run([spaced, OFFICIAL], [vector("turnwire.v1.Usage.input_tokens")])
    run.run()
    assert run.results["python_official"].held["proto_json", "binary"] == 2
    assert run.results["spaced"].held["proto_json", "binary"] == 1


def test_an_executor_answers_whatever_a_codec_raises() -> None:
    def refuse(*_: Any) -> Any:
        raise KeyError("x")

    codecs = {"a": Codec(refuse, refuse), "b": Codec(lambda _, data: data, lambda _, data: data)}
    line = answer(codecs, "a M b 00", in_words)
    assert line.startswith("parse-error ")
    assert answer(codecs, "b M a 00", in_words).startswith("serialize-error ")
    assert answer(codecs, "b M b -", in_words) == "ok -"
    assert answer(codecs, "b M c 00", in_words) == "skipped"
