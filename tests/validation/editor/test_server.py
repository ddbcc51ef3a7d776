"""The language server, driven by a client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from pathlib import Path

WRONG = '{"model": "m", "messages": [{"role": "human", "content": "Hi."}]}\n'
TIMEOUT = 60


class Editor(LanguageClient):
    """A client that keeps the findings that it is sent, and the exit code of the server."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.sent: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.ended: asyncio.Queue[int | None] = asyncio.Queue()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def shown(given: types.PublishDiagnosticsParams) -> None:
            self.sent.put_nowait(given)

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        """Keep the exit code of the server."""
        self.ended.put_nowait(server.returncode)

    async def findings(self) -> list[types.Diagnostic]:
        """Wait for the next findings."""
        return list((await asyncio.wait_for(self.sent.get(), TIMEOUT)).diagnostics)


async def started() -> Editor:
    editor = Editor()
    await editor.start_io(sys.executable, "-m", "turnwire", "lsp")
    await editor.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    editor.initialized(types.InitializedParams())
    return editor


async def exit_code(editor: Editor) -> int | None:
    """Wait for the end of the server, and return its exit code."""
    editor.exit(None)
    code = await asyncio.wait_for(editor.ended.get(), TIMEOUT)
    await editor.stop()  # type: ignore[no-untyped-call]
    return code


async def session(uri: str) -> None:
    editor = await started()
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
    assert await exit_code(editor) == 0


IN_YAML = "model: m\nmessages:\n  - {role: human, content: Hi.}\n"
# The address of a text, its language, the text, and the codes of its findings.
UNSAVED: Final = {
    "JSON": ("untitled:Untitled-1", "json", WRONG, ["TW204"]),
    "lines": ("untitled:Untitled-1", "jsonl", WRONG * 2, ["TW204", "TW204"]),
    "YAML": ("untitled:Untitled-1", "yaml", IN_YAML, ["TW204"]),
    "a name that was given": ("untitled:/tmp/new.yaml", "plaintext", IN_YAML, ["TW204"]),
    "another language": ("untitled:Untitled-1", "plaintext", WRONG, []),
    "nothing yet": ("untitled:Untitled-1", "json", "\n", []),
    "a file with another suffix": ("file:///tmp/notes.txt", "json", WRONG, []),
}


async def opened(uri: str, language: str, text: str) -> list[types.Diagnostic]:
    editor = await started()
    editor.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text)),
    )
    found = await editor.findings()
    asked = types.TextDocumentIdentifier(uri)
    for each in found:
        context = types.CodeActionContext([each])
        actions = await editor.text_document_code_action_async(types.CodeActionParams(asked, each.range, context))
        assert bool(actions) == (text != IN_YAML)
    await editor.shutdown_async(None)
    assert await exit_code(editor) == 0
    return found


async def leaving() -> int | None:
    return await exit_code(await started())


def test_an_editor_shows_findings_and_mends_them(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text(WRONG)
    asyncio.run(asyncio.wait_for(session(file.as_uri()), 2 * TIMEOUT))


@pytest.mark.parametrize("unsaved", UNSAVED)
def test_a_text_that_was_never_saved_is_checked_by_its_language(unsaved: str) -> None:
    uri, language, text, codes = UNSAVED[unsaved]
    found = asyncio.run(asyncio.wait_for(opened(uri, language, text), 2 * TIMEOUT))
    assert codes == [each.code for each in found]


def test_an_editor_that_leaves_without_shutdown_is_an_error() -> None:
    assert asyncio.run(asyncio.wait_for(leaving(), 2 * TIMEOUT)) == 1


def framed(method: str, **members: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "method": method, **members}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


INITIALIZE = framed("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}})
SHUTDOWN = framed("shutdown", id=2)
EXIT = framed("exit")
# What an editor sends last, the exit code of the server, and the number of replies.
ENDINGS: Final = {
    "shutdown and exit": (INITIALIZE + SHUTDOWN + EXIT, 0, 2),
    "exit alone": (INITIALIZE + EXIT, 1, 1),
    "exit before all else": (EXIT, 1, 0),
    "shutdown, and the end of the input": (INITIALIZE + SHUTDOWN, 0, 2),
    "the end of the input": (INITIALIZE, 1, 1),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_exit_code_tells_whether_the_editor_asked_the_server_to_shut_down(ending: str) -> None:
    asked, code, replies = ENDINGS[ending]
    done = subprocess.run(
        [sys.executable, "-m", "turnwire", "lsp"], input=asked, capture_output=True, timeout=2 * TIMEOUT, check=False
    )
    assert (code, b"") == (done.returncode, done.stderr)
    assert done.stdout.count(b'"jsonrpc"') == replies
