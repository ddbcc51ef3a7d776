"""A real browser without a window, for the tests of the page, and what they do with a page of it."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Dialog, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = (
    f"SKIPPED, the page in a browser: none of {', '.join(_NAMES)} is here; the files of the page were tested alone"
)
# A browser in a container, which root runs, has no sandbox; nothing here waits for the network of its maker.
_ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
_MILLISECONDS = 20_000


@contextmanager
def started() -> Iterator[Browser]:
    """The browser of this machine; without one the tests are skipped."""
    program = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(_MISSING)
    playwright = pytest.importorskip("playwright.sync_api", reason="SKIPPED, the page in a browser: no playwright here")
    with playwright.sync_playwright() as api:
        browser = api.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def serving(**settings: Any) -> Iterator[str]:
    """A server with the page; the URL of the page."""
    service = Service(Settings(port=0, http_port=0, **settings))
    service.start()
    assert service.http is not None
    try:
        yield f"http://{service.http.address}/"
    finally:
        service.stop()


class Watched:
    """A page, and what must not happen on it: errors in the console, dialogs, and requests elsewhere."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.odd: list[str] = []
        page.set_default_timeout(_MILLISECONDS)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.odd.append(f"error: {error}"))
        page.on("dialog", self._dismiss)
        page.on("popup", lambda popup: self.odd.append(f"window: {popup.url}"))
        page.on("console", lambda line: self.odd.append(f"{line.type}: {line.text}") if _is_odd(line.text) else None)

    def _dismiss(self, dialog: Dialog) -> None:
        self.odd.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def elsewhere(self, url: str) -> list[str]:
        """The requests that left the origin of the page."""
        return [each for each in self.requests if not each.startswith((url, "data:", "blob:"))]


def _is_odd(line: str) -> bool:
    # The browser itself notes each reply of an error, which the page shows.
    return not line.startswith("Failed to load resource")


def expect(page: Page, place: str, text: str) -> None:
    """Wait until a part of the page has a text."""
    from playwright.sync_api import expect as expecting

    expecting(page.locator(place)).to_contain_text(re.compile(text), timeout=60_000)


def read(page: Page, text: str) -> None:
    page.fill("#document", text)
    page.click("#read")


def convert_to(page: Page, target: str) -> None:
    page.select_option("#target", target)
    expect(page, "#output .bar h3", target)


TEXTS = """(found) => found.map((each) => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return texts.join(" ");
})"""


def rows(page: Page, place: str) -> list[str]:
    """The texts of elements, with a space between their parts."""
    return [" ".join(each.split()) for each in page.locator(place).evaluate_all(TEXTS)]
