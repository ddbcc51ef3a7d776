"""The formats in which `turnwire validate` reports, as one table."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.cli.reports.junit import JUnit
from turnwire.cli.reports.machine import Json, JsonLines
from turnwire.cli.reports.pipelines import GitHub, GitLab
from turnwire.cli.reports.sarif import Sarif
from turnwire.cli.reports.text import Concise, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.cli.reports.records import ReportWriter

WRITERS: Final[Mapping[str, Callable[[], ReportWriter]]] = MappingProxyType(
    {
        "text": Text,
        "concise": Concise,
        "json": Json,
        "jsonl": JsonLines,
        "github": GitHub,
        "gitlab": GitLab,
        "sarif": Sarif,
        "junit": JUnit,
    }
)
"""What makes a report, by the name of its format."""
