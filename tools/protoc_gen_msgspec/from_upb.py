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

# Binding a method of a message costs as much as four calls of it.
_FEW = 4
# Listing what is set costs as much as asking for so many fields.
_WIDE = 12


def build(struct: Struct, union: Union | None, package: Package) -> Iterator[str]:
    """The function that reads the message of a struct; that of a member takes the message of its union."""
    outer = union or struct
    snake = snake_case(struct.name)
    questions = sum(_asks(field) for field in struct.fields)
    if 0 < questions <= _FEW:
        yield f"_HAS_{snake.upper()}: Final = {package.modules[struct.name]}.{struct.name}.HasField\n\n"
    yield f"def _{snake}(m_: {package.modules[outer.name]}.{outer.name}) -> t.{struct.name}:"
    yield f"    m = m_.{struct.tag}" if union else "    m = m_"
    yield from _by_table(struct) if _wide(struct) else _by_field(struct, questions)


def _wide(struct: Struct) -> bool:
    return sum(_asks(field) for field in struct.fields) >= _WIDE and not any(f.required for f in struct.fields)


def _by_field(struct: Struct, questions: int) -> Iterator[str]:
    has = f"_HAS_{snake_case(struct.name).upper()}(m, "
    if questions > _FEW:
        yield "    has = m.HasField"
        has = "has("
    yield f"    return t.{struct.name}("
    yield from (f"        {_value(field).replace('has(', has)}," for field in struct.fields)
    yield "    )"


def _by_table(struct: Struct) -> Iterator[str]:
    yield f"    s = t.{struct.name}()"
    yield "    for field, value in m.ListFields():"
    yield f"        name, read = _FIELDS_{snake_case(struct.name).upper()}[field]"
    yield "        setattr(s, name, read(value) if read else value)"
    yield "    return s"


def table(struct: Struct, package: Package) -> Iterator[str]:
    """The table of a struct with many fields, few of which are told: from a field to its name and its reader."""
    if not _wide(struct):
        return
    message = f"{package.modules[struct.name]}.{struct.name}"
    yield f"_FIELDS_{snake_case(struct.name).upper()}: Final[dict[Any, tuple[str, Callable[[Any], Any] | None]]] = {{"
    for field in struct.fields:
        yield f'    {message}.DESCRIPTOR.fields_by_name["{field.proto_name}"]: ("{field.name}", {_reader(field)}),'
    yield "}"


def _reader(field: Field) -> str:
    snake = snake_case(field.type)
    if field.many is Many.MAP:
        return "json_values"
    if field.many is Many.LIST and field.shape in {Shape.TEXT, Shape.BOOL, Shape.INTEGER}:
        return "list"
    value = _one(field, "x")
    if field.many is Many.LIST:
        return f"lambda xs: [{value} for x in xs]"
    if field.shape in {Shape.TEXT, Shape.BOOL, Shape.INTEGER}:
        return "None"
    if field.shape is Shape.ENUM:
        return f"_{snake.upper()}_WORDS.__getitem__"
    names = {Shape.STRUCT: f"_{snake}", Shape.NUMBER: "number", Shape.JSON: "json_value", Shape.RAW_TEXT: "json_string"}
    return names.get(field.shape, f"lambda x: {value}")


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
            return f"_READ_{snake.upper()}[_WHICH_{snake.upper()}({value}, _{snake.upper()})]({value})"
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
    if value == element:
        return f"m.{field.proto_name}[:]"
    # A slice is a plain list: going through it is faster than through the container.
    return f"[{value} for {element} in {local}[:]] if ({local} := m.{field.proto_name}) else []"


def union_table(union: Union, package: Package) -> Iterator[str]:
    """The table from the name of a member to the function that reads it; no member at all is not in it."""
    message = f"{package.modules[union.name]}.{union.name}"
    constant = snake_case(union.name).upper()
    yield f'_{constant}: Final = "{union.oneof}"'
    yield f"_WHICH_{constant}: Final = {message}.WhichOneof"
    yield f"_READ_{constant}: Final[dict[str | None, Callable[[{message}], t.{union.name}]]] = {{"
    yield from (f'    "{tag}": _{snake_case(member)},' for tag, member in union.members)
    yield "}"


def public_body(described: Struct | Union, union: Union | None, package: Package) -> Iterator[str]:
    """The body of the public function: reads, and says where what cannot be read stands."""
    snake = snake_case(described.name)
    yield "    try:"
    if isinstance(described, Union):
        yield f"        return _READ_{snake.upper()}[_WHICH_{snake.upper()}(message, _{snake.upper()})](message)"
    elif union:
        yield f"        return _{snake}({package.modules[union.name]}.{union.name}({described.tag}=message))"
    else:
        yield f"        return _{snake}(message)"
    yield "    except (KeyError, ValueError) as error:"
    yield "        raise explain(message, _REQUIRED) from error"
