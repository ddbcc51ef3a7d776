"""Lists of drawers: as JSON in a text, and as a terminal shows them, whole or cut off anywhere."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.systems.geppetto import filedrawers as fd

HERBS = {"Herbs": ["mint-guide", 'basil "x"'], "Bäume": ["oak"], "Old\\New": ["a\nb"]}
TEXT = fd.list_text(HERBS)
# Where the name of each document ends; those of drawers are followed by a colon.
ENDS = [found.end() for found in re.finditer(r'"(?:[^"\\]|\\.)*"(:?)', TEXT) if not found[1]]
NAMES = st.text(max_size=6)


def reply(text: str) -> fd.ListReply:
    return fd.ListReply(response_type="OK", response_msg=text, error=None)


def test_a_list_is_read_and_spelled_as_the_server_does() -> None:
    assert fd.Drawers(HERBS) == fd.drawers_of(reply(TEXT))
    assert '{\n    "A": [\n        "b"\n    ]\n}' == fd.list_text({"A": ["b"], "Empty": []})


@given(st.dictionaries(NAMES, st.lists(NAMES, min_size=1), max_size=4))
def test_any_list_comes_back(drawers: dict[str, list[str]]) -> None:
    assert fd.Drawers(drawers) == fd.read_list(fd.list_text(drawers))
    assert fd.Drawers(drawers) == fd.read_list(json.dumps(drawers, ensure_ascii=False))


@pytest.mark.parametrize("length", range(len(TEXT)))
def test_a_list_that_is_cut_off_says_as_much_as_there_is(length: int) -> None:
    found = fd.read_list(TEXT[:length])
    assert not found.is_whole
    told = [(drawer, name) for drawer, names in found.drawers.items() for name in names]
    whole = [(drawer, name) for drawer, names in HERBS.items() for name in names]
    assert whole[: sum(end <= length for end in ENDS)] == told
    if found.cut is not None:
        names = [*HERBS, *(name for names in HERBS.values() for name in names)]
        assert [] != [name for name in names if name.startswith(found.cut)]


CUT = [
    ("", {}, None),
    ("{", {}, None),
    ('{"He', {}, "He"),
    ('{"Herbs"', {"Herbs": []}, None),
    ('{"Herbs": ["mint', {"Herbs": []}, "mint"),
    ('{"Herbs": ["mint\\u00', {"Herbs": []}, "mint"),
    ('{"Herbs": ["mint\\', {"Herbs": []}, "mint"),
    ('{"Herbs": ["mint"', {"Herbs": ["mint"]}, None),
    ('{"Herbs": ["mint"],', {"Herbs": ["mint"]}, None),
]


@pytest.mark.parametrize(("text", "drawers", "cut"), CUT)
def test_what_is_told_of_a_list_that_is_cut_off(text: str, drawers: dict[str, list[str]], cut: str | None) -> None:
    assert fd.Drawers(drawers, is_whole=False, cut=cut) == fd.read_list(text)


NO_LISTS = [
    "An error occurred",
    "[]",
    '{"A": "b"}',
    '{"A": [1]}',
    '{"A": ["b" "c"]}',
    '{"A": ["b",]}',
    '{"A": []} {',
    '{"A": [], "A": []}',
    '{"A": ["\\q"]}',
    '{"A": ["\\ud800"]}',
    "{,}",
]


@pytest.mark.parametrize("text", NO_LISTS)
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.read_list(text)
    assert "filedrawers.list" == refused.value.diagnostics[0].code


REFUSED = [
    (reply(TEXT[:-1]), "filedrawers.list"),
    (reply("nothing"), "filedrawers.list"),
    (fd.ListReply(response_type="Error", response_msg="{}"), "filedrawers.failure"),
    (fd.ListReply(response_type="OK", response_msg="{}", error=fd.ErrorDetail(code=1)), "filedrawers.failure"),
    (fd.ListReply(response_type="OK"), "filedrawers.failure"),
]


@pytest.mark.parametrize(("message", "code"), REFUSED)
def test_a_reply_that_lists_nothing_is_refused(message: fd.ListReply, code: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.drawers_of(message)
    assert code == refused.value.diagnostics[0].code


SHOWN = r"""$ node list.js
{
  responseType: 'OK',
  responseMsg: '{\n' +
    '    "Herbs": [\n' +
    '        "mint-guide",\n' +
    "        \"Ada's basil\"\n" +
    '    ],\n' +
    '    "Trees": [\n' +
    '        "oak\u0021"\n' +
    '    ]\n' +
    '}',
  error: null
}
$ exit
"""
SAID = {"Herbs": ["mint-guide", "Ada's basil"], "Trees": ["oak!"]}


def test_what_a_terminal_shows_is_read() -> None:
    found = fd.read_console(SHOWN)
    assert (fd.Drawers(SAID), True) == (found.listing, found.is_whole)
    assert ("OK", fd.list_text(SAID), None) == (
        found.reply.response_type,
        found.reply.response_msg,
        found.reply.error,
    )


FIRST, LAST = SHOWN.index("'OK'") + 1, SHOWN.index("\n}\n") + 2


@pytest.mark.parametrize("length", range(FIRST, LAST))
def test_what_a_screen_cuts_off_is_read_as_far_as_it_says(length: int) -> None:
    found = fd.read_console(SHOWN[:length])
    assert not found.is_whole
    if found.listing is not None:
        told = [(drawer, name) for drawer, names in found.listing.drawers.items() for name in names]
        whole = [(drawer, name) for drawer, names in SAID.items() for name in names]
        assert whole[: len(told)] == told


def test_a_failure_is_shown_too() -> None:
    shown = "{\n  responseType: 'Error',\n  responseMsg: 'no root',\n  error: { code: 1, message: `x` }\n}"
    found = fd.read_console(shown)
    assert (None, True) == (found.listing, found.is_whole)
    assert fd.ErrorDetail(code=1, message="x") == found.reply.error


NOT_SHOWN = [
    ("", "filedrawers.console"),
    ("no object", "filedrawers.console"),
    ("{\n  responseType: [Object]\n}", "filedrawers.console"),
    ("{\n  responseType: 'OK' + 1\n}", "filedrawers.console"),
    ("{\n  'a' 'b'\n}", "filedrawers.console"),
    ("{\n  a: #\n}", "filedrawers.console"),
    ("{\n  a: '\\ud800'\n}", "filedrawers.console"),
    ("{\n  error: " + "[" * 50, "filedrawers.console"),
    ("{\n  status: 'success'\n}", "filedrawers.kind"),
    ("{\n  responseType: 'OK',\n  responseMsg: 'no list'\n}", "filedrawers.list"),
]


def test_a_letter_in_two_halves_is_one_letter() -> None:
    reply = """{ responseType: 'OK', responseMsg: '{"\\ud83c\\udf3f": ["' + 'Mint \\ud83c\\udf3f"]}' }"""
    found = fd.read_console(reply)
    assert found.reply.response_msg == '{"\U0001f33f": ["Mint \U0001f33f"]}'
    assert found.is_whole


@pytest.mark.parametrize(("text", "code"), NOT_SHOWN)
def test_what_is_nothing_that_a_terminal_shows_is_refused(text: str, code: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.read_console(text)
    assert code == refused.value.diagnostics[0].code


@given(st.text() | st.from_regex(r"\{[\w'\"{}\[\]:,+\\ \n]*"))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (fd.read_list, fd.read_console):
        try:
            found = read(text)
        except turnwire.InvalidDocument:
            continue
        assert isinstance(found, fd.Drawers | fd.Console)
