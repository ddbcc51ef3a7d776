"""Reports in the XML of JUnit: a test case for each document, a failure for each error."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from turnwire.cli.words import finding_line, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.reports.records import DocumentReport


class JUnit:
    """One suite of test cases."""

    def begin(self) -> Iterator[str]:
        """Open the suite."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<testsuites><testsuite name="turnwire validate">'

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the test case of a document; warnings are its output, and do not fail it."""
        where = [str(value) for value in report.where.values()]
        yield f'<testcase classname="turnwire" name={quoteattr(plain(":".join(where)))}>'
        for found in report.diagnostics:
            if found.severity == "error":
                text = escape(finding_line(found))
                yield f'<failure type="{found.code}" message={quoteattr(plain(found.message))}>{text}</failure>'
        others = [finding_line(found) for found in report.diagnostics if found.severity != "error"]
        if others:
            yield f"<system-out>{escape(chr(10).join(others))}</system-out>"
        yield "</testcase>"

    def end(self) -> Iterator[str]:
        """Close the suite."""
        yield "</testsuite></testsuites>"
