"""Writes the functions that read upb messages into structs.

Messages with few fields are asked for each of them.
Of messages with many the fields that are set are listed: asking for a list or map that is not set makes an object.
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
# Listing what is set costs as much as asking for so many scalars; a list or map counts twice.
_WIDE = 5
# So many fields are compared one by one before a table is asked; they are listed in order, the usual ones first.
_USUAL = 4

# What stands in a required field until it is read.
_UNREAD = {Shape.TEXT: '""', Shape.BOOL: "False", Shape.INTEGER: "0", Shape.NUMBER: "0", Shape.JSON: "t.ABSENT"}


def build(struct: Struct, union: Union | None, package: Package) -> Iterator[str]:
    """The function that reads the message of a struct; that of a member takes the message of its union."""
    outer = union or struct
    snake = snake_case(struct.name)
    questions = sum(_asks(field) for field in struct.fields)
    message = f"{package.modules[struct.name]}.{struct.name}"
    if _wide(struct):
        yield f"_LIST_{snake.upper()}: Final = {message}.ListFields\n\n"
    elif 0 < questions <= _FEW:
        yield f"_HAS_{snake.upper()}: Final = {message}.HasField\n\n"
    yield f"def _{snake}(m_: {package.modules[outer.name]}.{outer.name}) -> t.{struct.name}:"
    yield f"    m = m_.{struct.tag}" if union else "    m = m_"
    yield from _by_list(struct) if _wide(struct) else _by_field(struct, questions)


def _wide(struct: Struct) -> bool:
    return sum(1 if field.many is Many.ONE else 2 for field in struct.fields if not field.required) >= _WIDE


def _by_field(struct: Struct, questions: int) -> Iterator[str]:
    has = f"_HAS_{snake_case(struct.name).upper()}(m, "
    if questions > _FEW:
        yield "    has = m.HasField"
        has = "has("
    yield f"    return t.{struct.name}("
    yield from (f"        {_value(field).replace('has(', has)}," for field in struct.fields)
    yield "    )"


def _by_list(struct: Struct) -> Iterator[str]:
    constant = snake_case(struct.name).upper()
    required = [field for field in struct.fields if field.required]
    yield f"    fields = _LIST_{constant}(m)"
    if [field.shape for field in required] == [Shape.TEXT]:
        yield f"    if len(fields) == 1 and fields[0][0] is {_constant(struct, required[0])}:"
        yield f"        return t.{struct.name}(fields[0][1])"
    yield f"    s = t.{struct.name}({', '.join(_unread(field) for field in required)})"
    yield "    for field, v in fields:"
    for index, field in enumerate(struct.fields[:_USUAL]):
        yield f"        {'elif' if index else 'if'} field is {_constant(struct, field)}:"
        yield f"            s.{field.name} = {_read(field)}"
    yield "        else:"
    yield f"            name, read = _FIELDS_{constant}[field]"
    yield "            setattr(s, name, read(v) if read else v)"
    for field in required:
        if field.many is Many.ONE and field.shape in {Shape.ENUM, Shape.STRUCT, Shape.UNION}:
            yield f"    if s.{field.name} is _UNREAD:\n        _absent()"
        elif field.shape is Shape.JSON:
            yield f"    if not s.{field.name}:\n        _absent()"
    yield "    return s"


def _constant(struct: Struct, field: Field) -> str:
    return f"_F_{snake_case(struct.name)}_{field.proto_name}".upper()


def _unread(field: Field) -> str:
    if field.many is Many.ONE:
        return _UNREAD.get(field.shape, "_UNREAD")
    return "[]" if field.many is Many.LIST else "{}"


def table(struct: Struct, package: Package) -> Iterator[str]:
    """The constants of a struct whose fields are listed: the usual ones, and name and reader of all the others."""
    if not _wide(struct):
        return
    fields = f"{package.modules[struct.name]}.{struct.name}.DESCRIPTOR.fields_by_name"
    for field in struct.fields[:_USUAL]:
        yield f'{_constant(struct, field)}: Final = {fields}["{field.proto_name}"]'
    yield f"_FIELDS_{snake_case(struct.name).upper()}: Final[dict[Any, tuple[str, Callable[[Any], Any] | None]]] = {{"
    for field in struct.fields[_USUAL:]:
        yield f'    {fields}["{field.proto_name}"]: ("{field.name}", {_reader(field)}),'
    yield "}"


def _read(field: Field) -> str:
    """The expression that reads `v`, the value of a field that is set."""
    if field.many is Many.MAP:
        return "json_values(v)"
    if field.many is Many.ONE:
        return _one(field, "v")
    element = _one(field, "x")
    return "v[:]" if element == "x" else f"[{element} for x in v[:]]"


def _reader(field: Field) -> str:
    """The function that does the same; None where the value is taken as it is."""
    expression = _read(field)
    if expression == "v":
        return "None"
    name, _, rest = expression.partition("(")
    return name if rest == "v)" else f"lambda v: {expression}"


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
