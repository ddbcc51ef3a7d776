"""What fails `make bench`: a slow pair that is not named, one slower than it is named for, and a name not needed."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

import pytest
from benchmarks import exceptions, store, threads
from benchmarks.bodies import DIALECTS, FIRST, MAIN, MAIN_PAIRS, PAIRS, convert, of_messages, of_size
from benchmarks.choice import chosen
from benchmarks.exceptions import ALLOWED, NAMED, reason
from benchmarks.inputs import SIZES
from benchmarks.pairs import Figure
from benchmarks.report import table

from turnwire.dialects import names, part_of
from turnwire.sessions.store import Store, verify

if TYPE_CHECKING:
    from pathlib import Path

PAIR = ("openai_chat", "ollama_chat")


@pytest.mark.parametrize(
    ("ratio", "named", "verdict"),
    [
        (1.9, None, ""),
        (2.1, None, "ABOVE, and not named"),
        (2.9, 3.0, ""),
        (1.9, 3.0, ""),
        (3.1, 3.0, "ABOVE the 3.00 it is named for"),
        (1.3, 3.0, "STALE: named, and well within"),
    ],
)
def test_what_is_wrong_with_a_figure(ratio: float, named: float | None, verdict: str) -> None:
    assert verdict == Figure(PAIR, "13 KB", ratio, 2.0, named).verdict


def test_every_ordered_pair_is_measured() -> None:
    assert names() == DIALECTS
    assert len(set(PAIRS)) == len(PAIRS) == len(DIALECTS) * (len(DIALECTS) - 1)
    assert len(MAIN_PAIRS) == len(MAIN) * (len(MAIN) - 1)


def test_exceptions_name_pairs_there_are_and_allow_more_than_the_limit() -> None:
    assert set() == {(source, target) for source, target, _ in NAMED} - set(PAIRS)
    assert [] == [key for key, most in NAMED.items() if most <= ALLOWED[key[2]]]


def test_every_exception_has_its_reason() -> None:
    assert [] == [(*pair, size) for pair in PAIRS for size in SIZES if reason((*pair, size)) is None]
    named = frozenset[str]().union(*(each.sources | each.targets for each in exceptions.REASONS))
    assert frozenset() == named - set(DIALECTS)
    assert frozenset(SIZES) == frozenset[str]().union(*(each.sizes for each in exceptions.REASONS))


def test_what_is_recorded_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exceptions, "ABOVE", tmp_path)
    monkeypatch.setattr(exceptions, "NAMED", {("glm", "turnwire", "13 KB"): 3.0, ("gone", "turnwire", "13 KB"): 3.0})
    exceptions.record({(*PAIR, "13 KB"): 2.9, ("turnwire", "glm", "13 KB"): None, (*PAIR, "5 MB images"): 0.66})
    found = {key: most for size in SIZES for key, most in exceptions.read(size)}
    assert {(*PAIR, "13 KB"): 2.9, ("glm", "turnwire", "13 KB"): 3.0, (*PAIR, "5 MB images"): 0.66} == found


def test_the_table_has_a_line_for_each_main_pair_and_one_per_source_for_the_others() -> None:
    figures = [
        Figure(PAIR, "13 KB", 2.1, 2.0),
        Figure(("glm", "turnwire"), "13 KB", 1.5, 2.0),
        Figure(("glm", "openai_chat"), "13 KB", 2.5, 2.0, 3.0),
    ]
    head, main, others, wrong = table(figures, MAIN_PAIRS).splitlines()
    assert ["13", "KB", "(limit", "2.0)"] == head.split()
    assert ["openai_chat", "to", "ollama_chat", "2.10"] == main.split()
    assert ["glm", "to", "others", "1.50", "to", "2.50"] == others.split()
    assert "openai_chat to ollama_chat, 13 KB: 2.10 is ABOVE, and not named" == wrong


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_input_is_read_without_the_slow_path(dialect: str) -> None:
    form = part_of(dialect, "request").form
    bodies = [body for size in SIZES[:3] if (body := of_size(dialect, size))]
    assert [True] * 3 == [isinstance(form.fast.decode(body), _classes(form.type)) for body in bodies]


def _classes(kind: Any) -> tuple[type, ...]:
    """What a type or a union of types is an instance of."""
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return tuple(get_origin(each) or each for each in kinds)


def test_formats_that_hold_no_pictures_or_no_conversation_have_no_such_input() -> None:
    body = of_size(FIRST, "5 MB images")
    assert body is not None
    losing = {each for _, each in PAIRS if "image" in {loss.feature for loss in convert(body, FIRST, each).losses}}
    assert losing == {dialect for dialect in DIALECTS if of_size(dialect, "5 MB images") is None}
    assert {"geppetto"} == {dialect for dialect in DIALECTS if of_messages(dialect, 20) is None}


def test_the_threads_are_of_the_size_that_is_said() -> None:
    turns = threads.branches()
    assert threads.TURNS == len({turn.frame.id for turn in turns}) == len(turns)
    assert threads.BRANCHES == len({turn.frame.about.head for turn in turns} - {"trunk"})


def test_a_larger_store_is_one_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SIZES", (2 * store.EACH,))
    store.fill(tmp_path / "small.db")
    store.multiply(tmp_path / "small.db", tmp_path / "large.db", 3)
    with Store(tmp_path / "large.db") as large:
        assert [] == list(verify(large))
        found = [(large.count_messages(each.id), len(large.unanswered(each.id))) for each in large.sessions()]
    assert [(store.EACH, 1)] * 6 == found


def test_pairs_are_chosen_by_either_side() -> None:
    others = [each for each in DIALECTS if each != "turnwire"]
    assert [PAIR] == chosen(["openai_chat:ollama_chat"], PAIRS)
    assert [(each, "turnwire") for each in others] == chosen([":turnwire"], PAIRS)
    assert [("turnwire", each) for each in others] == chosen(["turnwire:"], PAIRS)
    assert list(PAIRS) == chosen([], PAIRS)
    with pytest.raises(SystemExit):
        chosen(["openai_chat"], PAIRS)
