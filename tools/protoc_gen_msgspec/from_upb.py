"""Writes the functions that read upb messages into structs.

A field is looked at only after `HasField`, where it has presence, and nothing asks a descriptor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protoc_gen_msgspec.names import snake_case
from protoc_gen_msgspec.schema import Field, Many, Shape, Struct, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protoc_gen_msgspec.schema import Package


def build(struct: Struct, union: Union | None, package: Package) -> Iterator[str]:
    """The function that reads the message of a struct; that of a member takes the message of its union."""
    outer = union or struct
    yield f"def _{snake_case(struct.name)}(m_: {package.modules[outer.name]}.{outer.name}) -> t.{struct.name}:"
    yield f"    m = m_.{struct.tag}" if union else "    m = m_"
    if any(_asks(field) for field in struct.fields):
        yield "    has = m.HasField"
    yield f"    return t.{struct.name}("
    yield from (f"        {_value(field)}," for field in struct.fields)
    yield "    )"


def _asks(field: Field) -> bool:
    return field.many is Many.ONE and field.presence


def _value(field: Field) -> str:
    if field.many is Many.MAP:
        return f"json_values({field.name}_) if ({field.name}_ := m.{field.proto_name}) else None"
    if field.many is Many.LIST:
        return _list(field)
    value = _one(field, f"m.{field.proto_name}")
    if not _asks(field):
        return value
    if field.required:
        return f'{value} if has("{field.proto_name}") else _absent()'
    absent = "t.ABSENT" if field.shape in {Shape.JSON, Shape.RAW_TEXT} else "None"
    return f'{value} if has("{field.proto_name}") else {absent}'


def _one(field: Field, value: str) -> str:
    snake = snake_case(field.type)
    words = "WORDS" if field.required or field.many is Many.LIST else "WORDS_OR_NONE"
    match field.shape:
        case Shape.ENUM:
            return f"_{snake.upper()}_{words}[{value}]"
        case Shape.STRUCT:
            return f"_{snake}({value})"
        case Shape.UNION:
            return f"_READ_{snake.upper()}[{value}.WhichOneof(_{snake.upper()})]({value})"
        case Shape.NUMBER:
            return f"number({value})"
        case Shape.JSON:
            return f"json_value({value})"
        case Shape.RAW_TEXT:
            return f"json_string({value})"
    return value


def _list(field: Field) -> str:
    local = f"{field.name}_"
    element = f"{field.name}_element"
    value = _one(field, element)
    elements = f"[*{local}]" if value == element else f"[{value} for {element} in {local}]"
    return f"{elements} if ({local} := m.{field.proto_name}) else []"


def union_table(union: Union, package: Package) -> Iterator[str]:
    """The table from the name of a member to the function that reads it; no member at all is not in it."""
    message = f"{package.modules[union.name]}.{union.name}"
    constant = snake_case(union.name).upper()
    yield f'_{constant}: Final = "{union.oneof}"'
    yield f"_READ_{constant}: Final[dict[str | None, Callable[[{message}], t.{union.name}]]] = {{"
    yield from (f'    "{tag}": _{snake_case(member)},' for tag, member in union.members)
    yield "}"


def public_body(described: Struct | Union, union: Union | None, package: Package) -> Iterator[str]:
    """The body of the public function: reads, and says where what cannot be read stands."""
    snake = snake_case(described.name)
    yield "    try:"
    if isinstance(described, Union):
        yield f"        return _READ_{snake.upper()}[message.WhichOneof(_{snake.upper()})](message)"
    elif union:
        yield f"        return _{snake}({package.modules[union.name]}.{union.name}({described.tag}=message))"
    else:
        yield f"        return _{snake}(message)"
    yield "    except (KeyError, ValueError) as error:"
    yield "        raise explain(message, _REQUIRED) from error"
