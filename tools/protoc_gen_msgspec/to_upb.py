"""Writes the functions that fill upb messages.

Attributes are set one by one: constructors with keywords cost twice to four times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protoc_gen_msgspec.names import snake_case
from protoc_gen_msgspec.schema import Field, Many, Shape, Struct, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protoc_gen_msgspec.schema import Package


def fill(struct: Struct, union: Union | None, package: Package) -> Iterator[str]:
    """The function that fills the message of a struct; that of a member fills it inside of its union."""
    outer = union or struct
    message = f"{package.modules[outer.name]}.{outer.name}"
    yield f"def _fill_{snake_case(struct.name)}(s: t.{struct.name}, m_: {message}) -> None:"
    yield f"    m = m_.{struct.tag}" if union else "    m = m_"
    # Setting any field marks a message as present; a message of which nothing is set must be marked by itself.
    if not any(f.required and f.many is Many.ONE for f in struct.fields):
        yield "    m.SetInParent()"
    for field in struct.fields:
        yield from (f"    {line}" for line in _field(field))


def _field(field: Field) -> Iterator[str]:
    if field.many is Many.ONE and field.required:
        yield _one(field, f"s.{field.name}")
        return
    local = f"{field.name}_"
    told = field.many is Many.ONE and field.shape not in {Shape.JSON, Shape.RAW_TEXT} and _may_be_none(field)
    yield f"if ({local} := s.{field.name}) is not None:" if told else f"if {local} := s.{field.name}:"
    if field.many is Many.ONE:
        yield f"    {_one(field, local)}"
    elif field.many is Many.MAP:
        yield f"    {local}map = m.{field.proto_name}"
        yield f"    for {local}key, {local}value in {local}.items():"
        yield f'        {local}map[{local}key] = str({local}value, "utf-8")'
    else:
        yield from (f"    {line}" for line in _list(field, local))


def _may_be_none(field: Field) -> bool:
    return field.presence or field.shape is Shape.ENUM


def _one(field: Field, value: str) -> str:
    target = f"m.{field.proto_name}"
    snake = snake_case(field.type)
    match field.shape:
        case Shape.ENUM:
            return f"{target} = _{snake.upper()}_NUMBERS[{value}]"
        case Shape.STRUCT:
            return f"_fill_{snake}({value}, {target})"
        case Shape.UNION:
            return f"_FILL_{snake.upper()}[type({value})]({value}, {target})"
        case Shape.JSON:
            return f'{target} = str({value}, "utf-8")'
        case Shape.RAW_TEXT:
            return f"{target} = string_text({value})"
        case Shape.NUMBER:
            return f"{target} = double({value})"
    return f"{target} = {value}"


def _list(field: Field, local: str) -> Iterator[str]:
    target = f"m.{field.proto_name}"
    snake = snake_case(field.type)
    element = f"{local}element"
    match field.shape:
        case Shape.STRUCT:
            yield f"{local}add = {target}.add"
            yield f"for {element} in {local}:"
            yield f"    _fill_{snake}({element}, {local}add())"
        case Shape.UNION:
            yield f"{local}add = {target}.add"
            yield f"for {element} in {local}:"
            yield f"    _FILL_{snake.upper()}[type({element})]({element}, {local}add())"
        case Shape.ENUM:
            yield f"{target}.extend([_{snake.upper()}_NUMBERS[{element}] for {element} in {local}])"
        case Shape.JSON:
            yield f'{target}.extend([str({element}, "utf-8") for {element} in {local}])'
        case Shape.RAW_TEXT:
            yield f"{target}.extend([string_text({element}) for {element} in {local}])"
        case Shape.NUMBER:
            yield f"{target}.extend([double({element}) for {element} in {local}])"
        case _:
            yield f"{target}.extend({local})"


def union_table(union: Union, package: Package) -> Iterator[str]:
    """The table from the class of a member to the function that fills it."""
    message = f"{package.modules[union.name]}.{union.name}"
    yield f"_FILL_{snake_case(union.name).upper()}: Final[dict[type, Callable[[Any, {message}], None]]] = {{"
    yield from (f"    t.{member}: _fill_{snake_case(member)}," for _, member in union.members)
    yield "}"


def public_body(described: Struct | Union, union: Union | None, package: Package) -> Iterator[str]:
    """The body of the public function: makes the message, fills it, and turns a strange word into a ValueError."""
    outer = union or described
    snake = snake_case(described.name)
    yield f"    message = {package.modules[outer.name]}.{outer.name}()"
    yield "    try:"
    if isinstance(described, Union):
        yield f"        _FILL_{snake.upper()}[type(value)](value, message)"
    else:
        yield f"        _fill_{snake}(value, message)"
    yield "    except (KeyError, OverflowError) as error:"
    yield f'        raise ValueError(f"not a {described.name}: {{error}}") from error'
    yield f"    return message.{described.tag}" if isinstance(described, Struct) and union else "    return message"
