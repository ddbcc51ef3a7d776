"""The files of the page at `/`: how they are served, and that no text of a document can become HTML in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.service.page.browser import serving

import turnwire.service.http_page
from turnwire.service.http_page import POLICY
from turnwire.service.http_sessions import PATH

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(turnwire.service.http_page.__file__).parent / "page"
FILES = sorted(path.name for path in FOLDER.iterdir())
SCRIPTS = [name for name in FILES if name.endswith(".js")]
LONGEST_FILE = 250


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving() as url:
        yield url


def path_of(name: str) -> str:
    return "" if name == "index.html" else f"page/{name}"


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_served_with_the_headers(url: str, name: str) -> None:
    reply = httpx.get(url + path_of(name))
    assert (200, (FOLDER / name).read_bytes()) == (reply.status_code, reply.content)
    assert {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }.items() <= dict(reply.headers).items()
    media = {"js": "text/javascript", "css": "text/css", "html": "text/html"}[name.rpartition(".")[2]]
    assert f"{media}; charset=utf-8" == reply.headers["content-type"]


def test_the_policy_allows_nothing_but_the_files() -> None:
    allowed = dict(each.split(" ", 1) for each in POLICY.split("; "))
    assert {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "connect-src": "'self'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    } == allowed


def test_a_copy_that_is_right_is_not_sent_again(url: str) -> None:
    first = httpx.get(url)
    tag = first.headers["etag"]
    for sent in (tag, f'"other", W/{tag}'):
        again = httpx.get(url, headers={"if-none-match": sent})
        assert (304, b"", tag) == (again.status_code, again.content, again.headers["etag"])
    assert 200 == httpx.get(url, headers={"if-none-match": '"other"'}).status_code


def test_the_page_is_only_read(url: str) -> None:
    head = httpx.head(url)
    assert (200, b"") == (head.status_code, head.content)
    assert int(head.headers["content-length"]) == len(httpx.get(url).content)
    for method in ("POST", "PUT", "DELETE"):
        assert 405 == httpx.request(method, url).status_code


@pytest.mark.parametrize(
    "path",
    [
        "page",
        "page/",
        "page/index.html",
        "page/none.js",
        "page/../http_page.py",
        "page/..%2fhttp_page.py",
        "page/%2e%2e/http_page.py",
        "page/..\\http_page.py",
        "page//etc/passwd",
        "page/main.js%00",
        "http_page.py",
    ],
)
def test_no_other_path_leads_to_a_file(url: str, path: str) -> None:
    # httpx takes `..` out of a path before it sends it: the raw path goes by as it is.
    target = httpx.URL(url).copy_with(raw_path=f"/{path}".encode())
    reply = httpx.get(target)
    assert 404 == reply.status_code
    assert b"import" not in reply.content


def test_the_page_can_be_turned_off() -> None:
    off = ("", "page/main.js", PATH.removeprefix("/"), "healthz")
    with serving(no_page=True) as url:
        assert [404, 404, 404, 200] == [httpx.get(url + each).status_code for each in off]


def test_the_page_needs_no_other_place() -> None:
    """Names of files are those that are served, and no URL is loaded; a namespace of SVG is no place."""
    for name in FILES:
        text = (FOLDER / name).read_text("utf-8")
        assert [] == [each for each in re.findall(r"https?://[^'\"\s]+", text) if each != "http://www.w3.org/2000/svg"]
        assert set(re.findall(r'from "\./([^"]+)"', text)) <= set(SCRIPTS)
        assert set(re.findall(r'(?:src|href)="/page/([^"]+)"', text)) <= set(FILES)
    imported = {
        each for name in SCRIPTS for each in re.findall(r'from "\./([^"]+)"', (FOLDER / name).read_text("utf-8"))
    }
    assert set(SCRIPTS) - {"main.js"} == imported


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_html_or_code_of_a_text(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    odd = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function|srcdoc|\.style\b"
    assert [] == re.findall(odd, text)
    assert ("setAttribute(key" in text) == (name == "elements.js")


@pytest.mark.parametrize("name", FILES)
def test_files_are_small(name: str) -> None:
    assert len((FOLDER / name).read_text("utf-8").splitlines()) <= LONGEST_FILE
