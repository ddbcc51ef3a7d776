"""The table of dialects and short names is the registry's."""

from __future__ import annotations

from tests.docs.pages import ROOT

from turnwire.dialects import aliases_of, get, names


def test_the_page_lists_every_dialect_with_its_short_names() -> None:
    lines = (ROOT / "docs" / "dialects.md").read_text("utf-8").splitlines()
    rows = [line.split("|")[1:-1] for line in lines if line.startswith("| `")]
    found = {cells[0].strip(" `"): (cells[1].replace("`", "").strip(), cells[2].strip()) for cells in rows}
    assert {name: (", ".join(aliases_of(name)), get(name).title) for name in names()} == found
