"""docs/sessions.md names each format."""

from __future__ import annotations

from pathlib import Path

from turnwire.sessions.files import session_formats

PAGE = Path(__file__).resolve().parents[2] / "docs" / "sessions.md"


def test_the_page_has_a_row_for_each_format() -> None:
    page = PAGE.read_text("utf-8")
    for form in session_formats().values():
        row = f"| `{form.name}` | {form.title} | {form.learned_from} | "
        assert row in page
        assert form.folder in page[page.index(row) :].partition("\n")[0]


def test_the_page_names_the_formats_that_are_written() -> None:
    titles = [form.title for form in session_formats().values() if form.create is not None]
    assert f"turnwire writes new files of {', '.join(titles[:-1])} and {titles[-1]}." in PAGE.read_text("utf-8")
