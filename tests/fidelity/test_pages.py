"""The pages of the cost table: whoever reads them finds an answer for every ordered pair and every feature."""

from __future__ import annotations

import functools
import re

import pytest
from tests.fidelity.test_goldens import committed

from fidelity_features import FEATURES, answer, readme_part
from fidelity_goldens import NATIVE, Goldens, as_if, families, is_plain, parsed, words_of
from fidelity_pages import SIGNS, columns_of, features_part, page_of, source_pages
from fidelity_rows import groups

LARGEST = 500_000
"""Bytes; code hosts show no larger Markdown."""


@functools.cache
def goldens() -> Goldens:
    return parsed(committed())


@functools.cache
def in_order() -> dict[str, list[str]]:
    return {group: list(cases) for group, cases in groups().items()}


@functools.cache
def pages() -> dict[str, str]:
    return source_pages(goldens(), in_order())


SOURCES = [name for name in goldens() if name != NATIVE]


def sign_of(outcome: str) -> str:
    return "".join(SIGNS[word] for word in words_of(outcome))


def read_as_a_person(page: str, base_of: dict[str, str], targets: list[str]) -> dict[str, dict[str, str]]:
    """Row -> target -> sign, as the text of a page says: what is under a dialect's name, or else under its base's."""
    own: dict[str, dict[str, str]] = {}
    odd: dict[str, dict[str, str]] = {}
    for part in re.split(r"^#{2,3} ", page, flags=re.MULTILINE)[1:]:
        title, *lines = part.splitlines()
        table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
        heads = [head.replace("<br>", "_").rstrip("*") for head in table[0]] if table else []
        into = odd if title.startswith("As ") else own
        for cells in table[1:]:
            into.setdefault(cells[0].strip("`"), {}).update(zip(heads[1:], cells[1:], strict=True))
    return {
        row: {target: odd.get(row, {}).get(target) or cells[base_of.get(target, target)] for target in targets}
        for row, cells in own.items()
    }


@pytest.mark.parametrize("source", SOURCES)
def test_every_row_has_its_answer_for_every_target(source: str) -> None:
    name = page_of(goldens())[source]
    page = pages()[f"{name}.md"]
    targets = [target for target in SOURCES if target != name]
    said = {row: cells for row, cells in goldens()[name].items() if not is_plain(row)}
    expected = {row: {target: sign_of(cells[target]) for target in targets} for row, cells in said.items()}
    before, _, after = page.partition("cannot say\n")
    assert expected == read_as_a_person(before, families(goldens()[NATIVE]), targets)
    listed = dict(re.findall(r"`([^`]+)` ([✓~⇄+✗∅]+)(?:,|$)", after, re.MULTILINE))
    every = [row for rows in in_order().values() for row in rows]
    assert {row: sign_of(goldens()[NATIVE][row][name]) for row in every if row not in said} == listed


def test_every_feature_has_its_answer_in_every_dialect() -> None:
    page, _, _ = features_part(goldens(), in_order()).partition("## From one dialect to another")
    rows = {row: cells for row, cells in goldens()[NATIVE].items() if not is_plain(row)}
    expected = {row: {target: sign_of(cells[target]) for target in SOURCES} for row, cells in rows.items()}
    assert expected == read_as_a_person(page, families(goldens()[NATIVE]), SOURCES)


def test_every_ordered_pair_has_its_figure() -> None:
    _, _, matrix = features_part(goldens(), in_order()).partition("## From one dialect to another")
    lines = [line.strip("|").split("|") for line in matrix.splitlines() if line.startswith("| [")]
    assert SOURCES == [line[0].split("]")[0].strip(" [") for line in lines]
    for source, (first, *cells) in zip(SOURCES, lines, strict=True):
        rows = [row for row in goldens()[source] if not is_plain(row)]
        assert str(len(rows)) == first.split()[-1]
        held = {target: sum(goldens()[source][row][target] == "held" for row in rows) for target in SOURCES}
        assert [str(held[target]) if target != source else "" for target in SOURCES] == [
            cell.split("✗")[0].strip() for cell in cells
        ]


def test_dialects_that_lose_the_same_have_one_page() -> None:
    base = "openai_chat"
    alike = {**goldens(), "azure_chat": as_if(goldens()[base], "azure_chat", base)}
    assert (base, "groq_chat") == (page_of(alike)["azure_chat"], page_of(alike)["groq_chat"])
    assert "# From openai_chat and azure_chat to each" in source_pages(alike, in_order())["openai_chat.md"]


def test_a_dialect_has_no_column_on_its_own_page_unless_others_stand_with_it() -> None:
    assert "mistral_chat" not in columns_of(goldens(), "mistral_chat").shown
    assert "openai_chat" in columns_of(goldens(), "openai_chat").shown
    assert "groq_chat" not in columns_of(goldens(), "groq_chat").members["openai_chat"]


def test_no_page_is_too_large_to_be_shown() -> None:
    every = {"fidelity.md": features_part(goldens(), in_order()), **pages()}
    assert {} == {name: len(text) for name, text in every.items() if len(text.encode()) > LARGEST}


def test_the_readme_answers_ten_questions_of_each_main_dialect() -> None:
    head, _, *lines = readme_part(goldens()).splitlines()
    cells = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]] for line in lines}
    assert list(FEATURES) == list(cells)
    assert 10 == len(cells)
    assert {len(head.split("|")) - 3} == {len(answers) for answers in cells.values()}
    assert {"yes", "partly", "no"} == {answer for answers in cells.values() for answer in answers}
    assert ["yes"] == list(set(cells["tools, calls and results"]))


ANSWERS = [
    (["held", "held"], "yes"),
    (["held", "reshaped text /history/0/content/0", "invented generation.max_tokens /settings"], "yes"),
    (["held", "degraded image /a"], "partly"),
    (["held", "dropped image /a"], "partly"),
    (["degraded image /a", "dropped image /a"], "partly"),
    (["dropped image /a", "dropped image /a; invented generation.max_tokens /settings"], "no"),
]


@pytest.mark.parametrize(("outcomes", "expected"), ANSWERS)
def test_an_answer_is_yes_partly_or_no(outcomes: list[str], expected: str) -> None:
    assert expected == answer(outcomes)
