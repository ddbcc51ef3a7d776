"""YAML: what is refused, where; what the scalars mean; that what we write every reader reads back the same."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
import yaml as pyyaml
from tests.codec.suites import short, suite

from turnwire.codec import yaml, yaml_events
from turnwire.codec.json import Tree, dumps, loads
from turnwire.codec.limits import Limits
from turnwire.codec.scan import MAX_REPEATED
from turnwire.errors import InvalidDocument

Found = tuple[str, str | None, int | None, int | None]

# The text; code, pointer, line and column of its refusal.
REFUSED: list[tuple[str, Found]] = [
    ("", ("yaml.empty", None, 1, 1)),
    ("# nothing\n", ("yaml.empty", None, 1, 1)),
    ("a: 1\n---\nb: 2", ("yaml.documents", "", 2, 1)),
    ("é:\n  - x: [", ("yaml.syntax", "/é/0/x/0", 3, 1)),
    ("a: \x01", ("yaml.character", None, 1, 4)),
    ("é: \x7f", ("yaml.character", None, 1, 4)),
    ("a: 1\nb: {c: 2,\n  c: 3}", ("yaml.duplicate-key", "/b/c", 3, 3)),
    ("1: a\n'1': b", ("yaml.duplicate-key", "/1", 2, 1)),
    ("a:\n  - &x 1", ("yaml.anchor", "/a/0", 2, 5)),
    ("a: *x", ("yaml.alias", "/a", 1, 4)),
    ("<<: {a: 1}", ("yaml.merge", "", 1, 1)),
    ("[a]: 1", ("yaml.key", "", 1, 1)),
    ("? {a: 1}\n: 1", ("yaml.key", "", 1, 3)),
    ("a: !!python/object/apply:os.system [x]", ("yaml.tag", "/a", 1, 4)),
    ("a: !!binary aGk=", ("yaml.tag", "/a", 1, 4)),
    ("a: !role user", ("yaml.tag", "/a", 1, 4)),
    ("a: !!int x", ("yaml.tag", "/a", 1, 4)),
    ("a: !!set {x}", ("yaml.tag", "/a", 1, 4)),
    ("a: !!map [x]", ("yaml.tag", "/a", 1, 4)),
    ("a: .inf", ("yaml.number", "/a", 1, 4)),
    ("a: -.INF", ("yaml.number", "/a", 1, 4)),
    ("a: .nan", ("yaml.number", "/a", 1, 4)),
    ("a: " + "9" * 4301, ("yaml.number", "/a", 1, 4)),
    ("a: 0x" + "f" * 4300, ("yaml.number", "/a", 1, 4)),
    ("a: 1e99999999999999999999", ("yaml.number", "/a", 1, 4)),
    ("%YAML 1.1\n---\na", ("yaml.directive", "", 1, 1)),
    ("%TAG ! tag:x,2000:\n---\na", ("yaml.directive", "", 1, 1)),
    ("a: [1,\n2]", ("yaml.indent", "/a", 2, 2)),
    ('a: "x\ny"', ("yaml.syntax", "/a", 1, 4)),
    ('a: "x"#y', ("yaml.syntax", "", 1, 7)),
    ("a: [-]", ("yaml.syntax", "/a/0", 1, 5)),
    ("{?a: b}", ("yaml.syntax", "", 1, 2)),
    ('a: "\\ud83d\\ude00"', ("yaml.syntax", "/a", 1, 7)),
    ("[" * 65 + "]" * 65, ("yaml.depth", "/0" * 64, 1, 65)),
    ("[" * 100_000, ("yaml.depth", "/0" * 64, 1, 65)),
    ("- " * 20_000 + "x", ("yaml.depth", "/0" * 64, 1, 129)),
    ("{a: " * 100_000, ("yaml.depth", "/a" * 64, 1, 257)),
]

ALIASES: list[tuple[str, Tree | str]] = [
    ("a: &x [1, 2]\nb: *x", {"a": [1, 2], "b": [1, 2]}),
    ("- &a k\n- *a : v", ["k", {"k": "v"}]),
    ("&a a: &b 1\nc: *a", {"a": 1, "c": "a"}),
    ("- &a x\n- &a y\n- *a", ["x", "y", "y"]),
    ("&a [*a]", "yaml.alias"),
    ("- &a x\n- &a [*a]", "yaml.alias"),
    ("- &a x\n--- \n- *a", "yaml.alias"),
    ("- &a [x]\n- {*a : 1}", "yaml.key"),
    ("- &a:b x", "yaml.syntax"),
    ("- &a x\n" + "- *a\n" * 101, "yaml.expansion"),
    ("- &a [" + "x, " * 1000 + "x]\n" + "- *a\n" * 20, "yaml.expansion"),
    ("- &a " + "[" * 40 + "]" * 40 + "\n- " + "[" * 40 + "*a" + "]" * 40, "yaml.depth"),
]

SCALARS: list[tuple[str, Tree]] = [
    ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nULL", "nULL"), ("", None),
    ("true", True), ("True", True), ("FALSE", False), ("tRUE", "tRUE"),
    ("yes", "yes"), ("no", "no"), ("on", "on"), ("y", "y"), ("NO", "NO"),
    ("0", 0), ("-0", 0), ("+12", 12), ("010", 10), ("0o17", 15), ("0x1F", 31), ("-0x1F", "-0x1F"), ("1_000", "1_000"),
    ("12:30:45", "12:30:45"), ("2001-01-01", "2001-01-01"), ("2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z"),
    ("1.0", 1.0), ("1.", 1.0), (".5", 0.5), ("+.5", 0.5), ("-1.5e3", -1500.0), ("1e3", 1000.0), ("1e", "1e"),
    (".", "."), ("-", "-"), ("+", "+"), ("1.2.3", "1.2.3"), ("0b1", "0b1"), ("=", "="), (".5.", ".5."),
    ("1e400", Decimal("1e400")), ("0.12345678901234567890", Decimal("0.12345678901234567890")),
    ("123456789012345678901234567890", 123456789012345678901234567890),
    ("'1'", "1"), ('"true"', "true"), ("! 1", "1"), ("!!str 1", "1"), ("!!int '3'", 3), ("!!float 1", 1.0),
    ("!!null ''", None), ("!!bool 'true'", True), ('"\\x41\\u00e9\\U0001F600"', "Aé😀"), ('"\\N\\0"', "\x85\0"),
    ("|\n a\n b\n", "a\nb\n"), (">\n a\n b\n", "a b\n"), ("|+\n a\n\n", "a\n\n"), ("|-\n a\n", "a"),
]  # fmt: skip


def refusal(text: str | bytes, *, anchors: bool = False) -> Found:
    with pytest.raises(InvalidDocument) as caught:
        yaml.loads(text.encode() if isinstance(text, str) else text, anchors=anchors)
    first = caught.value.diagnostics[0]
    return first.code, first.pointer, first.line, first.column


@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=short)
def test_refused(text: str, expected: Found) -> None:
    assert expected == refusal(text)


# Texts with repeated keys, and the codes, pointers and lines of all that is wrong with them.
REPEATED: list[tuple[str, list[tuple[str, str, int]]]] = [
    ("a: 1\na: 2\na: 3\n", [("yaml.duplicate-key", "/a", 2), ("yaml.duplicate-key", "/a", 3)]),
    (
        "a: {b: 1, b: 2}\nc:\n- d: 1\n  d: 2\na: 3\n",
        [("yaml.duplicate-key", "/a/b", 1), ("yaml.duplicate-key", "/c/0/d", 4), ("yaml.duplicate-key", "/a", 5)],
    ),
    ("a: 1\na: [1\n", [("yaml.duplicate-key", "/a", 2), ("yaml.syntax", "/a/1", 3)]),
    ("a: 1\na: &x 1\n", [("yaml.duplicate-key", "/a", 2), ("yaml.anchor", "/a", 2)]),
    ("\n".join(["a: 1"] * 500), [("yaml.duplicate-key", "/a", line) for line in range(2, MAX_REPEATED + 2)]),
]


@pytest.mark.parametrize(("text", "expected"), REPEATED, ids=short)
def test_each_repeated_key_is_found(text: str, expected: list[tuple[str, str, int]]) -> None:
    with pytest.raises(InvalidDocument) as caught:
        yaml.loads(text.encode())
    assert expected == [(each.code, each.pointer, each.line) for each in caught.value.diagnostics]


def test_the_last_value_of_a_key_can_be_taken() -> None:
    assert {"a": [2], "b": 3} == yaml.loads(b"a: {c: 1}\nb: 3\na: [2]\n", Limits(duplicate_keys="last"))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: \xff", ("yaml.utf8", None, 1, 4)),
        ("a: é".encode("utf-16"), ("yaml.utf8", None, 1, 1)),
        ("a: é".encode("utf-16-le"), ("yaml.utf8", None, 1, 1)),
        ("a: é".encode("utf-32"), ("yaml.utf8", None, 1, 1)),
        ("é: \n ".encode() + b"\xed\xa0\x80", ("yaml.utf8", None, 2, 2)),
    ],
)
def test_other_encodings_are_refused(data: bytes, expected: Found) -> None:
    assert expected == refusal(data)


def test_a_byte_order_mark_is_allowed() -> None:
    # "On input, a YAML processor must support ... byte order mark" (YAML 1.2.2, 5.2)
    assert yaml.loads(b"\xef\xbb\xbfa: 1") == {"a": 1}


def test_size() -> None:
    with pytest.raises(InvalidDocument) as refused:
        yaml.loads(b"abcdef", Limits(max_bytes=5))
    (found,) = refused.value.diagnostics
    assert ("yaml.size", "the document is larger than 5 bytes, the most that is read here") == (
        found.code,
        found.message,
    )
    assert (found.hint or "").startswith("split it")


def test_of_too_many_parts_the_whole_is_told_and_not_where_reading_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_events, "MAX_NODES", 10)
    assert [{"a": ["b"]}] == yaml.load_all(b"a: [b]")
    with pytest.raises(InvalidDocument) as refused:
        yaml.loads(b"a: [b, c]\nd: [e, f]\n")
    (found,) = refused.value.diagnostics
    assert ("yaml.size", "", None, None) == (found.code, found.pointer, found.line, found.column)
    assert found.message.startswith("the text has more than 10 parts")
    assert "write it as JSON" in (found.hint or "")


@pytest.mark.parametrize(("text", "expected"), SCALARS, ids=short)
def test_scalars(text: str, expected: Tree) -> None:
    data = f"- {text}" if text != "-" else "- '-'"
    actual = yaml.loads(data.encode())
    assert [expected] == actual
    assert type(expected) is type(actual[0])


@pytest.mark.parametrize(("text", "expected"), ALIASES, ids=short)
def test_aliases(text: str, expected: Tree | str) -> None:
    if isinstance(expected, str):
        assert expected == (refusal(text, anchors=True)[0] if "---" not in text else many(text))
    else:
        assert expected == yaml.loads(text.encode(), anchors=True)


def many(text: str) -> str:
    with pytest.raises(InvalidDocument) as caught:
        yaml.load_all(text.encode(), anchors=True)
    return caught.value.diagnostics[0].code


def test_keys_keep_their_spelling() -> None:
    expected = {"1": 1, "1.0": 2, "null": 3, "": 4, "0x10": 5, "yes": 6, "~": 7}
    assert expected == yaml.loads(b"{1: 1, 1.0: 2, null: 3, '': 4, 0x10: 5, yes: 6, ~: 7}")


def test_many_documents() -> None:
    assert yaml.load_all(b"a\n---\n- 1\n...\n---\n") == ["a", [1], None]


TAGS = {
    "!Role": "str",
    "tag:yaml.org,2002:python/tuple": "seq",
    "tag:yaml.org,2002:python/object/apply:*": "seq",
}


def test_named_tags() -> None:
    data = b"- !Role 'USER'\n- !!python/tuple [1, 2]\n- !!python/object/apply:a.b.Role\n  - USER\n- !Role 1\n"
    assert yaml.loads(data, tags=TAGS) == ["USER", [1, 2], ["USER"], "1"]
    for text in (b"!Role [1]", b"!!python/tuple {a: 1}", b"!Rol x"):
        with pytest.raises(InvalidDocument, match=r"yaml\.tag"):
            yaml.loads(text, tags=TAGS)


def test_positions() -> None:
    data = "é:\n - x\n - {b: !Role 1, c: &a 2}\n".encode()
    expected = {"": (1, 1), "/é": (2, 2), "/é/0": (2, 4), "/é/1/b": (3, 8), "/é/1/c": (3, 20)}
    assert expected == yaml.positions(data, [*expected, "/é/2"])
    assert yaml.positions(b"a: [1, 2", ["/a/1"]) == {"/a/1": (1, 8)}


def test_to_json_keeps_every_digit() -> None:
    data = b"a: 0.12345678901234567890\nb: 123456789012345678901234567890\nc: 1.50\n"
    assert yaml.to_json(data) == b'{"a":0.12345678901234567890,"b":123456789012345678901234567890,"c":1.5}'


AWKWARD = [
    "", " ", "y", "N", "on", "~", "null", "1e3", "0x1", "010", "12:30:45", "2001-01-01", "=", "<<", "a: b", "a #b",
    "- a", "? a", "a\n b\n", "  lead", "trail  ", "\t", "\r\n", "\x85", "\x7f", "\x9f", "\u2028", "\u2029", "\ufeff",
    "\ufffe", "\uffff", "\0", "😀", "\U0001fffe", '"', "'", "\\", ".inf", ".nan", "a:", "nan", "x" * 3000, "é" * 3000,
    "!x", "&x", "*x", "%x", "@x", "`x", "|", ">", "---", "...", "[", "{", "a,b", "it's (ok); so", "word",
]  # fmt: skip


def naughty() -> list[str]:
    strings: list[str] = json.loads((suite("big-list-of-naughty-strings") / "blns.json").read_text())
    assert len(strings) == 515
    return strings


def check_round_trip(tree: Tree) -> None:
    written = yaml.dump(tree)
    assert dumps(tree) == dumps(yaml.loads(written))
    assert tree == pyyaml.load(written, pyyaml.CSafeLoader)
    assert tree == pyyaml.safe_load(written)


def test_awkward_strings_round_trip() -> None:
    check_round_trip(AWKWARD)
    check_round_trip({text: index for index, text in enumerate(AWKWARD)})
    check_round_trip([{text: [text]} for text in AWKWARD])


def test_naughty_strings_round_trip_through_yaml() -> None:
    check_round_trip(naughty())
    check_round_trip(dict.fromkeys(naughty()))


def test_naughty_strings_round_trip_through_json() -> None:
    for text in naughty():
        assert [text, {text: text}] == loads(dumps([text, {text: text}]))


@pytest.mark.parametrize(
    "tree",
    [
        {"a": [[], {}, [[1]], [{}], {"x": {"y": [1, 2]}}], "b": {}},
        [1.0, -0.0, 1e16, 1e-7, 5e-324, 1.7976931348623157e308, 2**70, -1, True, False, None, 0.1],
        [[[[1, [2, 3]], 4]]],
        [],
        {},
        "x",
        -1,
        None,
    ],
    ids=short,
)
def test_trees_round_trip(tree: Tree) -> None:
    check_round_trip(tree)


def test_numbers_beyond_doubles_round_trip() -> None:
    tree = [
        Decimal("1E+400"),
        Decimal("-1.5E-400"),
        Decimal("0.12345678901234567890"),
        Decimal("12345678901234567890.5"),
    ]
    assert tree == yaml.loads(yaml.dump(tree))


def deep(levels: int) -> Tree:
    tree: Tree = 1
    for _ in range(levels):
        tree = [tree]
    return tree


def test_writing_depth() -> None:
    assert deep(64) == yaml.loads(yaml.dump(deep(64)))
    for levels in (65, 100_000):
        with pytest.raises(InvalidDocument, match=r"yaml\.depth"):
            yaml.dump(deep(levels))


@pytest.mark.parametrize(
    "tree", [float("nan"), [float("-inf")], Decimal("NaN"), "\ud800", pytest.param(10**5000, id="long")]
)
def test_what_cannot_be_written_is_refused(tree: Tree) -> None:
    with pytest.raises(InvalidDocument):
        yaml.dump(tree)


def test_what_is_no_tree_is_the_callers_mistake() -> None:
    with pytest.raises(TypeError, match="object"):
        yaml.dump([object()])


def test_what_we_write_reads_well() -> None:
    tree = {"role": "user", "content": [{"type": "text", "text": "Hi: there"}], "n": [[1]], "none": []}
    expected = """\
role: user
content:
  - type: text
    text: "Hi: there"
"n":
  - - 1
none: []
"""
    assert expected == yaml.dump(tree).decode()


def test_a_merge_is_told_to_be_written_out() -> None:
    with pytest.raises(InvalidDocument) as refused:
        yaml.loads(b"a: 1\n<<: {b: 2}")
    assert "write the members of the merge out; quote `<<` if it is a name" == refused.value.diagnostics[0].hint
