"""The lines of a new session file have the times of the messages that their texts, calls and results came from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw, structs
from tests.session_files import claude, codex
from tests.session_files.claude import file_of

from turnwire.documents.residue import marked
from turnwire.model import ContentBlock, History, Message, Meta, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files import new_session, read_session, session_format
from turnwire.sessions.files.line_times import times_of

if TYPE_CHECKING:
    from turnwire.model import Loss

DAY = "2026-05-01T"
SEARCHED = [
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
]


def at(hour: int) -> str:
    return f"{DAY}{hour:02}:00:00.000Z"


def timed(*lines: Any) -> bytes:
    """A file whose lines are one hour apart, from 10:00."""
    return file_of(*({**line, "timestamp": at(10 + n)} for n, line in enumerate(lines)))


# case -> the format, its lines, the format that is written, and the hours of the texts, calls and results in it
CASES: dict[str, tuple[str, bytes, str, dict[str, int]]] = {
    "two prompts": (
        "claude_code",
        timed(claude.user("a", None, "one"), claude.user("b", "a", "two")),
        "codex",
        {"one": 10, "two": 11},
    ),
    "a search of Anthropic's": (
        "claude_code",
        timed(
            claude.user("a", None, "one"),
            claude.reply("b", "a", "m1", *SEARCHED, claude.text("found")),
            claude.user("c", "b", "two"),
            claude.reply("d", "c", "m2", claude.text("three")),
            claude.user("e", "d", "four"),
        ),
        "codex",
        {"one": 10, "web_search": 11, "found": 11, "two": 12, "three": 13, "four": 14},
    ),
    "a search of OpenAI's": (
        "codex",
        timed(
            codex.meta(),
            codex.said("user", "one"),
            codex.item("web_search_call", id="ws_1", status="completed", action={"type": "search", "query": "q"}),
            codex.said("user", "two"),
            codex.said("assistant", "three"),
            codex.said("user", "four"),
        ),
        "claude_code",
        {"one": 11, "web_search": 12, "completed": 12, "two": 13, "three": 14, "four": 15},
    ),
    "parallel calls to Codex": (
        "claude_code",
        timed(
            claude.user("a", None, "one"),
            claude.reply("b", "a", "m1", claude.call("toolu_1"), claude.call("toolu_2")),
            claude.result("c", "b", "toolu_1", "first"),
            claude.result("d", "c", "toolu_2", "second"),
        ),
        "codex",
        {"one": 10, "Bash": 11, "first": 12, "second": 13},
    ),
    "parallel calls to Claude Code": (
        "codex",
        timed(
            codex.meta(),
            codex.said("user", "one"),
            codex.call("c1"),
            codex.call("c2"),
            codex.output("c1", "first"),
            codex.output("c2", "second"),
            codex.said("assistant", "three"),
        ),
        "claude_code",
        {"one": 11, "exec_command": 12, "first": 14, "second": 15, "three": 16},
    ),
    "a compaction that becomes nothing": (
        "codex",
        timed(
            codex.meta(),
            codex.said("user", "one"),
            codex.item("compaction", encrypted_content="sealed"),
            codex.said("user", "two"),
            codex.said("assistant", "three"),
        ),
        "claude_code",
        {"one": 11, "two": 13, "three": 14},
    ),
}


def words_of(data: bytes) -> list[tuple[str, str]]:
    """Each string in the lines of a file, with the time of its line."""
    lines = [json.loads(line) for line in data.splitlines()]
    return [(word, line["timestamp"]) for line in lines for word in _strings(line.get("payload") or line["message"])]


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [word for each in inner for word in _strings(each)]


@pytest.mark.parametrize("name", CASES)
def test_each_text_has_its_time(name: str) -> None:
    source, data, target, hours = CASES[name]
    history = read_session(data, session_format(source)).histories()[0]
    found = set(words_of(new_session(history, session_format(target)).data))
    assert {(word, at(hour)) for word, hour in hours.items()} == {each for each in found if each[0] in hours}


def test_the_time_of_what_is_not_written_is_a_loss() -> None:
    source, data, target, _ = CASES["a compaction that becomes nothing"]
    history = read_session(data, session_format(source)).histories()[0]
    lost: list[Any] = [
        loss for loss in new_session(history, session_format(target)).losses if "created_at" in loss.path
    ]
    place = "/history/2/created_at"
    assert [("dropped", place, "message.created_at", at(12))] == [(x.kind, x.path, x.feature, x.value) for x in lost]


def in_one_turn(*blocks: ContentBlock, time: str) -> Message:
    """A message that goes on in the turn before it, as requests of Anthropic's are read."""
    return Message(
        "user", list(blocks), created_at=time, provider_raw=marked(None, "anthropic_messages", {"turn": "same"})
    )


