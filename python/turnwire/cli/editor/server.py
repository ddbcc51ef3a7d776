"""The language server: pygls with findings, quick fixes and explanations."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from turnwire.cli.editor.findings import Finding, Position, at, findings
from turnwire.validation.rules import rule_of

if TYPE_CHECKING:
    from turnwire.cli.editor.findings import Offer

_SEVERITIES: Final = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_SOURCE: Final = "turnwire"


class Server(LanguageServer):
    """A language server that validates the open files."""

    def __init__(self, dialect: str | None) -> None:
        super().__init__("turnwire", version("turnwire"))
        self._dialect = dialect
        self.asked_to_shut_down = False

    def findings(self, uri: str) -> list[Finding]:
        """Return what is wrong in an open file."""
        document = self.workspace.get_text_document(uri)
        # A text that was never saved (`untitled:Untitled-1`) has no suffix; a file with another one is left alone.
        language = "" if uri.startswith("file:") else document.language_id or ""
        return findings(document.source, document.path or uri, self._dialect, language)

    def show(self, uri: str) -> None:
        """Send the findings of an open file to the editor."""
        shown = [_shown(each) for each in self.findings(uri)]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown))


def server_for(dialect: str | None) -> Server:
    """Return a server.

    Args:
        dialect: the dialect of the files; None detects it.
    """
    server = Server(dialect)
    _follow(server)
    _answer(server)

    @server.feature(types.SHUTDOWN)
    def shut_down(_: None) -> None:
        server.asked_to_shut_down = True

    return server


def _follow(server: Server) -> None:
    """Show findings whenever a file is opened, changed or saved, and take them away when it is closed."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(given: types.DidOpenTextDocumentParams) -> None:
        server.show(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(given: types.DidChangeTextDocumentParams) -> None:
        server.show(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(given: types.DidSaveTextDocumentParams) -> None:
        server.show(given.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(given: types.DidCloseTextDocumentParams) -> None:
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(given.text_document.uri, []))


def _answer(server: Server) -> None:
    """Offer fixes, and explain rules, where the editor asks for them."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def actions(given: types.CodeActionParams) -> list[types.CodeAction]:
        uri, place = given.text_document.uri, given.range
        near = at(server.findings(uri), _position(place.start), _position(place.end))
        return [_action(uri, each, offer) for each in near for offer in each.offers]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(given: types.HoverParams) -> types.Hover | None:
        place = _position(given.position)
        near = at(server.findings(given.text_document.uri), place, place)
        texts = [text for each in near if (text := _explained(each))]
        content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(texts))
        return types.Hover(content) if texts else None


def _position(given: types.Position) -> Position:
    return Position(given.line, given.character)


def _range(start: Position, end: Position) -> types.Range:
    return types.Range(types.Position(*start), types.Position(*end))


def _shown(found: Finding) -> types.Diagnostic:
    diagnostic = found.diagnostic
    hint = f"\n{diagnostic.hint}" if diagnostic.hint else ""
    return types.Diagnostic(
        _range(found.start, found.end),
        f"{diagnostic.message}{hint}",
        _SEVERITIES[diagnostic.severity],
        diagnostic.code,
        source=_SOURCE,
    )


def _action(uri: str, found: Finding, offer: Offer) -> types.CodeAction:
    edits = [types.TextEdit(_range(each.start, each.end), each.text) for each in offer.changes]
    title = offer.message if offer.safe else f"{offer.message} (takes something out, or guesses)"
    return types.CodeAction(
        title[:1].upper() + title[1:],
        types.CodeActionKind.QuickFix,
        [_shown(found)],
        is_preferred=offer.safe,
        edit=types.WorkspaceEdit({uri: edits}),
    )


def _explained(found: Finding) -> str:
    rule = rule_of(found.diagnostic.code)
    return "" if rule is None else f"**{rule.code}** {rule.name}\n\n{rule.about}"
