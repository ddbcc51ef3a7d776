"""The page at `/` in a real browser: what a person does there, with the mouse and with the keyboard alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.service.page.browser import convert_to, expect, read, rows

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLES = Path(__file__).parents[3] / "examples"
CHAT = json.dumps(
    {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "messages": [
            {"role": "user", "content": "Where is the key?"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "find", "input": {"n": 2**70}}]},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "gone", "is_error": True}],
            },
        ],
    },
    indent=1,
)
BAD = '{"model": "x", "messages": [\n {"role": "usr", "content": "🗝 a"}\n]}'


def test_a_pasted_conversation_is_read_and_converted(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", CHAT)
    page.focus("#document")
    page.keyboard.press("ControlOrMeta+V")
    expect(page, "#status", r"Anthropic Messages \(anthropic_messages\), request: 3 messages. No findings.")
    assert ["user 1 Where is the key?"] == rows(page, "#message-1")
    assert ['tool use find t1 { "n": 1180591620717411303424 }'] == rows(page, "#message-2 .box")
    convert_to(page, "openai_chat")
    assert ["dropped tool_result.is_error Message 3 content/0/is_error true"] == rows(page, "#losses li")
    assert ["dropped tool_result.is_error true"] == rows(page, "#message-3 .notes li")
    assert '"role": "tool"' in page.inner_text("#output")
    page.click("#losses li button")
    assert "message-3" == page.evaluate("() => document.activeElement.id")
    page.click("#output button:text('Copy')")
    expect(page, "#output [role=status]", "Copied")
    copied = json.loads(page.evaluate("() => navigator.clipboard.readText()"))
    assert "gone" == copied["messages"][2]["content"]


def test_findings_lead_to_their_places(page: Page) -> None:
    read(page, BAD)
    expect(page, "#status", "request: 1 message. 1 error.")
    expect(page, ".findings", 'did you mean "user"')
    page.click(".findings button")
    selected = (
        "() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionStart + 5) }"
    )
    assert '"usr"' == page.evaluate(selected)
    assert '{"role": "usr", "content": "🗝 a"}' in page.inner_text(".excerpt")


def test_a_text_that_cannot_be_read_has_a_finding(page: Page) -> None:
    read(page, '{"model": "x", ')
    expect(page, ".findings", "the text ends inside an object is the file complete?")
    assert not page.is_visible("#conversation")


def test_a_file_is_dropped(page: Page) -> None:
    data = page.evaluate_handle(
        "(text) => { const d = new DataTransfer(); d.items.add(new File([text], 'chat.json')); return d }", CHAT
    )
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    expect(page, "#status", "3 messages")
    assert CHAT == page.input_value("#document")


def test_the_costs_of_all_targets(page: Page) -> None:
    read(page, CHAT)
    page.click("#compare")
    expect(page, "#compared", r"\d\d targets, the cheapest first")
    first = rows(page, "#targets tbody tr")[0]
    assert first.startswith("Anthropic Messages anthropic_messages 0 0 0 0 nothing")
    page.click("#targets button:text-is('Google Gemini generateContent')")
    expect(page, "#output .bar h3", "gemini_generate")


@pytest.mark.parametrize("name", ["parallel_tools.request.json", "weather.response.json", "context_length.error.json"])
def test_each_kind_of_document_is_shown(page: Page, name: str) -> None:
    page.set_input_files("#file", EXAMPLES / "openai_chat" / name)
    expect(page, "#status", name.split(".")[1])
    expect(page, "#converted", "lost|loss")
    assert page.inner_text("#messages")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_light_or_dark_as_the_system_is(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    colours = "() => ['backgroundColor', 'color'].map((each) => getComputedStyle(document.body)[each])"
    ground, ink = (sum(map(int, re.findall(r"\d+", each))) for each in page.evaluate(colours))
    assert ("dark" == scheme) == (ground < ink)
    assert abs(ground - ink) > 450
