"""A document whose every text is an attack, in a real browser: nothing of it runs, and nothing is asked of anybody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from tests.service.page.browser import Watched

HTML = (
    "<script>window.hacked = 1; alert(1)</script>"
    "<img src=x onerror='window.hacked = 1; alert(1)'><svg onload='window.hacked = 1; alert(1)'></svg>"
    "\"'><iframe srcdoc='<script>parent.hacked = 1</script>'></iframe>"
    "<img src='https://attacker.example/seen.png'><link rel=stylesheet href='https://attacker.example/a.css'>"
)
ATTACKS = {
    "html": HTML,
    "url": "javascript:window.hacked=1",
    "odd": "\u202e</textarea></style><body onload='window.hacked=1'><b>&lt;script&gt;\x00\x1b[31m",
}
URLS = (
    "javascript:window.hacked=1",
    "https://attacker.example/picture.png",
    "data:text/html,<script>parent.hacked=1</script>",
    "//attacker.example/x",
)
SVG = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4="


def media(attack: str, url: str) -> Iterator[dict[str, Any]]:
    """Blocks with pictures and files, at each kind of place."""
    for kind, data in (("url", url), ("file_id", attack), ("file_ref", url), ("base64", attack), ("base64", SVG)):
        source = {"kind": kind, "data": data}
        for block in ("image", "document", "audio", "video"):
            yield {"type": block, "source": source, "media_type": attack if data != SVG else "image/svg+xml"}
    yield {"type": "image", "source": {"kind": "base64", "data": f'AAAA" onerror="{attack}'}, "media_type": "image/png"}
    text = {"kind": "text", "data": attack}
    yield {"type": "document", "source": text, "title": attack, "filename": attack, "context": attack}


def document(attack: str) -> dict[str, Any]:
    """Native JSON with the attack in every place that takes a text."""
    cited = {"kind": "web", "cited_text": attack, "title": attack, "url": attack, "source": attack}
    blocks: list[dict[str, Any]] = [
        {"type": "text", "text": attack, "citations": [cited]},
        *(block for url in (*URLS, attack) for block in media(attack, url)),
        {"type": "tool_use", "id": attack, "name": attack, "input": {attack: attack}, "server_name": attack},
        {"type": "tool_use", "id": attack, "name": attack, "input_text": attack},
        {"type": "thinking", "text": attack, "summary": [attack], "signature": attack},
        {"type": "refusal", "text": attack},
        {"type": "opaque", "block_type": attack, "value": {attack: attack}, "dialect": "openai_chat"},
    ]
    result = {
        "type": "tool_result",
        "tool_use_id": attack,
        "name": attack,
        "content": [{"type": "text", "text": attack}],
    }
    facts = {"model": attack, "stop_sequence": attack, "extra": {attack: attack}}
    return {
        "id": attack,
        "history": [
            {
                "role": "assistant",
                "name": attack,
                "id": attack,
                "content": blocks,
                "metadata": facts,
                "created_at": attack,
            },
            {"role": "tool", "content": [{**result, "structured": {attack: attack}, "is_error": True}]},
            {"role": "user_interaction", "interaction": {attack: attack}},
        ],
        "settings": {
            "model": attack,
            "user": attack,
            "tools": [{"name": attack, "description": attack, "input_schema": {attack: attack}}],
            "metadata": {attack: attack},
        },
        "provider_raw": {"openai_chat": {attack: attack}},
    }


OWN = {"script": 1, "link": 2, "img": 0, "iframe": 0, "svg": 0, "a": 1, "object": 0, "embed": 0, "style": 0}
"""The elements of the page that may do something, without any document."""
COUNTS = "(names) => Object.fromEntries(names.map((each) => [each, document.querySelectorAll(each).length]))"
HANDLERS = """() => [...document.querySelectorAll("*")].flatMap((each) =>
  [...each.attributes].filter((attribute) => /^on|^style$/.test(attribute.name)).map((attribute) => attribute.name))"""


def settle(watched: Watched) -> None:
    """Wait until the document has been read, converted, and compared with all targets."""
    page = watched.page
    page.wait_for_selector("#converted:text-matches('loss|lost')")
    page.click("#compare")
    page.wait_for_selector("#compared:text-matches('cheapest')")
    page.locator("details").evaluate_all("(found) => found.forEach((each) => { each.open = true })")


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.usefixtures("page")
def test_nothing_of_a_document_runs(watched: Watched, name: str) -> None:
    attack = ATTACKS[name]
    page = watched.page
    page.fill("#document", json.dumps(document(attack)))
    page.click("#read")
    settle(watched)
    assert OWN == page.evaluate(COUNTS, list(OWN))
    assert [] == page.evaluate(HANDLERS)
    shown = page.locator("#messages").evaluate("(each) => each.textContent")
    assert shown.count(attack) >= 10


@pytest.mark.usefixtures("page")
def test_nothing_of_a_finding_runs(watched: Watched) -> None:
    messages = [{"role": attack, "content": attack, attack: attack} for attack in ATTACKS.values()]
    watched.page.fill("#document", json.dumps({"model": HTML, "messages": messages}))
    watched.page.click("#read")
    watched.page.wait_for_selector(".findings li")
    assert OWN == watched.page.evaluate(COUNTS, list(OWN))
    assert "<script>" in watched.page.inner_text(".findings")


def test_a_script_that_got_in_would_not_run(browser: Browser, url: str) -> None:
    """What the tests above look for can be seen, and the policy stops it."""
    with browser.new_context() as context:
        page = context.new_page()
        refused: list[str] = []
        page.on("console", lambda line: refused.append(line.text))
        page.goto(url)
        for way in (
            "() => { document.body.innerHTML = '<img src=x onerror=\"window.hacked = 1\">' }",
            "() => { const s = document.createElement('script'); s.text = 'hacked = 1'; document.body.append(s) }",
            "() => { document.body.setAttribute('onclick', 'window.hacked = 1'); document.body.click() }",
        ):
            page.evaluate(f"() => {{ try {{ ({way})() }} catch (error) {{ console.log(`refused: ${{error}}`) }} }}")
        page.evaluate("() => fetch('https://attacker.example/').catch(() => {})")
        page.wait_for_timeout(200)
        assert page.evaluate("() => window.hacked === undefined")
        assert len(refused) >= 4
