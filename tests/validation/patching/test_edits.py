"""A patch does to a text what RFC 6902 says, and leaves every other character as it is."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.validation.patching import Edit, PatchError, edits_of, patched

TABLE = [
    # the examples of RFC 6902, appendix A
    ('{ "foo": "bar"}', [("add", "/baz", "qux")], '{ "foo": "bar", "baz": "qux"}'),
    ('{ "foo": [ "bar", "baz" ] }', [("add", "/foo/1", "qux")], '{ "foo": [ "bar", "qux", "baz" ] }'),
    ('{"baz": "qux", "foo": "bar"}', [("remove", "/baz")], '{"foo": "bar"}'),
    ('{"foo": ["bar", "qux", "baz"]}', [("remove", "/foo/1")], '{"foo": ["bar", "baz"]}'),
    ('{"baz": "qux","foo": "bar"}', [("replace", "/baz", "boo")], '{"baz": "boo","foo": "bar"}'),
    (
        '{"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}}',
        [("move", "/foo/waldo", "/qux/thud")],
        '{"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}}',
    ),
    ('{"foo": ["all", "grass", "cows", "eat"]}', [("move", "/foo/1", "/foo/3")], None),
    ('{"foo": "bar"}', [("add", "/child", {"grandchild": {}})], '{"foo": "bar", "child": {"grandchild": {}}}'),
    ('{"/": 9,"~1": 10}', [("test", "/~01", 10), ("remove", "/~1")], '{"~1": 10}'),
    ('{"foo": ["bar"]}', [("add", "/foo/-", ["abc", "def"])], '{"foo": ["bar", ["abc", "def"]]}'),
    # what is not touched keeps its characters
    ('{"a":1.0e2,"b":"\\u00e9"}', [("add", "/c", "é")], '{"a":1.0e2,"b":"\\u00e9","c":"é"}'),
    ('{\r\n\t"a" : 1\r\n}', [("add", "/b", 2)], '{\r\n\t"a" : 1,\r\n\t"b": 2\r\n}'),
    ("[\n  1,\n  2\n]", [("add", "/0", 0)], "[\n  0,\n  1,\n  2\n]"),
    ("[\n  1,\n  2\n]", [("remove", "/0")], "[\n  2\n]"),
    ("[\n  1,\n  2\n]", [("remove", "/1")], "[\n  1\n]"),
    ('{"a": [ ], "b": { "c": 1 } }', [("add", "/a/0", 1), ("remove", "/b/c")], '{"a": [1], "b": {} }'),
    ('{"a": 1, "a": 2}', [("replace", "/a", 3)], '{"a": 1, "a": 3}'),
    ("  [] ", [("replace", "", {"a": 1})], '  {"a": 1} '),
    (
        '{"a": 12345678901234567890.10}',
        [("copy", "/a", "/b")],
        '{"a": 12345678901234567890.10, "b": 12345678901234567890.10}',
    ),
]


def patch(operations: list[tuple[Any, ...]]) -> str:
    made = []
    for word, path, *more in operations:
        if word in ("move", "copy"):
            made.append({"op": word, "from": path, "path": more[0]})
        else:
            made.append({"op": word, "path": path} | ({"value": more[0]} if more else {}))
    return json.dumps(made)


@pytest.mark.parametrize(("text", "operations", "expected"), TABLE)
def test_a_patch_changes_what_it_names(text: str, operations: list[tuple[Any, ...]], expected: str | None) -> None:
    done = patched(text, patch(operations))
    assert applied(json.loads(text), json.loads(patch(operations))) == json.loads(done)
    assert expected in (None, done)


WRONG = [
    ("{}", "{}", "a patch is a list"),
    ("{}", "[", "the patch is not JSON"),
    ("{}", '[{"op": "drop", "path": ""}]', "no operation of RFC 6902"),
    ("{}", '[{"op": "add", "path": "/a"}]', "no operation of RFC 6902"),
    ("{}", '[{"op": "move", "path": "/a", "from": 3}]', "no operation of RFC 6902"),
    ("{}", '[{"op": "remove", "path": "/a"}]', "there is no member 'a'"),
    ("{}", '[{"op": "remove", "path": ""}]', "cannot be removed"),
    ("[1]", '[{"op": "remove", "path": "/1"}]', "there is no entry 1"),
    ("[1]", '[{"op": "add", "path": "/01", "value": 1}]', "there is no entry 01"),
    ("[1]", '[{"op": "replace", "path": "/-", "value": 1}]', "there is no entry -"),
    ('{"a": 1}', '[{"op": "add", "path": "/a/b", "value": 1}]', "no members and no entries"),
    ('{"a": {}}', '[{"op": "move", "from": "/a", "path": "/a/b"}]', "into itself"),
    ('{"a": 1}', '[{"op": "test", "path": "/a", "value": true}]', "another one"),
    ('{"a": 1}', '[{"op": "test", "path": "a", "value": 1}]', "is no JSON Pointer"),
    ('{"a": ', '[{"op": "remove", "path": "/a"}]', "the text is not JSON"),
]


@pytest.mark.parametrize(("text", "wrong", "message"), WRONG)
def test_a_patch_that_does_not_fit_is_refused(text: str, wrong: str, message: str) -> None:
    with pytest.raises(PatchError, match=message):
        edits_of(text, wrong)


def test_edits_are_small_and_apart() -> None:
    text = '{"a": 1, "b": [1, 2, 3], "c": {"d": 4}}'
    operations = [("replace", "/a", 5), ("remove", "/b/1"), ("replace", "/c/d", 6), ("replace", "/a", 7)]
    assert (Edit(6, 7, "7"), Edit(16, 19, ""), Edit(36, 37, "6")) == edits_of(text, patch(operations))


def test_a_test_alone_changes_nothing() -> None:
    assert () == edits_of('{"a": [1.0]}', '[{"op": "test", "path": "/a", "value": [1]}]')


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=4)
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b/", "~", ""]), inner, max_size=3)
    ),
    max_leaves=12,
)


@st.composite
def operations(draw: st.DrawFn) -> tuple[Any, list[dict[str, Any]], Any]:
    """A document, operations that fit it, and what they make of it."""
    tree = draw(TREES)
    now, made = copy.deepcopy(tree), []
    for _ in range(draw(st.integers(1, 4))):
        places = list(pointers(now))
        word = draw(st.sampled_from(["add", "remove", "replace", "move", "copy", "test"]))
        here = draw(st.sampled_from(places))
        there = draw(
            st.sampled_from([*places, *(f"{place}/x" for place in places), *(f"{place}/-" for place in places)])
        )
        each: dict[str, Any] = {"op": word, "path": there if word in ("add", "move", "copy") else here}
        each |= {"from": here} if word in ("move", "copy") else {}
        each |= {"value": draw(TREES)} if word in ("add", "replace") else {}
        each |= {"value": copy.deepcopy(at(now, here))} if word == "test" else {}
        try:
            now = applied(now, [each])
        except (LookupError, TypeError, ValueError):
            continue
        made.append(each)
    return tree, made, now


@given(operations(), st.sampled_from([None, 1, "\t"]))
def test_a_patched_text_is_the_patched_document(case: tuple[Any, list[dict[str, Any]], Any], indent: Any) -> None:
    tree, made, expected = case
    text = json.dumps(tree, indent=indent)
    assert same(expected, json.loads(patched(text, json.dumps(made))))


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def pointers(tree: Any, pointer: str = "") -> Any:
    yield pointer
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for name, value in items:
        yield from pointers(value, f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}")


def at(tree: Any, pointer: str) -> Any:
    for step in steps(pointer):
        tree = tree[int(step) if isinstance(tree, list) else step]
    return tree


def applied(tree: Any, made: list[dict[str, Any]]) -> Any:
    """RFC 6902 on parsed JSON: what the edits of the text are compared with."""
    tree = copy.deepcopy(tree)
    for each in made:
        word, path = each["op"], each["path"]
        if word == "test":
            assert same(at(tree, path), each["value"])
        elif word == "remove":
            removed(tree, path)
        elif word == "replace":
            at(tree, path)
            tree = added(removed(tree, path)[1] if path else tree, path, copy.deepcopy(each["value"]))
        elif word == "add":
            tree = added(tree, path, copy.deepcopy(each["value"]))
        elif word == "copy":
            tree = added(tree, path, copy.deepcopy(at(tree, each["from"])))
        else:
            tree = moved(tree, each["from"], path)
    return tree


def moved(tree: Any, origin: str, path: str) -> Any:
    if path.startswith(f"{origin}/"):
        raise ValueError(path)
    if path == origin:
        return tree
    value, tree = removed(tree, origin)
    return added(tree, path, value)


def removed(tree: Any, pointer: str) -> tuple[Any, Any]:
    if not pointer:
        raise ValueError(pointer)
    holder, last = at(tree, pointer.rpartition("/")[0]), steps(pointer)[-1]
    return holder.pop(int(last) if isinstance(holder, list) else last), tree


def added(tree: Any, pointer: str, value: Any) -> Any:
    if not pointer:
        return value
    holder, last = at(tree, pointer.rpartition("/")[0]), steps(pointer)[-1]
    if isinstance(holder, list):
        position = len(holder) if last == "-" else int(last)
        if position > len(holder):
            raise ValueError(pointer)
        holder.insert(position, value)
    elif isinstance(holder, dict):
        holder[last] = value
    else:
        raise TypeError(pointer)
    return tree