JOINED: dict[str, tuple[list[ContentBlock], int, set[int]]] = {
    "the first message": ([TextBlock("one")], 10, {2}),
    "the second, as the first has nothing": ([], 11, {1}),
}


@pytest.mark.parametrize("name", JOINED)
def test_a_line_has_the_time_of_the_first_message_in_it(name: str) -> None:
    first, hour, lost = JOINED[name]
    result = Message("tool", [ToolResultBlock("call_1", content=[TextBlock("high")])], created_at=at(9))
    said = [Message("user", first, created_at=at(10)), in_one_turn(TextBlock("two"), time=at(11))]
    made = new_session(History([result, *said]), session_format("claude_code"))
    assert [at(9), at(hour)] == [json.loads(line)["timestamp"] for line in made.data.splitlines()]
    assert lost == _lost_times(made.losses)


# Random sessions: every text, input and result of message n has the word `m<n>.` in it.
_TAG = re.compile(r"m(\d+)\.")
KINDS = (
    "text",
    "two texts",
    "call",
    "result",
    "two results",
    "search",
    "result alone",
    "nothing",
    "interaction",
    "goes on",
    "found",
)


def _search(n: int) -> list[ContentBlock]:
    page = [{"type": "web_search_result", "title": f"m{n}.", "url": "https://tides.example", "encrypted_content": "e"}]
    call = ToolUseBlock(f"srvtoolu_{n}", "web_search", Raw(b'{"query":"m%d."}' % n), run_by="provider")
    found = ToolResultBlock(
        f"srvtoolu_{n}",
        run_by="provider",
        result_type="web_search_tool_result",
        provider_result=Raw(json.dumps(page).encode()),
    )
    return [call, found]


def _found(n: int) -> list[ContentBlock]:
    """A search of OpenAI's, whose call and result are one item."""
    call = ToolUseBlock(f"ws_{n}", "web_search", Raw(b'{"query":"m%d."}' % n), run_by="provider")
    call.call_type = "web_search_call"
    result = ToolResultBlock(f"ws_{n}", run_by="provider", result_type="web_search_call")
    result.content = [TextBlock(f"m{n}. found")]
    return [call, result]


def message(n: int, kind: str, role: Any, *, has_time: bool) -> Message:
    text, time = TextBlock(f"m{n}. said"), f"{DAY}10:{n:02}:00.000Z" if has_time else None
    if kind == "interaction":
        return Message("user_interaction", interaction=Raw(b'{"pressed":"m%d."}' % n), created_at=time)
    if kind == "goes on":
        return structs.replace(in_one_turn(text, time=""), created_at=time)
    blocks: dict[str, list[ContentBlock]] = {
        "found": [*_found(n), text],
        "text": [text],
        "two texts": [text, TextBlock(f"and m{n}.")],
        "call": [text, ToolUseBlock(f"call_{n}", "tides", Raw(b'{"at":"m%d."}' % n))],
        "result": [ToolResultBlock(f"call_{n - 1}", content=[text])],
        "two results": [ToolResultBlock(f"call_{n - each}", content=[text]) for each in (1, 2)],
        "search": [*_search(n), text],
        "result alone": _search(n)[1:],
        "nothing": [],
    }
    roles = {"call": "assistant", "result": "tool", "two results": "tool", "search": "assistant", "found": "assistant"}
    own: Any = roles.get(kind, "assistant" if kind == "result alone" else role)
    return Message(own, blocks[kind], created_at=time)


SAID = st.tuples(st.sampled_from(KINDS), st.sampled_from(["user", "assistant", "system", "tool"]), st.booleans())


@given(said=st.lists(SAID, max_size=8), target=st.sampled_from(["claude_code", "codex"]))
def test_every_text_has_the_time_of_its_message_or_that_is_lost(said: list[tuple[str, str, bool]], target: str) -> None:
    messages = [message(n, kind, role, has_time=has_time) for n, (kind, role, has_time) in enumerate(said)]
    history = History(messages, meta=Meta(chat_started=at(9)))
    made = new_session(history, session_format(target))
    lost, times, words = _lost_times(made.losses), times_of(history), words_of(made.data)
    for word, time in words:
        for n in map(int, _TAG.findall(word)):
            assert time == times[n] or n in lost
    written = {time for _, time in words}
    for n, each in enumerate(messages):
        assert each.created_at is None or each.created_at in written or n in lost


def _lost_times(losses: tuple[Loss, ...]) -> set[int]:
    """The positions of the messages whose time, or all of them, is dropped."""
    places = (re.fullmatch(r"/history/(\d+)(/created_at)?", loss.path) for loss in losses if loss.kind == "dropped")
    return {int(place[1]) for place in places if place}
