"""What redaction finds, what it leaves, and what stays as it was."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from tests.validation.redaction.planted import EACH, innocent, planted

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.validation.redaction import Redactor, patterns_of, redact
from turnwire.validation.redaction.texts import Placeholders, resolved

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
KEY = "sk-ant-api03-" + "aB3" * 20


def of(tree: Any, redactor: Redactor | None = None) -> Any:
    return json.loads(redact(json.dumps(tree).encode(), redactor).data)


def said(text: str) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}]}


def in_arguments(text: str) -> dict[str, Any]:
    function = {"name": "f", "arguments": json.dumps({"q": text})}
    call = {"id": "call_1", "type": "function", "function": function}
    return {"model": "m", "messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]}


@pytest.mark.parametrize("place", [said, in_arguments])
def test_planted_secrets_are_found(place: Any) -> None:
    every = list(planted())
    kinds = {each.kind for each in every}
    left = [each for each in every if json.dumps(each.secret)[1:-1] in _plain(of(place(each.text)))]
    assert (20, 20 * EACH) == (len(kinds), len(every))
    assert len(left) <= len(every) // 100, left


def _plain(tree: Any) -> str:
    """All texts of a document, those inside of arguments unpacked."""
    message = tree["messages"][0]
    calls = message.get("tool_calls")
    return json.dumps(json.loads(calls[0]["function"]["arguments"]) if calls else message["content"])


def test_innocent_texts_stay() -> None:
    every = list(innocent())
    redactor = Redactor()
    changed = [each for each in every if redactor.text(each) != each]
    assert len(changed) <= len(every) // 1000, changed[:10]


# a document, and what becomes of it
CASES: dict[str, tuple[Any, Any]] = {
    "the same secret twice": (said("a@b.example, a@b.example, c@d.example"), said("<EMAIL_1>, <EMAIL_1>, <EMAIL_2>")),
    "a member that says so": (
        {"headers": {"Authorization": "Bearer abc"}},
        {"headers": {"Authorization": "<SECRET_1>"}},
    ),
    "a reference to a secret": ({"api_key": "$OPENAI_API_KEY"}, {"api_key": "$OPENAI_API_KEY"}),
    "a name of a member": ({"a@b.example": 1}, {"<EMAIL_1>": 1}),
    "a data URL": ({"url": f"data:image/png;base64,{PNG}"}, {"url": "data:image/png;base64,UkVEQUNURUQ="}),
    "data of a picture": (
        {"media_type": "image/png", "data": PNG},
        {"media_type": "image/png", "data": "UkVEQUNURUQ="},
    ),
    "a signature": ({"signature": "EqQBCkgI" * 20}, {"signature": "EqQBCkgI" * 20}),
    "a sealed thought": (
        {"type": "redacted_thinking", "data": "EmwKAhgB" * 20},
        {"type": "redacted_thinking", "data": "EmwKAhgB" * 20},
    ),
    "ids": ({"id": "toolu_01ABC", "tool_use_id": "toolu_01ABC"}, {"id": "toolu_01ABC", "tool_use_id": "toolu_01ABC"}),
    "numbers": (
        {"max_tokens": 4111111111111111, "a": [1.50, None, True]},
        {"max_tokens": 4111111111111111, "a": [1.50, None, True]},
    ),
    "a path": (said("/home/ada/a and C:\\Users\\ada\\b"), said("/home/<USER_1>/a and C:\\Users\\<USER_1>\\b")),
    "a share": (said("open \\\\fileserver\\team\\plan.txt"), said("open \\\\<HOST_1>\\team\\plan.txt")),
    "in a URL": (said("postgres://u:s3cret@db.example/x"), said("postgres://u:<PASSWORD_1>@db.example/x")),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_a_document(before: Any, after: Any) -> None:
    assert of(before) == after


@pytest.mark.parametrize(("levels", "is_found"), [(1, True), (8, True), (9, False)])
def test_json_in_texts_is_looked_into_to_a_depth(levels: int, is_found: bool) -> None:  # noqa: FBT001 - a row
    tree: Any = {"password": "hunter"}
    for _ in range(levels):
        tree = {"a": json.dumps(tree)}
    assert ("<SECRET_1>" in redact(json.dumps(tree).encode()).data.decode()) == is_found


def test_a_secret_has_some_length() -> None:
    assert of({"password": "hunter"}) == {"password": "<SECRET_1>"}
    assert of({"password": "hunte"}) == {"password": "hunte"}


def test_redacting_again_changes_nothing() -> None:
    for each in planted():
        once = redact(json.dumps(in_arguments(each.text)).encode())
        assert not redact(once.data).changed, each


def test_the_other_bytes_stay() -> None:
    body = b'{ "a" : 1.50, "b":"\\u00e9", "c":\t"a@b.example" }\n'
    done = redact(body)
    assert body.replace(b"a@b.example", b"<EMAIL_1>") == done.data
    assert [("/c", ("EMAIL",))] == [(each.pointer, each.kinds) for each in done.replaced]


def test_a_redacted_conversation_is_as_valid_as_before() -> None:
    body = json.dumps(in_arguments(f"key {KEY} of a@b.example")).encode()
    before, after = (turnwire.validate(each, "openai_chat") for each in (body, redact(body).data))
    assert before.diagnostics == after.diagnostics


def test_one_redactor_names_the_same_in_all_documents() -> None:
    redactor = Redactor()
    assert [said("<EMAIL_1>"), said("<EMAIL_2>"), said("<EMAIL_1>")] == [
        of(said(each), redactor) for each in ("a@b.example", "c@d.example", "a@b.example")
    ]


def test_kinds_are_chosen() -> None:
    text = f"a@b.example {KEY}"
    assert of(said(text), Redactor(only=["EMAIL"])) == said(f"<EMAIL_1> {KEY}")
    assert of(said(text), Redactor(skip=["EMAIL"])) == said("a@b.example <API_KEY_1>")


def test_patterns_of_ones_own_come_first() -> None:
    more = patterns_of('{"employee": "E-[0-9]{6}"}')
    assert of(said("E-123456 a@b.example"), Redactor(more=more)) == said("<EMPLOYEE_1> <EMAIL_1>")


OVERLAPS = {
    "a key that holds it": ("api03", f"the key {KEY}.", "the key <API_KEY_1>."),
    "an address that holds it": ("example", "Mail ada@example.org!", "Mail <EMAIL_1>!"),
    "it holds an address": (r"<[^>]+>", "Ada <ada@example.org>", "Ada <OWN_1>"),
    "the end of it is the beginning of an address": ("name: ad", "name: ada@example.org", "<EMAIL_1>"),
    "two of them overlap an address": ("ad|org", "ada@example.org", "<EMAIL_1>"),
    "they are beside each other": ("to ", "to ada@example.org, to b", "<OWN_1><EMAIL_1>, <OWN_1>b"),
    "no other pattern": ("b", "abc", "a<OWN_1>c"),
    "a placeholder": ("EMAIL", "<EMAIL_1> EMAIL", "<EMAIL_1> <OWN_1>"),
    "what is no card": ("11", "4111 1111 1111 1112", "4<OWN_1>1 <OWN_1><OWN_1> <OWN_1><OWN_1> <OWN_1>12"),
}


@pytest.mark.parametrize(("expression", "text", "after"), OVERLAPS.values(), ids=OVERLAPS)
def test_no_rest_of_a_secret_is_left_where_patterns_overlap(expression: str, text: str, after: str) -> None:
    assert Redactor(more=patterns_of(json.dumps({"own": expression}))).text(text) == after


@pytest.mark.parametrize("text", ['{"": "x"}', '{"<a>": "x"}', '{"a b": "x"}', "[]", '{"a": 5}', '{"a": "("}', "{"])
def test_wrong_patterns_are_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError, InvalidDocument)):
        patterns_of(text)


@pytest.mark.parametrize("body", [b"", b"a@b.example", b'{"a":1,"a":"x"}', b'["a@b.example"'])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(InvalidDocument):
        redact(body)


BEGINNINGS = ("a", "-----BEGIN ", "eyJaaaaaaaa.", "a@", "://", "1 ", "password=", "DE12 3456 ", ":", "/home/", "sk-")
MORE = ("+4 ", "\\\\a", "1.1.", "data:a/b;base64,", "-----BEGIN PRIVATE KEY-----", "4111 ", "://a:b", "xoxb-", "{[")
HOSTILE = [start * (200_000 // len(start)) for start in (*BEGINNINGS, *MORE)]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_hostile_texts_take_time_in_proportion(text: str) -> None:
    times = []
    for part in (text[: len(text) // 4], text):
        start = time.process_time()
        Redactor().text(part)
        times.append(time.process_time() - start)
    # Four times the text: a quadratic pattern would take sixteen times as long.
    assert times[1] < max(10 * times[0], 1)


def test_a_mark_that_stands_for_no_secret_stays() -> None:
    marked = b"<EMAIL_MARK_0> <EMAIL_MARK_1> <EMAIL_MARK_2>"
    secrets = [("EMAIL", "ada@example.org"), ("EMAIL", "bob@example.org")]
    assert resolved(marked, "MARK", secrets, Placeholders()) == b"<EMAIL_1> <EMAIL_2> <EMAIL_MARK_2>"


SLOW = {"alternatives": r"(a|a)*b", "nested": r"(a+)+b", "in a row": r"a*a*a*a*b", "optional": r"(a?){30}a{30}b"}


@pytest.mark.parametrize("expression", SLOW.values(), ids=SLOW)
def test_no_pattern_takes_more_than_time_in_proportion(expression: str) -> None:
    """Each of them would keep Python's own engine busy for longer than anybody waits."""
    redactor = Redactor(only=["SLOW"], more=patterns_of(json.dumps({"slow": expression})))
    text = "a" * 20_000
    assert redactor.text(text) == text
    assert redactor.text(f"{text}b").endswith("<SLOW_1>")


def test_the_group_of_a_pattern_is_what_is_replaced() -> None:
    redactor = Redactor(only=["BADGE"], more=patterns_of('{"badge": "badge (?P<secret>[0-9]{4})"}'))
    assert redactor.text("é badge 1234, 1234") == "é badge <BADGE_1>, 1234"
