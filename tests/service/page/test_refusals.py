"""What the page says when the service, or a proxy before it, refuses a call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.service.page.browser import expect, read, serving
from tests.service.page.test_reading import CHAT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

WAIT = {"type": "google.rpc.RetryInfo", "value": "", "debug": {"retryDelay": "3s"}}


def info(reason: str) -> dict[str, Any]:
    told = {"reason": reason, "metadata": {"correlation_id": "c7"}}
    return {"type": "google.rpc.ErrorInfo", "value": "", "debug": told}


def resting(*details: dict[str, Any]) -> str:
    return json.dumps({"code": "resource_exhausted", "message": "too many", "details": details})


# (HTTP status, body) -> what the page says
REFUSED: list[tuple[int, str, str]] = [
    (413, "<html>too large</html>", "The document is too large for this service, or for a proxy before it. Read a sm"),
    (
        429,
        resting(info("OVERLOADED"), WAIT),
        "Try again in 3 seconds.",
    ),
    (
        429,
        resting(info("OVER_QUOTA")),
        "as many calls as it may. Try a",
    ),
    (429, "", "The service has as many calls as it takes. Try again in a second."),
    (503, json.dumps({"code": "unavailable", "details": [info("STOPPING")]}), "The service is about to stop."),
    (503, "<html>", "The service is not available now. Try again in a moment."),
    (504, "[]", "The call took too long."),
    (500, json.dumps({"code": "internal", "message": "x", "details": [info("INTERNAL")]}), "under the id c7."),
    (418, '{"message": "<b>short</b> and stout"}', "<b>short</b> and stout."),
    (418, "null", "The service answered with the status 418."),
]


@pytest.fixture(scope="module")
def opened(browser: Browser, url: str) -> Iterator[Page]:
    """One page for all refusals: each is followed by a call that is answered."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        yield page


@pytest.mark.parametrize(("status", "body", "text"), REFUSED)
def test_a_refusal_is_a_sentence(opened: Page, status: int, body: str, text: str) -> None:
    page = opened
    page.route("**/Detect", lambda route: route.fulfill(status=status, body=body))
    read(page, CHAT)
    page.wait_for_selector("#problem p")
    assert text in page.inner_text("#problem")
    assert "Not read." == page.inner_text("#status")
    page.unroute("**/Detect")
    page.click("#read")
    expect(page, "#status", "3 messages")
    assert "" == page.inner_text("#problem")


def test_a_service_that_is_gone_is_said(page: Page) -> None:
    page.route("**/Detect", lambda route: route.abort())
    read(page, CHAT)
    expect(page, "#problem", "The service cannot be reached. Check that turnwire serve runs")


def test_a_document_beyond_the_limit_is_refused_in_words(browser: Browser) -> None:
    with serving(max_message_bytes=20_000) as url, browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        read(page, json.dumps({"model": "m", "messages": [{"role": "user", "content": "a" * 30_000}]}))
        expect(page, "#problem", "The document is too large: the request has .* bytes, and the limit of this server")


def test_a_token_is_asked_for_and_kept_nowhere(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "tokens.toml"
    path.write_text('[me]\ntoken = "right"\n[slow]\ntoken = "slow"\ncalls_per_second = 0.001\nburst = 1\n')
    with serving(tokens=str(path)) as url, browser.new_context() as context:
        page = context.new_page()
        page.goto(url)
        expect(page, "#problem", "This service needs an access token. Enter the token above")
        page.wait_for_selector("#token:focus")
        page.keyboard.type("wrong")
        page.keyboard.press("Enter")
        expect(page, "#problem", "The service does not know this access token")
        page.fill("#token", "right")
        page.keyboard.press("Enter")
        page.wait_for_selector("#dialect option[value=openai_chat]", state="attached")
        assert "" == page.inner_text("#problem")
        read(page, CHAT)
        expect(page, "#status", "3 messages")
        kept = "() => [localStorage.length, sessionStorage.length, document.cookie, location.href]"
        assert [0, 0, "", url] == page.evaluate(kept)
        page.fill("#token", "slow")
        page.click("#read")
        expect(page, "#problem", r"This access token has made as many calls as it may. Try again in [\d,]+ seconds")
        page.reload()
        expect(page, "#problem", "needs an access token")
