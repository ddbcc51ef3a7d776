"""What the lines of Claude Code take, where the Messages API takes more: ids of calls, media, members of blocks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from tests.session_files import claude as c

import turnwire
from turnwire.model import (
    CacheControl,
    Citation,
    ContentBlock,
    DocumentBlock,
    History,
    ImageBlock,
    Message,
    MessageMetadata,
    Source,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from turnwire.sessions.files import NewFile, new_session, read_session, session_format

CLAUDE_CODE = session_format("claude_code")
FEATURES = ("tool_use.id", "tool_result.tool_use_id")
FORM = re.compile(r"toolu_[a-zA-Z0-9]+")


def called(*ids: str) -> History:
    """A conversation with a call and a result of each of these ids."""
    messages = [Message("user", [TextBlock("go")])]
    for each in ids:
        messages.append(Message("assistant", [ToolUseBlock(each, "Bash", Raw(b"{}"))]))
        messages.append(Message("tool", [ToolResultBlock(each, content=[TextBlock(each)])]))
    return History(messages)


def messages(made: NewFile) -> list[dict[str, Any]]:
    return [json.loads(line)["message"] for line in made.data.splitlines()]


def blocks(made: NewFile) -> list[dict[str, Any]]:
    return [block for message in messages(made) for block in message["content"] if isinstance(block, dict)]


def pairs(made: NewFile) -> list[tuple[str, str]]:
    """The ids of each call and of the result after it."""
    ids = [block.get("id") or block.get("tool_use_id") for block in blocks(made)]
    found = [str(each) for each in ids if each]
    return list(zip(found[::2], found[1::2], strict=True))


# ids of the calls -> those of the lines
IDS: dict[str, tuple[list[str], list[str]]] = {
    "one that fits": (["toolu_01AbC"], ["toolu_01AbC"]),
    "one of OpenAI": (["call_aB3"], ["toolu_callaB3"]),
    "one of Bedrock": (["toolu_bdrk_01A"], ["toolu_bdrk01A"]),
    "letters alone": (["a1"], ["toolu_a1"]),
    "one that becomes another": (["call_1", "toolu_call1"], ["toolu_call1x2", "toolu_call1"]),
    "one that becomes another's second": (
        ["call_1", "call-1", "toolu_call1x2"],
        ["toolu_call1", "toolu_call1x3", "toolu_call1x2"],
    ),
    "a repeated one": (["call_1", "call_2", "call_1"], ["toolu_call1", "toolu_call2", "toolu_call1"]),
    "no letters": (["--", "呼び出し"], ["toolu_Zs26WQpQaf", "toolu_fEbQmKDmal"]),
}


@pytest.mark.parametrize("case", IDS)
def test_calls_and_results_have_ids_of_the_form_that_the_lines_have(case: str) -> None:
    given_ids, expected = IDS[case]
    made = new_session(called(*given_ids), CLAUDE_CODE)
    assert [(each, each) for each in expected] == pairs(made)
    changed = [each for each, new in zip(given_ids, expected, strict=True) if each != new]
    told: set[Any] = {(loss.kind, loss.feature, loss.value) for loss in made.losses}
    assert {("degraded", feature, each) for each in changed for feature in FEATURES} == told


@given(st.lists(st.text(alphabet="ab_-:x2é", min_size=1, max_size=4) | st.sampled_from(["toolu_a", "toolu_ab"])))
def test_distinct_ids_stay_distinct_and_come_back(ids: list[str]) -> None:
    history = called(*ids)
    made = new_session(history, CLAUDE_CODE)
    found = pairs(made)
    assert all(call == result and FORM.fullmatch(call) for call, result in found)
    assert len(set(ids)) == len(set(found)) == len({*zip(ids, found, strict=True)})
    assert made == new_session(history, CLAUDE_CODE)
    (there,) = read_session(made.data, CLAUDE_CODE).histories() or [History([])]
    back = [
        block.id
        for message in made.ids.restore(there).history
        for block in message.content
        if type(block) is ToolUseBlock
    ]
    assert ids == back


def test_a_call_without_an_id_gets_one() -> None:
    made = new_session(called(""), CLAUDE_CODE)
    assert [("toolu_1", "toolu_1")] == pairs(made)
    told: set[Any] = {(loss.kind, loss.feature, loss.value) for loss in made.losses}
    assert {("invented", feature, "toolu_1") for feature in FEATURES} == told


def test_an_id_of_a_call_that_anthropic_ran_stays() -> None:
    search = ToolUseBlock("srvtoolu_1", "web_search", Raw(b"{}"), run_by="provider", call_type="server_tool_use")
    made = new_session(History([Message("user", [TextBlock("go")]), Message("assistant", [search])]), CLAUDE_CODE)
    assert ["srvtoolu_1"] == [block["id"] for block in blocks(made) if "id" in block]


PDF = Source(kind="base64", data=Raw(b'"aGk="'))
ADDRESS = Source(kind="url", data=Raw(b'"https://x.test/a"'))

# block -> the blocks that are written, and the kinds and places of the losses
MEDIA: dict[str, tuple[ContentBlock, list[dict[str, Any]], set[tuple[str, str]]]] = {
    "a picture at an address": (
        ImageBlock(ADDRESS),
        [{"type": "text", "text": "[image: https://x.test/a]"}],
        {("degraded", "")},
    ),
    "a picture in a store of files": (ImageBlock(Source(kind="file_id", data=Raw(b'"file_1"'))), [], {("dropped", "")}),
    "a document at an address": (
        DocumentBlock(ADDRESS, title="Tides"),
        [{"type": "text", "text": "[document: Tides, https://x.test/a]"}],
        {("degraded", "")},
    ),
    "a document of another type": (
        DocumentBlock(PDF, media_type="application/msword", filename="a.doc"),
        [{"type": "text", "text": "[document: a.doc]"}],
        {("degraded", "")},
    ),
    "a document that is text": (
        DocumentBlock(Source(kind="text", data=Raw(b'"high"')), media_type="text/plain", title="Tides"),
        [{"type": "text", "text": "Tides\n\nhigh"}],
        {("reshaped", ""), ("dropped", "/media_type")},
    ),
    "a document with a name": (
        DocumentBlock(PDF, media_type="application/pdf", filename="a.pdf"),
        [
            {"type": "text", "text": "a.pdf"},
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "aGk="}},
        ],
        {("reshaped", "/filename"), ("reshaped", "/title")},
    ),
    "a mark for the cache": (
        TextBlock("a", cache=CacheControl("ephemeral")),
        [{"type": "text", "text": "a"}],
        {("dropped", "/cache")},
    ),
    "a citation": (
        TextBlock("a", citations=[Citation(kind="web", url="https://x.test/a")]),
        [{"type": "text", "text": "a"}],
        {("dropped", "/citations")},
    ),
}


@pytest.mark.parametrize("case", MEDIA)
def test_blocks_have_what_the_lines_take(case: str) -> None:
    block, expected, losses = MEDIA[case]
    made = new_session(History([Message("user", [TextBlock("see"), block])]), CLAUDE_CODE)
    found = messages(made)[0]["content"]
    assert [{"type": "text", "text": "see"}, *expected] == (
        found if isinstance(found, list) else [{"type": "text", "text": found}]
    )
    assert losses == {(loss.kind, loss.path.removeprefix("/history/0/content/1")) for loss in made.losses}


def test_what_another_provider_found_is_a_result_without_addresses_of_pictures() -> None:
    call = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "q"}}
    history = turnwire.read(
        {"model": "gpt-5", "input": [{"role": "user", "content": "q"}, call]}, "openai_responses", kind="request"
    )
    made = new_session(history, CLAUDE_CODE)
    assert all(FORM.fullmatch(block["id"]) for block in blocks(made) if block["type"] == "tool_use")


def test_each_block_of_a_reply_has_its_line() -> None:
    """Of a line with a call that has no result Claude Code takes nothing, so the text has a line of its own."""
    reply: list[ContentBlock] = [TextBlock("a"), ToolUseBlock("toolu_1", "Bash", Raw(b"{}"))]
    made = new_session(History([Message("user", [TextBlock("go")]), Message("assistant", reply)]), CLAUDE_CODE)
    _, first, second = messages(made)
    assert [["text"], ["tool_use"]] == [[block["type"] for block in each["content"]] for each in (first, second)]
    assert first["id"] == second["id"]
    assert [None, "tool_use"] == [first["stop_reason"], second["stop_reason"]]
    (there,) = read_session(made.data, CLAUDE_CODE).histories()
    assert [["user", 1], ["assistant", 2]] == [[each.role, len(each.content)] for each in there.history]


@pytest.mark.parametrize(
    ("reason", "expected"), [("max_tokens", "max_tokens"), ("refusal", "end_turn"), (None, "end_turn")]
)
def test_each_reply_has_its_model_and_its_stop_reason(reason: Any, expected: str) -> None:
    history = History(
        [
            Message("user", [TextBlock("a")]),
            Message("assistant", [TextBlock("b")], metadata=MessageMetadata(model="one", stop_reason=reason)),
            Message("user", [TextBlock("c")]),
            Message("assistant", [TextBlock("d")], metadata=MessageMetadata(model="two")),
        ]
    )
    replies = [each for each in messages(new_session(history, CLAUDE_CODE)) if each["role"] == "assistant"]
    assert [("one", expected), ("two", "end_turn")] == [(each["model"], each["stop_reason"]) for each in replies]
    for name in ("codex", "atif"):
        form = session_format(name)
        (there,) = read_session(new_session(history, form).data, form).histories()
        assert ["one", "two"] == [
            each.metadata.model for each in there.history if each.metadata and each.metadata.model
        ]


# what a broken file has as the content of a message, and the value of the loss of it
BROKEN_CONTENTS: dict[str, tuple[Any, list[Any]]] = {
    "number": (-(2**63) - 1, [-(2**63) - 1]),
    "object": ({"a": 1}, [{"a": 1}]),
    "flag": (True, [True]),
    "null": (None, []),
    "list": ([], []),
}


@pytest.mark.parametrize("role", ["user", "assistant"])
@pytest.mark.parametrize("case", BROKEN_CONTENTS)
def test_what_is_no_content_is_reported_and_not_written(case: str, role: str) -> None:
    content, told = BROKEN_CONTENTS[case]
    lines = (
        c.user("u1", None, "hello"),
        c.envelope("b1", "u1", type=role, message={"role": role, "content": content}),
        c.user("u2", "b1", "still here?"),
    )
    (history,) = read_session(c.file_of(*lines), CLAUDE_CODE).histories()
    made = new_session(history, CLAUDE_CODE)
    assert ["hello", "still here?"] == [each["content"] for each in messages(made)]
    found: list[Any] = [(loss.path, loss.value) for loss in made.losses if loss.kind == "dropped"]
    kept = "/history/1/provider_raw/anthropic_messages/content"
    assert told == [value for path, value in found if path == kept]
    assert ("/history/1/role", role) in found


def test_what_is_no_block_is_written_as_it_is() -> None:
    lines = (
        c.reply("a1", None, "msg_1", c.call("toolu_1")),
        c.user("r1", "a1", [{"type": "tool_result", "tool_use_id": "toolu_1"}, 1.5, "x"]),
    )
    (history,) = read_session(c.file_of(*lines), CLAUDE_CODE).histories()
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": ""}
    assert [result, 1.5, "x"] == messages(new_session(history, CLAUDE_CODE))[1]["content"]


# a call that has no input
NO_INPUT: dict[str, ToolUseBlock] = {
    "of a shell": ToolUseBlock("toolu_1", "local_shell", call_type="local_shell_call"),
    "of another agent": ToolUseBlock("toolu_1", "Bash"),
}


@pytest.mark.parametrize("case", NO_INPUT)
def test_an_absent_input_becomes_an_object_which_is_reported(case: str) -> None:
    call = Message("assistant", [NO_INPUT[case]])
    result = Message("tool", [ToolResultBlock("toolu_1", content=[TextBlock("done")])])
    codex = session_format("codex")
    for chain in ([CLAUDE_CODE], [codex, CLAUDE_CODE], [CLAUDE_CODE, codex]):
        history = History([Message("user", [TextBlock("go")]), call, result])
        invented: list[Any] = []
        for form in chain:
            made = new_session(history, form)
            invented += [loss.value for loss in made.losses if loss.feature == "tool_use.input"]
            (history,) = read_session(made.data, form).histories()
        found = [each.input for message in history.history for each in message.content if type(each) is ToolUseBlock]
        assert {} == invented[-1]
        assert [b"{}"] == [bytes(each) for each in found]
