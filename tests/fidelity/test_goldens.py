"""The goldens of the cost table: their form, and that a change of any of them is noticed."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from fidelity_goldens import NATIVE, Goldens, families, losses_of, outcome_of, parsed, texts, words_of
from fidelity_table import GOLDENS, ROOT, pages, stale, write

LOST = "dropped text.cache /history/1/content/0/cache"
MADE_UP = "invented image.media_type /history/1/content/0/media_type"


@functools.cache
def committed() -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in (ROOT / GOLDENS).glob("*.jsonl")}


def small() -> Goldens:
    """Two dialects that do the same but for one row, and native JSON."""
    held = {NATIVE: "held", "groq_chat": "held", "openai_chat": "held"}
    rows = {f"row {number}": held for number in range(9)}
    native = {"(plain request)": held, **rows, "text.cache": {**held, "groq_chat": LOST}}
    return {
        NATIVE: native,
        "openai_chat": {"(plain request)": held, **rows, "text.cache": {**held, "groq_chat": LOST}},
        "groq_chat": {"(plain request)": held, **rows},
    }


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("held", ("held",)),
        ("no such documents", ("no such documents",)),
        (LOST, ("dropped",)),
        (f"{MADE_UP}; {LOST}", ("dropped", "invented")),
    ],
)
def test_an_outcome_is_its_losses(outcome: str, words: tuple[str, ...]) -> None:
    assert words == words_of(outcome)
    if losses := losses_of(outcome):
        assert outcome == outcome_of([*losses, losses[0]])


def test_files_say_what_the_goldens_are() -> None:
    found = texts(small())
    assert small() == parsed(found)
    assert ['{"source": "groq_chat", "as": "openai_chat"}', '{"row": "text.cache", "to": null}'] == found[
        "groq_chat.jsonl"
    ].splitlines()


def test_the_committed_files_say_the_same_when_they_are_written_again() -> None:
    assert committed() == texts(parsed(committed()))


def test_a_dialect_stands_with_the_main_one_that_does_nearly_the_same() -> None:
    found = families(parsed(committed())[NATIVE])
    assert ("openai_chat", "anthropic_messages", None) == (
        found["azure_chat"],
        found["vertex_anthropic"],
        found.get("mistral_chat"),
    )


@functools.cache
def up_to_date() -> dict[Path, str]:
    goldens = {GOLDENS / name: text for name, text in committed().items()}
    return goldens | pages(ROOT, goldens)


@pytest.fixture
def tree(tmp_path: Path) -> tuple[Path, dict[Path, str]]:
    """A work tree in which everything is up to date, and what must be in it."""
    files = up_to_date()
    write(tmp_path, files)
    assert [] == stale(tmp_path, files)
    return tmp_path, files


def test_another_loss_is_noticed_in_the_golden_and_on_the_page(tree: tuple[Path, dict[Path, str]]) -> None:
    root, files = tree
    golden = GOLDENS / "anthropic_messages.jsonl"
    before = files[golden]
    lines = [line for line in before.splitlines() if '"text.cache"' in line]
    assert 1 == before.count(lines[0])
    worse = lines[0].replace('"held": "', '"held": "openai_chat ', 1)
    goldens = {path: text for path, text in files.items() if path.parent == GOLDENS}
    goldens[golden] = before.replace(lines[0], worse)
    found = stale(root, goldens | pages(root, goldens))
    page = Path("docs/fidelity/anthropic_messages.md")
    # The pages of the dialects that stand with it too: their goldens have only what differs.
    assert {golden, page, Path("docs/fidelity/vertex_anthropic.md"), Path("docs/fidelity.md")} <= set(found)


def test_a_lost_file_and_a_row_that_is_gone_are_noticed(tree: tuple[Path, dict[Path, str]]) -> None:
    root, files = tree
    gone, shorter = GOLDENS / "sharegpt.jsonl", GOLDENS / "mcp_content.jsonl"
    (root / gone).unlink()
    (root / shorter).write_text("\n".join(files[shorter].splitlines()[:-1]) + "\n", "utf-8")
    assert [shorter, gone] == stale(root, files)


def test_a_file_of_a_dialect_that_is_gone_is_noticed_and_taken_away(tree: tuple[Path, dict[Path, str]]) -> None:
    root, files = tree
    left = Path("docs/fidelity/gone_chat.md")
    (root / left).write_text("old", "utf-8")
    assert [left] == stale(root, files)
    write(root, files)
    assert [] == stale(root, files)
