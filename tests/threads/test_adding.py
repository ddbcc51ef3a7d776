"""New turns: what they say, what they are told, and what they inherit."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.threads.conftest import frame, name, thread

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import (
    Document,
    Frame,
    InMemory,
    Told,
    add_turn,
    branch_turn,
    document_turn,
    integrity,
    reply_turn,
    resolve,
    result_turn,
)
from turnwire.systems.gpt2099.threads.adding import MOST_DOCUMENT_BYTES, NewTurn
from turnwire.systems.gpt2099.threads.frames import encode

TURNS = thread(frame("a", head="main"), frame("b", "a"), frame("c", "a", head="side"))


def meta_of(turn: NewTurn) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode(turn.frame))["meta"]
    return found


def code_of(said: Any, told: Told, turns: InMemory = TURNS) -> str:
    with pytest.raises(InvalidDocument) as refused:
        add_turn(turns, said, told, name("z"))
    return refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("said", "told", "content"),
    [
        ("Hi", Told(), [{"type": "text", "text": "Hi"}]),
        ("", Told(), [{"type": "text", "text": ""}]),
        (["a", "b"], Told(), [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]),
        ('[{"type":"text","text":"j"}]', Told(json=True), [{"type": "text", "text": "j"}]),
        ('{"type":"text","text":"one"}', Told(json=True), {"type": "text", "text": "one"}),
        ('"a text"', Told(json=True), "a text"),
        ("[1.50, 12345678901234567890]", Told(json=True), [1.5, 12345678901234567890]),
    ],
)
def test_what_is_said(said: Any, told: Told, content: Any) -> None:
    added = add_turn(TURNS, said, told, name("z"))
    assert (content, integrity(added.content)) == (json.loads(added.content), added.frame.hash)


@pytest.mark.parametrize(
    ("said", "told", "code"),
    [
        ([], Told(), "thread.content"),
        (["a", 1], Told(), "thread.content"),
        ({"type": "text"}, Told(), "thread.content"),
        (7, Told(), "thread.content"),
        (["[]"], Told(json=True), "thread.content"),
        ("not json", Told(json=True), "json.syntax"),
        ('{"a":1,"a":2}', Told(json=True), "json.duplicate-key"),
        ("[" * 100 + "]" * 100, Told(json=True), "json.depth"),
        ("null", Told(json=True), "thread.content"),
        ("7", Told(json=True), "thread.content"),
        ("true", Told(json=True), "thread.content"),
        ("x", Told(bookmark="b" * 25), "thread.bookmark"),
        ("x", Told(bookmark="B4" * 12 + "z"), "thread.bookmark"),
        ("x", Told(continues=""), "thread.headish"),
        ("x", Told(continues="\ud800"), "thread.headish"),
        ("\ud800", Told(), "json.value"),
        ("\ud800", Told(json=True), "json.utf8"),
        ("x", Told(continues="nowhere"), "thread.headish"),
        ("x", Told(continues=name("x")), "thread.missing"),
    ],
)
def test_what_cannot_be_said(said: Any, told: Told, code: str) -> None:
    assert code == code_of(said, told)


def test_there_is_nothing_to_respond_to() -> None:
    assert "thread.empty" == code_of("x", Told(respond=True), InMemory([], {}))


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (Told(), {"continues": []}),
        (Told(continues="main"), {"continues": [name("a")], "head": "main"}),
        (Told(continues=[name("A"), "side"]), {"continues": [name("A"), name("c")], "head": "side"}),
        (Told(continues=["main", name("b")]), {"continues": [name("a"), name("b")]}),
        (Told(continues=["side"], respond=True), {"continues": [name("c"), name("c")], "head": "side"}),
        (Told(continues="main", bookmark="new"), {"continues": [name("a")], "head": "new"}),
        (Told(continues="main", bookmark=""), {"continues": [name("a")], "head": "main"}),
        (Told(cache=True), {"continues": [], "cache": True}),
        (Told(cache=False), {"continues": []}),
    ],
)
def test_what_a_turn_is_told_and_inherits(told: Told, expected: dict[str, Any]) -> None:
    always = {"role": "user", "content_type": "application/json", "options": {}}
    assert always | expected == meta_of(add_turn(TURNS, "x", told, name("z")))


@pytest.mark.parametrize(
    ("told", "own", "merged"),
    [
        (Told(), {}, {"search": True, "servers": ["fs"]}),
        (Told(search=False, servers=[]), {}, {"search": True, "servers": ["fs"]}),
        (Told(no_search=True), {"search": False}, {"search": False, "servers": ["fs"]}),
        (Told(no_servers=True), {"servers": []}, {"search": True, "servers": []}),
        (Told(tool_mode="auto"), {"tool_mode": "auto"}, {"search": True, "servers": ["fs"], "tool_mode": "auto"}),
        (Told(tool_mode=""), {}, {"search": True, "servers": ["fs"]}),
    ],
)
def test_an_inherited_option_is_switched_off(told: Told, own: dict[str, Any], merged: dict[str, Any]) -> None:
    asked = frame("a", head="main", options={"search": True, "servers": ["fs"]})
    added = add_turn(thread(asked), "x", msgspec.structs.replace(told, continues="main"), name("b"))
    both = InMemory([asked, added.frame], {"#a": b"[]", str(added.frame.hash): added.content})
    assert (own, merged) == (meta_of(added)["options"], resolve(both, "main").options)


@pytest.mark.parametrize("told", [Told(search=True, no_search=True), Told(servers=["fs"], no_servers=True)])
def test_options_that_contradict_each_other(told: Told) -> None:
    assert "thread.options" == code_of("x", told)


def test_an_inherited_option_is_replaced_as_in_gpt2099() -> None:
    told = Told(servers=["fs"], search=True, provider_ptr="kilo")
    assert {"provider_ptr": "kilo", "servers": ["fs"], "search": True} == meta_of(
        add_turn(TURNS, "x", told, name("z"))
    )["options"]
    assert {} == meta_of(add_turn(TURNS, "x", Told(servers=[], search=False, provider_ptr=""), name("z")))["options"]


def test_keys_it_does_not_know_are_passed_over() -> None:
    told = msgspec.json.decode(b'{"bookmark":"b","temperature":1}', type=Told)
    assert Told(bookmark="b") == told


def test_a_document_is_kept_as_bytes() -> None:
    about = Document(name="notes.MD", original_path="/home/me/notes.MD", bookmark="doc", cache=True)
    turn = document_turn(b"# hi", about, name("z"))
    expected = {
        "role": "user",
        "content_type": "text/markdown",
        "type": "document",
        "head": "doc",
        "cache": True,
        "document_name": "notes.MD",
        "original_path": "/home/me/notes.MD",
        "file_size": 4,
    }
    assert (expected, b"# hi") == (meta_of(turn), turn.content)
    window = json.loads(resolve(InMemory([turn.frame], {str(turn.frame.hash): turn.content}), "doc").to_json())
    source = {"type": "base64", "media_type": "text/markdown", "data": "IyBoaQ=="}
    assert [{"role": "user", "content": [{"type": "document", "source": source}], "cache": True}] == window["messages"]


@pytest.mark.parametrize(
    ("data", "about"),
    [(b"x", Document(name="x.exe")), (b"", Document(name="x.md")), (b"x", Document(name="md"))],
    ids=["unknown kind", "empty", "no suffix"],
)
def test_a_document_that_cannot_be_one(data: bytes, about: Document) -> None:
    with pytest.raises(InvalidDocument) as refused:
        document_turn(data, about, name("z"))
    assert "thread.content" == refused.value.diagnostics[0].code


def test_a_document_of_more_than_100_megabytes_is_refused() -> None:
    with pytest.raises(InvalidDocument) as refused:
        document_turn(bytes(MOST_DOCUMENT_BYTES + 1), Document(name="x.pdf"), name("z"))
    assert "thread.content" == refused.value.diagnostics[0].code


REPLY = b'{"message":{"type":"message","role":"assistant","model":"m","content":[],"usage":{"output_tokens":1}},"k":1}'


def test_a_reply_is_the_turn_of_the_assistant() -> None:
    turn = reply_turn(TURNS, REPLY, "main", name("z"))
    message = {"type": "message", "role": "assistant", "model": "m", "usage": {"output_tokens": 1}}
    expected = {"role": "assistant", "content_type": "application/json", "continues": name("a"), "message": message}
    assert (expected | {"k": 1, "head": "main"}, b"[]") == (meta_of(turn), turn.content)


# What a turn that continues `z` gets: replies pass on the bookmark of what they answer, also where gpt2099 stored none.
ANSWERED: list[tuple[list[Frame], str | None]] = [
    ([frame("a", head="main"), frame("z", "a", role="assistant")], "main"),
    ([frame("a", head="main"), frame("z", "a", role="assistant", head="own")], "own"),
    ([frame("a"), frame("z", "a", role="assistant")], None),
    ([frame("a", head="main"), frame("b", "a"), frame("z", "b", role="assistant")], None),
    ([frame("a", head="main"), frame("b", "a", role="assistant"), frame("z", "b", role="assistant")], "main"),
    ([frame("a", head="one"), frame("b", head="two"), frame("z", "a", "b", role="assistant")], "two"),
    ([frame("z", "a", role="assistant")], None),
    ([frame("z", "z", role="assistant")], None),
]


@pytest.mark.parametrize(("frames", "expected"), ANSWERED)
def test_a_turn_after_a_reply_has_the_bookmark_of_the_question(frames: list[Frame], expected: str | None) -> None:
    turns = thread(*frames)
    made = (
        add_turn(turns, "x", Told(continues=name("z")), name("y")),
        reply_turn(turns, REPLY, name("z"), name("y")),
        result_turn(turns, b"[]", name("z"), name("y")),
    )
    assert [expected] * 3 == [turn.frame.about.head for turn in made]


@pytest.mark.parametrize("reply", [b"[]", b"{}", b'{"message":7}', b'{"message":{}}', b'{"message":{"content":"x"}}'])
def test_what_is_no_reply(reply: bytes) -> None:
    with pytest.raises(InvalidDocument) as refused:
        reply_turn(TURNS, reply, "main", name("z"))
    assert "thread.content" == refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"continues": "x"}, "/continues"),
        ({"role": "user"}, "/role"),
        ({"head": None}, "/head"),
        ({"k": 1, "type": "document"}, "/type"),
        ({"message": {"role": 5, "content": []}}, "/message/role"),
        ({"message": {"role": "user", "content": []}}, "/message/role"),
    ],
)
def test_a_reply_says_nothing_that_is_the_turns_own(more: dict[str, Any], pointer: str) -> None:
    reply = {"message": {"role": "assistant", "content": []}, **more}
    with pytest.raises(InvalidDocument) as refused:
        reply_turn(TURNS, json.dumps(reply).encode(), "main", name("z"))
    found = refused.value.diagnostics[0]
    assert ("thread.content", pointer) == (found.code, found.pointer)


def test_what_else_stands_beside_the_message_is_kept() -> None:
    reply = {"message": {"content": []}, "extra": {"a": 1}, "seconds": 2}
    kept = meta_of(reply_turn(TURNS, json.dumps(reply).encode(), "main", name("z")))
    assert ({"a": 1}, 2) == (kept["extra"], kept["seconds"])


def test_results_of_tools_carry_the_bookmark_of_what_they_answer() -> None:
    turn = result_turn(TURNS, b'[{"type":"tool_result","name":"fs___ls","content":[]}]', "side", name("z"))
    expected = {"role": "user", "content_type": "application/json", "continues": name("c"), "head": "side"}
    assert expected == meta_of(turn)
    with pytest.raises(InvalidDocument, match=r"thread\.content"):
        result_turn(TURNS, b"{}", "side", name("z"))


def test_a_bookmark_is_no_id() -> None:
    with pytest.raises(InvalidDocument, match=r"thread\.bookmark"):
        branch_turn(TURNS, "b" * 25, ["main"], name("z"))
    with pytest.raises(InvalidDocument, match=r"thread\.bookmark"):
        document_turn(b"x", Document(name="x.md", bookmark="b" * 25), name("z"))
    assert "b" * 24 == branch_turn(TURNS, "b" * 24, ["main"], name("z")).frame.about.head


def test_a_branch_is_a_bookmark_without_content() -> None:
    turn = branch_turn(TURNS, "try", ["main"], name("z"))
    assert {"role": "user", "options": {}, "head": "try", "continues": [name("a")]} == meta_of(turn)
    turns = thread(frame("a", head="main"))
    before = resolve(turns, "main").to_json()
    both = InMemory([frame("a", head="main"), turn.frame], {"#a": turns.content("#a")})
    assert before == resolve(both, "try").to_json()
