"""Reports in the XML of JUnit: a test case for each document, a failure for each error."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from turnwire.cli.words import count, finding_line, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.model import Diagnostic


class JUnit:
    """A suite for each document, with one test case; suites of a file have its name."""

    def begin(self) -> Iterator[str]:
        """Open the report."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<testsuites name="turnwire validate">'

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield the test case of a document; warnings are its output, and do not fail it."""
        errors = [found for found in report.diagnostics if found.severity == "error"]
        name = quoteattr(plain(":".join(str(value) for value in report.where.values())))
        path = quoteattr(plain(report.path))
        yield f'<testsuite name={path} tests="1" failures="{min(len(errors), 1)}" errors="0" skipped="0">'
        yield f"<testcase name={name} classname={path} file={path}>"
        if errors:
            yield _failure(errors)
        others = [finding_line(found) for found in report.diagnostics if found.severity != "error"]
        if others:
            yield f"<system-out>{escape(chr(10).join(others))}</system-out>"
        yield "</testcase></testsuite>"

    def end(self) -> Iterator[str]:
        """Close the report."""
        yield "</testsuites>"


def _failure(errors: Sequence[Diagnostic]) -> str:
    """A test case has one failure, whose text has all errors: readers of these reports show only the first."""
    more = f" (and {count(len(errors) - 1, 'more error')})" if len(errors) > 1 else ""
    message = quoteattr(plain(errors[0].message) + more)
    text = escape("\n".join(finding_line(found) for found in errors))
    return f'<failure type="{errors[0].code}" message={message}>{text}</failure>'
