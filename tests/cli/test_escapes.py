"""Which characters of a document neither the terminal nor a page gets as they are."""

from __future__ import annotations

from html import escape
from typing import Final

from turnwire.cli.pages import text
from turnwire.cli.words import plain

CONTROLS: Final = {*range(0x20), *range(0x7F, 0xA0)}
DIRECTIONS: Final = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
SURROGATES: Final = set(range(0xD800, 0xE000))
CODES: Final = range(0x110000)


def test_the_terminal_gets_no_character_that_controls_it_or_ends_a_line() -> None:
    escaped = {code for code in CODES if plain(chr(code)) != chr(code)}
    assert CONTROLS | DIRECTIONS | SURROGATES | {0x2028, 0x2029, 0xFFFE, 0xFFFF} == escaped
    assert "a\\x1bé\\u202e\\x0a\\xff" == plain("a\x1bé\u202e\n\udcff")


def test_a_page_gets_no_character_that_html_cannot_hold_or_that_changes_the_direction() -> None:
    escaped = {code for code in CODES if text(chr(code)) != escape(chr(code))}
    assert CONTROLS - {0x09, 0x0A} | DIRECTIONS | SURROGATES == escaped
    assert "a\\x1b&lt;é\n\\u202e\t" == text("a\x1b<é\n\u202e\t")
