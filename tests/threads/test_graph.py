"""Pictures: every turn once, every link, and nothing in a text that draws by itself."""

from __future__ import annotations

import itertools
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from tests.threads.conftest import frame, name, thread
from tests.threads.test_laws import opened, threads

from turnwire.systems.gpt2099.threads import Frame, InMemory, walk
from turnwire.systems.gpt2099.threads.drawing import COLUMN, as_svg, as_text
from turnwire.systems.gpt2099.threads.graph import Row, graph

SVG = "{http://www.w3.org/2000/svg}"


def rows_of(turns: InMemory) -> list[Row]:
    return graph(turns, walk(turns, order="fixed"))


DIAMOND = thread(frame("a", head="main"), frame("b", "a"), frame("c", "a"), frame("d", "b", "c"), frame("e", "d"))


def test_a_diamond() -> None:
    expected = [
        f"1 *   {name('a')} user      [main] a",
        f"2 * | {name('b')} user      b",
        f"3 | * {name('c')} user      <- 1 c",
        f"4 *   {name('d')} user      <- 2, 3 d",
        f"5 *   {name('e')} user      e",
    ]
    assert expected == as_text(rows_of(DIAMOND))


def test_turns_that_are_not_in_the_picture_are_counted() -> None:
    rows = graph(DIAMOND, walk(DIAMOND, order="fixed")[2:])
    assert [1, 1, 0] == [row.elsewhere for row in rows]
    assert f"1 *   {name('c')} user      <- 1 elsewhere c" == as_text(rows)[0].replace("* ", "*   ", 1)


@given(threads(most=12))
def test_every_turn_has_a_row_and_no_two_things_share_a_place(frames: list[dict[str, Any]]) -> None:
    turns = opened(frames)
    rows = rows_of(turns)
    assert [each.id for each in walk(turns, order="fixed")] == [row.id for row in rows]
    ids = [row.id for row in rows]
    for row in rows:
        found = turns.frame(row.id)
        assert found is not None
        assert list(dict.fromkeys(found.about.parents)) == [ids[each] for each in row.continues]
        assert len({row.lane, *row.runs}) == 1 + len(row.runs)
    # Between a turn and the next in its lane that continues it, nothing else stands in that lane.
    for number, row in enumerate(rows):
        for parent in [each for each in row.continues[:1] if rows[each].lane == row.lane]:
            assert [] == [each for each in rows[parent + 1 : number] if each.lane == row.lane]


@given(threads(most=12))
def test_an_svg_has_a_mark_for_each_turn_and_a_line_for_each_link(frames: list[dict[str, Any]]) -> None:
    rows = rows_of(opened(frames))
    drawn = ET.fromstring(as_svg(rows, "x"))  # noqa: S314 - our own text
    links = sum(len(row.continues) for row in rows)
    found = [len(drawn.findall(f"{SVG}{kind}")) for kind in ("circle", "text", "path")]
    assert [len(rows), len(rows), links] == found


POINTS = re.compile(r"([MVC])([-\d ]+)")


def stops(path: str) -> list[tuple[int, int]]:
    """Where the parts of a line begin and end."""
    found: list[tuple[int, int]] = []
    for command, numbers in POINTS.findall(path):
        *_, last = values = [int(each) for each in numbers.split()]
        found.append((found[-1][0] if command == "V" else values[-2], last))
    return found


@given(threads(most=12))
def test_a_line_meets_no_turn_but_its_own(frames: list[dict[str, Any]]) -> None:
    drawn = ET.fromstring(as_svg(rows_of(opened(frames)), "x"))  # noqa: S314 - our own text
    dots = {(int(each.attrib["cx"]), int(each.attrib["cy"])) for each in drawn.iter(f"{SVG}circle")}
    for line in drawn.iter(f"{SVG}path"):
        met = stops(line.attrib["d"])
        assert {met[0], met[-1]} <= dots
        others = dots - {met[0], met[-1]}
        assert not others & set(met)
        runs = [(x, y, down) for (x, y), (to_x, down) in itertools.pairwise(met) if x == to_x]
        assert [] == [(x, y) for x, y in others for at, top, down in runs if x == at and top < y < down]


def test_letters_that_are_wide_have_their_room() -> None:
    drawn = [as_svg([Row(name("a"), "user", text, [])], "x") for text in ("aa", "a\u83b1", "\u83b1\u8335")]
    widths = [int(ET.fromstring(each).attrib["width"]) for each in drawn]  # noqa: S314 - our own text
    assert [0, COLUMN, 2 * COLUMN] == [each - widths[0] for each in widths]


HOSTILE = "</text><script>alert(1)</script><!-- & \" ' ]]> \0 \x1b[31m \ud800 \u202e"


@pytest.mark.parametrize("place", ["bookmark", "text", "title", "role"])
def test_a_hostile_text_is_only_text(place: str) -> None:
    row = Row(name("a"), "user", "x", [])
    if place != "title":
        setattr(row, place, HOSTILE)
    text = as_svg([row], HOSTILE if place == "title" else "x")
    drawn = ET.fromstring(text.encode())  # noqa: S314 - whether it can be read is the question
    kinds = {each.tag.removeprefix(SVG) for each in drawn.iter()}
    assert {"svg", "title", "rect", "circle", "text"} == kinds
    assert "<script>alert(1)</script>" in "".join(itertools.chain(drawn.itertext()))
    assert not any(ord(each) < 32 and each != "\n" for each in text)
    assert "\u202e" not in text  # it would turn around all that stands beside it


def test_an_svg_fetches_nothing() -> None:
    text = as_svg(rows_of(DIAMOND), "x")
    assert [] == [word for word in ("href", "url(", "@import", "<image", "<use", "<style", "<script") if word in text]
    assert 1 == text.count("http")


@pytest.mark.parametrize(
    ("content", "meta", "expected"),
    [
        (b'[{"type":"text","text":"a\\n b"},{"type":"tool_use","name":"fs___ls"}]', {}, "a b (tool_use fs___ls)"),
        (b'[{"type":"thing"},7]', {}, "(thing) (no block)"),
        (b'{"type":"text","text":"one"}', {}, "one"),
        (b"{", {}, "(json.truncated)"),
        (b"", {}, "(no content)"),
        (b"x", {"type": "document", "document_name": "x.md"}, "(document x.md)"),
        (b'[{"type":"text","text":"' + b"x" * 100 + b'"}]', {}, "x" * 57 + "..."),
    ],
)
def test_what_a_turn_says_in_short(content: bytes, meta: dict[str, Any], expected: str) -> None:
    turns = InMemory([frame("a", **meta)], {"#a": content})
    assert [expected] == [row.text for row in rows_of(turns)]


def test_of_no_turns_there_is_no_picture() -> None:
    assert ([], 0) == (as_text([]), len(ET.fromstring(as_svg([], "x")).findall(f"{SVG}circle")))  # noqa: S314
    assert [] == graph(InMemory([Frame(id=name("a"))], {}), [])
