"""The page about redaction lists the kinds that there are."""

from __future__ import annotations

import re

from tests.data import ROOT

from turnwire.validation.redaction import KINDS


def test_the_page_lists_the_kinds() -> None:
    page = (ROOT / "docs" / "redaction.md").read_text()
    text = page.partition("<!-- kinds: begin")[2].partition("<!-- kinds: end")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)
    assert [kind.lower().replace("_", "-") for kind in KINDS] == listed
