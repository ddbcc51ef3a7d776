"""What fails `make bench`: a slow pair that is not named, one slower than it is named for, and a name not needed."""

from __future__ import annotations

import pytest
from benchmarks import threads
from benchmarks.bodies import DIALECTS, PAIRS, of_size
from benchmarks.choice import chosen
from benchmarks.exceptions import GROWING, NAMED
from benchmarks.inputs import SIZES
from benchmarks.pairs import ALLOWED, Figure

from turnwire.dialects import part_of

PAIR = ("openai_chat", "ollama_chat")


@pytest.mark.parametrize(
    ("ratio", "named", "verdict"),
    [
        (1.9, None, ""),
        (2.1, None, "ABOVE, and not named"),
        (2.9, 3.0, ""),
        (1.9, 3.0, ""),
        (3.1, 3.0, "ABOVE the 3.00 it is named for"),
        (1.6, 3.0, "STALE: named, and well within"),
    ],
)
def test_what_is_wrong_with_a_figure(ratio: float, named: float | None, verdict: str) -> None:
    assert verdict == Figure(PAIR, "13 KB", ratio, 2.0, named).verdict


def test_exceptions_name_pairs_there_are_and_allow_more_than_the_limit() -> None:
    assert set() == {(source, target) for source, target, _ in NAMED} - set(PAIRS)
    assert set() == GROWING.keys() - set(PAIRS)
    assert [] == [key for key, named in NAMED.items() if named.most <= ALLOWED[key[2]] or not named.why]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_input_is_read_without_the_slow_path(dialect: str) -> None:
    form = part_of(dialect, "request").form
    assert [form.type] * 3 == [type(form.fast.decode(of_size(dialect, size))) for size in SIZES[:3]]


def test_the_threads_are_of_the_size_that_is_said() -> None:
    turns = threads.branches()
    assert threads.TURNS == len({turn.frame.id for turn in turns}) == len(turns)
    assert threads.BRANCHES == len({turn.frame.about.head for turn in turns} - {"trunk"})


def test_pairs_are_chosen_by_either_side() -> None:
    assert [PAIR] == chosen(["openai_chat:ollama_chat"], PAIRS)
    assert [(each, "turnwire") for each in DIALECTS[:-1]] == chosen([":turnwire"], PAIRS)
    assert [("turnwire", each) for each in DIALECTS[:-1]] == chosen(["turnwire:"], PAIRS)
    assert list(PAIRS) == chosen([], PAIRS)
    with pytest.raises(SystemExit):
        chosen(["openai_chat"], PAIRS)
