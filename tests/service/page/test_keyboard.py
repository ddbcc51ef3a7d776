"""The page without a mouse, and what a screen reader has of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.service.page.browser import expect
from tests.service.page.test_reading import CHAT

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOW = "() => document.activeElement.id || document.activeElement.textContent.trim()"
RING = "() => getComputedStyle(document.activeElement).outlineStyle"


def tab_to(page: Page, name: str) -> list[str]:
    """Press Tab until an element has the focus; the elements that had it before."""
    passed: list[str] = []
    while (now := page.evaluate(NOW)) != name:
        passed.append(now)
        assert len(passed) < 40, passed
        page.keyboard.press("Tab")
    return passed


def test_everything_is_reached_in_order_by_the_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    assert "Go to the document" == page.evaluate(NOW)
    page.keyboard.press("Enter")
    assert "document" == page.evaluate(NOW)
    page.keyboard.insert_text(CHAT)
    page.keyboard.press("Control+Enter")
    expect(page, "#converted", "loss")
    assert ["document", "dialect", "read"] == tab_to(page, "target")[:3]
    assert "solid" == page.evaluate(RING)
    page.keyboard.type("OpenAI chat")
    expect(page, "#output .bar h3", "openai_chat")
    tab_to(page, "Message 3")
    page.keyboard.press("Enter")
    assert "message-3" == page.evaluate(NOW)
    tab_to(page, "compare")
    page.keyboard.press("Enter")
    expect(page, "#compared", "cheapest")
    tab_to(page, "Google Gemini generateContent")
    page.keyboard.press("Enter")
    expect(page, "#output .bar h3", "gemini_generate")
    assert "target" == page.evaluate(NOW)


def test_each_control_and_each_part_has_a_name(page: Page) -> None:
    page.click("#example")
    expect(page, "#converted", "loss|lost")
    page.click("#compare")
    expect(page, "#compared", "cheapest")
    tree = page.locator("body").aria_snapshot()
    for role in ("banner", "main", "contentinfo"):
        assert f"- {role}" in tree
    for name in ("Document", "What it is", "Conversation", "Converted", "Cost of every target"):
        assert f'- region "{name}"' in tree
        assert f'- heading "{name}" [level=2]' in tree
    controls = re.findall(r"- (button|textbox|combobox|link|img|list|table)\b( \S)?", tree)
    assert {"button", "textbox", "combobox", "link", "list"} <= {role for role, _ in controls}
    named = {"button", "textbox", "combobox", "link", "img"}
    assert [] == [role for role, name in controls if role in named and not name.strip()]
    live = page.locator("[role=status], [role=alert]").evaluate_all("(found) => found.map((each) => each.id)")
    assert {"problem", "status", "converted", "compared"} <= set(live)
