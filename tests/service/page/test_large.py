"""Large documents: a part of them is shown, and a button says how much is left."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.service.page.browser import expect, read

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

MOST_ELEMENTS = 3000
SHOWN = 30


def chat(count: int, text: str) -> str:
    return json.dumps({"messages": [{"role": "user", "name": f"n{at}", "content": text} for at in range(count)]})


def test_many_messages_and_losses_are_shown_in_steps(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(chat(5000, "word " * 40))
    page.set_input_files("#file", path)
    expect(page, "#held", "long.json, 1.2 MB: too large for the text field, but read as a whole.")
    expect(page, "#converted", "5,00. losses")
    assert SHOWN == page.locator(".message").count()
    assert page.evaluate("() => document.querySelectorAll('*').length") < MOST_ELEMENTS
    page.click("button:text-is('Show more messages (4,970 left)')")
    assert 2 * SHOWN == page.locator(".message").count()
    assert f"message-{SHOWN + 1}" == page.evaluate("() => document.activeElement.id")
    page.click("#losses .more")
    expect(page, "#losses", "Message 80")
    assert "Show 40 more (4,922 losses left)" == page.inner_text("#losses .more")
    assert page.evaluate("() => document.querySelectorAll('*').length") < MOST_ELEMENTS
    page.click("#clear")
    assert page.is_visible("#document")


def test_a_long_text_is_shown_in_parts(page: Page) -> None:
    read(page, chat(1, "🗝" * 6000))
    expect(page, "#converted", "loss")
    # JavaScript counts the halves of surrogate pairs.
    for shown, left in ((2000, 8000), (4000, 4000)):
        assert "🗝" * shown == page.inner_text("#message-1 .text")
        page.click(f"#message-1 button:text-is('Show more ({left:,} characters left)')")
    assert "🗝" * 6000 == page.inner_text("#message-1 .text")
    assert 0 == page.locator("#message-1 .more").count()
