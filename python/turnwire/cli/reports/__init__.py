"""The formats in which `turnwire validate` reports, as one table."""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.cli.reports.records import ReportWriter

WRITERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "text": ("text", "Text"),
        "concise": ("text", "Concise"),
        "json": ("machine", "Json"),
        "jsonl": ("machine", "JsonLines"),
        "github": ("pipelines", "GitHub"),
        "gitlab": ("pipelines", "GitLab"),
        "sarif": ("sarif", "Sarif"),
        "junit": ("junit", "JUnit"),
    }
)
"""The module and the class that make a report, by the name of its format."""


def writer_of(name: str) -> ReportWriter:
    """Make what writes reports in a format.

    Its module is imported here: that of JUnit needs `xml.sax.saxutils`, which imports `urllib.request` and `ssl`, and
    a run has one format.

    Raises:
        KeyError: no format has this name.
    """
    module, kind = WRITERS[name]
    made: ReportWriter = getattr(importlib.import_module(f"turnwire.cli.reports.{module}"), kind)()
    return made
