"""A browser and a server for each module of tests of the page, and for each test a page where nothing odd happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.service.page.browser import Watched, serving, started

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


# Of the module: while Playwright runs, no other test of its process can start an event loop, and a fixture of a package
# would go on to the end of the session, since these folders are no packages.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as browser:
        yield browser


@pytest.fixture(scope="module")
def url(browser: Browser) -> Iterator[str]:
    assert browser.is_connected()  # without a browser there is no server to start
    with serving() as url:
        yield url


@pytest.fixture
def watched(browser: Browser, url: str) -> Iterator[Watched]:
    with browser.new_context() as context:
        watched = Watched(context.new_page())
        yield watched
        assert [] == watched.odd
        assert [] == watched.elsewhere(url)
        assert watched.page.evaluate("() => window.hacked === undefined")


@pytest.fixture
def page(watched: Watched, url: str) -> Page:
    watched.page.goto(url)
    return watched.page
