"""Models: the one that is there by default, and one that a command line names."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.drawer_server.conftest import STORED, drawers, serving
from tests.drawer_server.sending import FORM, sent, upload
from tests.drawer_server.test_requests import BASES

import turnwire
from turnwire.cli.app import app
from turnwire.systems.geppetto.server import Answer, Document, EchoModel, Query

if TYPE_CHECKING:
    from pathlib import Path

    from tests.drawer_server.conftest import Server

HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer x"}
MODULE = '''
from turnwire.systems.geppetto.server import Answer

class Counting:
    """Says what it was given."""

    def answer(self, query, documents):
        if query.message == "fail":
            raise RuntimeError("a secret of the model")
        if query.message == "half a letter":
            return Answer("\\ud800")
        if query.message == "nothing":
            return None
        if query.message == "settings":
            return Answer(f"{query.top_p} {query.stop_sequences}")
        names = ", ".join(f"{each.drawer}/{each.name}: {[file.name for file in each.files]}" for each in documents)
        return Answer(f"{query.uid} in {query.session_id}: {names}", ("source=a,page=1",))

ready = Counting()
unfit = object()
'''


# What a query says of topP and of stopSequences, and what the model gets.
SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({}, "None ()"),
    ({"topP": 0.5, "stopSequences": ["a", "b"]}, "0.5 ('a', 'b')"),
    ({"topP": "0.5", "stopSequences": "a"}, "None ()"),
    ({"topP": True, "stopSequences": ["a", None]}, "None ()"),
    ({"topP": [0.5], "stopSequences": []}, "None ()"),
]


def ask(server: Server, path: str = "/message/", base: str = "query", **changed: Any) -> dict[str, Any]:
    members = {**BASES[base], **changed}
    body = json.dumps({key: value for key, value in members.items() if value is not None}).encode()
    status, reply = sent(server.address, path, body, HEADERS)
    assert 200 == status
    found: dict[str, Any] = reply
    return found


def test_a_model_gets_the_settings_that_are_as_documented(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(MODULE)
    with serving(drawers(tmp_path), "--model", "counting:ready") as server:
        for settings, told in SETTINGS:
            assert told == ask(server, message="settings", **settings)["content"]


@pytest.mark.parametrize("name", ["counting:Counting", "counting:ready"])
def test_a_model_is_named_by_module_and_attribute(name: str, tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(MODULE)
    with serving(drawers(tmp_path), "--model", name) as server:
        reply = ask(server)
        assert "ada in thread-7: Herbs/mint-guide: ['mint-guide.txt']" == reply["content"]
        assert ["source=a,page=1"] == reply["citations"]
        assert (6, 5) == (reply["inputTokenCount"], reply["outputTokenCount"])


def test_a_model_that_fails_makes_an_error_and_its_words_are_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(MODULE)
    with serving(drawers(tmp_path), "--model", "counting:ready") as server:
        for message in ("fail", "half a letter", "nothing"):
            reply = ask(server, message=message)
            assert ("ERROR", "99") == (reply["requestType"], reply["error"]["code"])
            assert "An error occurred: the model failed; the log of the server says why" == reply["content"]
            assert [("geppetto", "error")] == turnwire.detect(reply)[:1]
        server.process.terminate()
        assert server.process.stderr is not None
        log = server.process.stderr.read()
    assert "RuntimeError: a secret of the model" in log


def test_a_conversation_remembers_the_document_that_it_chose(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(MODULE)
    with serving(drawers(tmp_path), "--model", "counting:ready") as server:
        ask(server, "/setfiledrawer/", "choice", message="/Herbs/basil", sessionId="one")
        ask(server, "/setfiledrawer/", "choice", message="/Herbs/rosemary", sessionId="one")
        without: dict[str, Any] = {"document": None}
        assert "ada in one: Herbs/basil: ['basil.pdf']" == ask(server, **without, sessionId="one")["content"]
        assert "ada in two: " == ask(server, **without, sessionId="two")["content"]
        assert "bob in one: " == ask(server, **without, sessionId="one", uid="bob")["content"]
        assert "Herbs/mint-guide" in ask(server, sessionId="one")["content"]


def test_an_uploaded_document_is_listed_and_asked_about(tmp_path: Path) -> None:
    with serving(drawers(tmp_path)) as server:
        body = upload("New", ("sage.txt", b"Sage needs sun.\n"), ("sage.md", b"# Sage\n"))
        assert 200 == sent(server.address, "/uploadfile/", body, {"Content-Type": FORM})[0]
        listing = ask(server, "/listfiledrawers/", "list")["responseMsg"]
        assert '{\n    "Herbs": [\n        "basil",\n        "mint-guide"\n    ],\n    "New": [\n' in listing
        reply = ask(server, message="What needs sage?", document="New/sage")
        assert "You asked: What needs sage? sage.txt says: Sage needs sun." == reply["content"]


def test_a_signal_stops_the_server(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with serving(drawers(tmp_path)) as server:
            server.process.send_signal(number)
            assert 0 == server.process.wait(30)


def documents(folder: Path, **files: str) -> list[Document]:
    paths = [folder / name.replace("_", ".") for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text, newline="")
        os.utime(path, (STORED, STORED))
    return [Document("Herbs", "mint", tuple(paths))]


def query(message: str, **given: Any) -> Query:
    return Query(message, "p", "u", "s", "en", **given)


@pytest.mark.parametrize(
    ("text", "message", "expected"),
    [
        ("One.\n\fWater daily.\n", "how much WATER?", ("Water daily.", 2)),
        ("\n\n  First.  \nSecond.\n", "?", ("First.", 1)),
        ("Sun.\nSun and rain.\n", "sun, rain", ("Sun and rain.", 1)),
    ],
)
def test_the_echo_cites_the_line_with_most_words_of_the_question(
    text: str, message: str, expected: tuple[str, int], tmp_path: Path
) -> None:
    answer = EchoModel().answer(query(message), documents(tmp_path, mint_txt=text))
    line, page = expected
    citation = f"source=mint.txt,page={page},date=01/22/2024"
    assert Answer(f"You asked: {message} mint.txt says: {line}", (citation,)) == answer


def test_the_echo_says_what_it_can(tmp_path: Path) -> None:
    empty = [Document("Herbs", "mint", ())]
    assert Answer("You asked: Hm? Herbs/mint has no files.") == EchoModel().answer(query("Hm?"), empty)
    blank = EchoModel().answer(query("Hm?"), documents(tmp_path, mint_txt="\n"))
    assert Answer("You asked: Hm?", ("source=mint.txt,page=1,date=01/22/2024",)) == blank


USAGE = {
    "--model nonsense": "'nonsense' is not MODULE:ATTRIBUTE",
    "--model no_such_module:x": "'no_such_module:x' cannot be imported",
    "--model json:no_such_name": "'json:no_such_name' cannot be imported",
    "--model json:dumps": "'json:dumps' has no method `answer`",
    "--host 203.0.113.1": "cannot listen on 203.0.113.1 port",
    "--folder nowhere": "does not exist",
    "--port 70000": "70000 is not in the range",
}


@pytest.mark.parametrize("options", USAGE)
def test_what_cannot_be_meant_is_refused(options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["geppetto", "serve", "--folder", ".", *options.split()])
    assert 0 != found.exit_code
    assert USAGE[options] in " ".join(found.output.replace("│", " ").split())
