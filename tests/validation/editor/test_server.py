"""The language server, driven by a client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from pathlib import Path

WRONG = '{"model": "m", "messages": [{"role": "human", "content": "Hi."}]}\n'
TIMEOUT = 60


class Editor(LanguageClient):
    """A client that keeps the findings that it is sent."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.sent: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def shown(given: types.PublishDiagnosticsParams) -> None:
            self.sent.put_nowait(given)

    async def findings(self) -> list[types.Diagnostic]:
        """Wait for the next findings."""
        return list((await asyncio.wait_for(self.sent.get(), TIMEOUT)).diagnostics)


async def session(uri: str) -> None:
    editor = Editor()
    await editor.start_io(sys.executable, "-m", "turnwire", "lsp")
    await editor.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    editor.initialized(types.InitializedParams())
    document = types.TextDocumentItem(uri, "json", 1, WRONG)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(document))
    (found,) = await editor.findings()
    assert ("TW204", "turnwire", types.DiagnosticSeverity.Error) == (found.code, found.source, found.severity)

    asked = types.TextDocumentIdentifier(uri)
    hover = await editor.text_document_hover_async(types.HoverParams(asked, found.range.start))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.value.startswith("**TW204** unknown-word")

    context = types.CodeActionContext([found])
    actions = await editor.text_document_code_action_async(types.CodeActionParams(asked, found.range, context))
    assert actions
    action = actions[0]
    assert isinstance(action, types.CodeAction)
    assert ('Write "user"', True) == (action.title, action.is_preferred)
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[uri]
    assert isinstance(edit, types.TextEdit)
    change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
    version = types.VersionedTextDocumentIdentifier(2, uri)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    assert await editor.findings() == []

    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(3, uri), [types.TextDocumentContentChangeWholeDocument('{"model": ')]
        )
    )
    assert ["TW103"] == [each.code for each in await editor.findings()]
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()  # type: ignore[no-untyped-call]


def test_an_editor_shows_findings_and_mends_them(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text(WRONG)
    asyncio.run(asyncio.wait_for(session(file.as_uri()), 2 * TIMEOUT))


def framed(method: str, **members: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "method": method, **members}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def test_the_server_ends_without_a_word_when_the_editor_says_so() -> None:
    asked = framed("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}})
    asked += framed("initialized", params={}) + framed("shutdown", id=2) + framed("exit")
    done = subprocess.run(
        [sys.executable, "-m", "turnwire", "lsp"], input=asked, capture_output=True, timeout=2 * TIMEOUT, check=False
    )
    assert (0, b"") == (done.returncode, done.stderr)
    assert done.stdout.count(b'"jsonrpc"') == len(("initialize", "shutdown"))
