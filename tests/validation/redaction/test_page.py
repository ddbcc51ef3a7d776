"""The page about redaction lists the kinds that there are."""

from __future__ import annotations

import re

from tests.data import ROOT

from turnwire.validation.redaction import KINDS


def test_the_page_lists_the_kinds() -> None:
    text = (ROOT / "docs" / "redaction.md").read_text().partition("<!-- kinds: begin")[2].partition("<!-- kinds: end")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)
    assert [kind.lower().replace("_", "-") for kind in KINDS] == listed
