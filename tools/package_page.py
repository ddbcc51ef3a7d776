"""The page that a package index shows: README.md without links into the repository."""

from __future__ import annotations

import re

# A package index has the page alone: a link to another file of the repository leads nowhere there.
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]+\)")
_NOTE = "<!-- made by tools/fidelity_table.py from README.md; the pages it names are in the repository -->\n\n"


def page(readme: str) -> str:
    """The page for this README: links to files of the repository become their names."""
    return _NOTE + _LINK.sub(r"\1", readme)
