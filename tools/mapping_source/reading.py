"""The statements of a generated reader, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mapping_source.tables import Row

RAW = ("number", "whole", "object")
LISTS = ("texts", "text or texts")


def statements(row: Row, *, lacks: bool) -> Iterator[str]:
    """Return the lines that read a member into its field.

    Args:
        row: the member.
        lacks: whether there are vendors that lack some members.
    """
    if row.key:
        yield from _two_keys(row)
        return
    (key,), (name,) = row.keys, row.names
    yield f"if wire.{name} is not {'ABSENT' if row.kind in RAW else 'UNSET'}:"
    if row.unread:
        yield f"    if {between(row, f'wire.{name}')}:"
        yield f"        node.{row.to} = wire.{name}"
        yield "    else:"
        yield f'        rest.content["{key}"] = wire.{name}'
        return
    yield from (f"    {line}" for line in _assigned(row, key, f"wire.{name}"))
    odd = " or ".join((*_odd(row, f"wire.{name}"), *_lacking(row, lacks=lacks)))
    if row.undocumented:
        yield f'    source["{key}"] = wire.{name}'
        return
    if odd:
        yield f"    if {odd}:"
        yield f'        source["{key}"] = wire.{name}'


def _assigned(row: Row, key: str, value: str) -> Iterator[str]:
    to = f"node.{row.to}"
    if row.kind in ("number", "whole"):
        yield f'{to} = {row.kind}_in({value}, "{key}", source, rest.content)'
    elif row.kind == "object":
        yield f'{to} = object_in({value}, "{key}", rest.content)'
    elif row.kind == "text or texts":
        yield f"{to} = [{value}] if isinstance({value}, str) else {value}"
        yield f"if {value} == []:"
        yield f'    rest.also["{key}"] = []'
    elif row.kind == "texts":
        yield f"{to} = {value}"
        yield f"if not {value}:"
        yield f'    rest.content["{key}"] = []'
    elif row.kind.endswith("by name"):
        yield f"check_raw(object_with({value}))"
        yield f"{to} = {value}"
    else:
        yield f"{to} = {value}"


def _odd(row: Row, value: str) -> Iterator[str]:
    """Return the conditions in which the writer writes something else than the source had."""
    if row.is_bounded:
        number = value
        if row.kind == "number":
            number = f"node.{row.to}"
            yield f"({number} is not None and not {between(row, number)})"
        else:
            yield f"not {between(row, number)}"
    if row.kind == "text or texts":
        yield f"isinstance({value}, str)"
    if row.most is not None:
        yield f"len({value}) > {row.most}"
    if row.kind == "texts by name":
        yield f"not all(map(is_text, {value}.values()))"
    if row.words is not None:
        yield (f"not {row.words}.issuperset({value})" if row.kind == "texts" else f"{value} not in {row.words}")


def _lacking(row: Row, *, lacks: bool) -> Iterator[str]:
    if lacks and not (row.often and row.kind != "text or texts"):
        given = {"number": f"node.{row.to} is not None and ", "object": f"node.{row.to} and "}
        is_given = given.get(row.kind, f"wire.{row.keys[0]} and " if row.kind in LISTS else "")
        yield f'({is_given}"{row.to}" in vendor.lacks)' if is_given else f'"{row.to}" in vendor.lacks'


def between(row: Row, value: str) -> str:
    """Return the condition in which a number is within the bounds."""
    least = "<" if row.is_above else "<="
    return f"{row.low} {least} {value}" + ("" if row.high is None else f" <= {row.high}")


def _two_keys(row: Row) -> Iterator[str]:
    """Return the lines that read the first of two members; the other is kept with it, and reported as content."""
    yield f"own, another = vendor.{row.key}"
    yield "value, other = getattr(wire, own), getattr(wire, another)"
    yield "if value is not UNSET:"
    yield f"    node.{row.to} = value"
    yield "    if other is not UNSET:"
    yield "        rest.kept[another] = other"
    yield "        source[own], source[another] = value, other"
    yield "elif other is not UNSET:"
    yield f"    node.{row.to} = source[another] = other"
