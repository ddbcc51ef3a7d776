"""What must hold for any bytes and any tree."""

from __future__ import annotations

import json
import math
from decimal import Decimal

import msgspec
import yaml as pyyaml
from hypothesis import example, given
from hypothesis import strategies as st

from turnwire.codec import proto, yaml
from turnwire.codec.json import Tree, check, check_raw, dumps, explain, loads, number, position
from turnwire.codec.limits import FAST, STRICT
from turnwire.codec.scan import escape, find_fault
from turnwire.errors import InvalidDocument

# Pieces that make JSON and YAML, and break them.
PIECES = st.sampled_from(
    [
        *(b"{", b"}", b"[", b"]", b":", b",", b'"', b'"a"', b'"b":', b"true", b"null", b"fals", b" ", b"\n", b"\t"),
        *(b"\\", b"\\u", b"d83d", b"\\ud83d", b"\\ude00", b"\xc3\xa9", b"\xff", b"\0", b"\xef\xbb\xbf"),
        *(b"0", b"-", b"1", b".", b"e", b"E+", b"9" * 20),
        *(b"- ", b"? ", b": ", b"&a ", b"*a", b"!!str ", b"!", b"|", b">", b"#", b" #", b"---\n", b"%YAML 1.2\n"),
        *(b"'", b"<<", b"~", b"a", b"\xe2\x80\xa8"),
    ]
)
TEXTS = st.one_of(st.binary(max_size=60), st.lists(PIECES, max_size=25).map(b"".join))
STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
TREES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.integers(-(2**400), 2**400), FLOATS, STRINGS),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(STRINGS, inner, max_size=5)),
    max_leaves=25,
)


def refused(read: object, data: bytes) -> InvalidDocument | None:
    assert callable(read)
    try:
        read(data)
    except InvalidDocument as error:
        return error
    return None


@given(TEXTS)
def test_only_invalid_document_leaves_a_reader(data: bytes) -> None:
    readers = {
        "check": check,
        "check, fast": lambda data: check(data, FAST),
        "loads": loads,
        "check_raw": check_raw,
        "yaml": yaml.loads,
        "yaml, all": lambda data: yaml.load_all(data, anchors=True, tags={"!*": "str"}),
        "yaml, positions": lambda data: yaml.positions(data, ["/a", "/0"]),
        "proto": lambda data: proto.decode(data, "request"),
        "protojson": lambda data: proto.decode_json(data, "response"),
    }
    for name, read in readers.items():
        error = refused(read, data)
        if error is not None:
            first = error.diagnostics[0]
            assert first.code.partition(".")[0] in ("json", "yaml", "proto"), name
            assert (first.line is None) == (first.column is None), name


@given(TEXTS)
@example(b'{"a":1,"a":2}')
@example(b"1],[2")
def test_the_scanner_and_the_parser_agree(data: bytes) -> None:
    error = refused(check, data)
    if error is not None and error.diagnostics[0].code in ("json.utf8", "json.bom"):
        return
    fault = find_fault(data, STRICT)
    assert (error is None) == (fault is None)


@given(TEXTS)
def test_what_the_decoders_refuse_is_explained(data: bytes) -> None:
    try:
        msgspec.json.decode(data, type=dict[str, list[int]])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found = explain(data, error).diagnostics[0]
        assert found.code.startswith("json.")
        assert found.line is not None


@given(TEXTS)
def test_what_is_read_is_written_back(data: bytes) -> None:
    if refused(loads, data) is None:
        tree = loads(data)
        assert tree == loads(dumps(tree))
        assert tree == yaml.loads(yaml.dump(tree))


@given(TREES)
def test_trees_come_back_through_json(tree: Tree) -> None:
    actual = loads(dumps(tree))
    assert dumps(tree) == dumps(actual)
    assert tree == actual
    assert tree == json.loads(dumps(tree))


@given(TREES)
def test_trees_come_back_through_yaml(tree: Tree) -> None:
    text = yaml.dump(tree)
    assert dumps(tree) == dumps(yaml.loads(text))
    assert tree == pyyaml.load(text, pyyaml.CSafeLoader)
    assert dumps(tree) == yaml.to_json(text)


@given(FLOATS)
def test_doubles_keep_every_bit(value: float) -> None:
    for actual in (loads(dumps(value)), yaml.loads(yaml.dump(value)), number(repr(value).encode())[0]):
        assert value == actual
        assert math.copysign(1, value) == math.copysign(1, actual)


@given(st.from_regex(r"-?(0|[1-9][0-9]{0,30})\.[0-9]{1,30}([eE][+-]?[0-9]{1,3})?", fullmatch=True))
def test_numbers_are_exact_or_said_to_be_not(text: str) -> None:
    value, exact = number(text.encode())
    assert exact == (math.isfinite(value) and Decimal(repr(value)) == Decimal(text))
    assert Decimal(text) == Decimal(dumps(loads(text.encode())).decode())
    assert Decimal(text) == Decimal(str(yaml.loads(yaml.dump(loads(text.encode())))))


def places(tree: Tree, pointer: str = "") -> list[tuple[str, Tree]]:
    """Every value of a tree with its pointer."""
    inner: list[tuple[str, Tree]] = []
    if isinstance(tree, dict):
        inner = [found for key, value in tree.items() for found in places(value, f"{pointer}/{escape(key)}")]
    elif isinstance(tree, list):
        inner = [found for index, value in enumerate(tree) for found in places(value, f"{pointer}/{index}")]
    return [(pointer, tree), *inner]


@given(TREES, st.sampled_from([None, 0, 2]), st.data())
def test_a_position_is_where_the_value_starts(tree: Tree, indent: int | None, data: st.DataObject) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=False)
    pointer, value = data.draw(st.sampled_from(places(tree)))
    found = position(text.encode(), pointer)
    assert found is not None
    rest = "\n".join([text.split("\n")[found.line - 1][found.column - 1 :], *text.split("\n")[found.line :]])
    assert value == json.JSONDecoder().raw_decode(rest)[0]


@given(TREES, st.data())
def test_a_yaml_position_is_where_the_value_starts(tree: Tree, data: st.DataObject) -> None:
    text = yaml.dump(tree)
    pointer, value = data.draw(st.sampled_from(places(tree)))
    found = yaml.positions(text, [pointer])[pointer]
    lines = text.decode().split("\n")
    if isinstance(value, dict | list) and value:
        assert lines[found.line - 1][found.column - 1] != " "
    else:
        assert lines[found.line - 1][found.column - 1 :] == yaml.dump(value).decode().rstrip("\n")
