"""The rules of structure: what a schema does not allow, by the kind of mismatch."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping

BOUNDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "minimum": "less than",
        "maximum": "greater than",
        "exclusiveMinimum": "not greater than",
        "exclusiveMaximum": "not less than",
        "multipleOf": "no multiple of",
    }
)
"""Keywords of JSON Schema about the size of a number, and what a number is that breaks them."""

LENGTHS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "minLength": ("fewer than", "characters"),
        "maxLength": ("more than", "characters"),
        "minItems": ("fewer than", "entries"),
        "maxItems": ("more than", "entries"),
        "minProperties": ("fewer than", "members"),
        "maxProperties": ("more than", "members"),
        "uniqueItems": ("some of them twice", ""),
    }
)
"""Keywords about the length of a text, list or object: what is wrong, and the unit that is counted."""


def _chat(members: str) -> Example:
    return Example("openai_chat", '{"model": "m", "messages": [{"role": "user", "content": "Hi."}]' + members + "}")


def _native(members: str, of_message: str = "") -> Example:
    message = '{"role": "user", "content": [{"type": "text", "text": "Hi."}]' + of_message + "}"
    return Example("turnwire", "{" + members + '"history": [' + message + "]}")


def _glm(function: str) -> Example:
    settings = '{"function_calls": {"available_functions": [' + function + "]}}"
    return Example("glm", '{"history": [{"user": {"content": "Hi."}}], "settings": ' + settings + "}")


RULES: Final = (
    Rule(
        "TW201",
        "wrong-type",
        "error",
        "A value has another JSON type than the format's description says, such as a number in quotes."
        " The server refuses the body. Write a value of the expected type.",
        failing=_chat(', "temperature": "hot"'),
        passing=_chat(', "temperature": 1'),
        also=frozenset({"schema"}),
    ),
    Rule(
        "TW202",
        "missing-member",
        "error",
        "A member that the format demands is absent. The server refuses the body. Add it; if a member with a similar"
        " name is there, it may be a misspelling.",
        failing=Example("openai_chat", '{"model": "m"}'),
        passing=_chat(""),
    ),
    Rule(
        "TW203",
        "unknown-member",
        "warning",
        "The format's description does not have this member. Some servers ignore it and some refuse it; a misspelt"
        " setting has no effect. Check its name. Formats grow, so this is a warning; `--strict` makes it an error."
        " In Protobuf it is a field that this version of turnwire does not know, and keeps.",
        failing=_chat(', "temprature": 1'),
        passing=_chat(', "temperature": 1'),
        also=frozenset({"proto.new-field"}),
    ),
    Rule(
        "TW204",
        "unknown-word",
        "error",
        "A value is none of the words that are allowed in its place: a role, a type, a level. The server refuses the"
        " body. Write one of the expected words.",
        failing=Example("openai_chat", '{"model": "m", "messages": [{"role": "wizard", "content": "Hi."}]}'),
        passing=_chat(""),
    ),
    Rule(
        "TW205",
        "out-of-range",
        "error",
        "A number is smaller or greater than the format allows. The server refuses the body. Write a number in the"
        " range.",
        failing=_chat(', "temperature": 4'),
        passing=_chat(', "temperature": 2'),
    ),
    Rule(
        "TW206",
        "wrong-form",
        "error",
        "A text does not have the form that the format demands: a name with a blank, a time that is no time."
        " Write it in the expected form.",
        failing=_native("", ', "created_at": "yesterday"'),
        passing=_native("", ', "created_at": "2026-02-03T10:15:30Z"'),
    ),
    Rule(
        "TW207",
        "wrong-length",
        "error",
        "A text, a list or an object is too short or too long. The server refuses the body, most often because a list"
        " is empty.",
        failing=Example("openai_chat", '{"model": "m", "messages": []}'),
        passing=_chat(""),
    ),
    Rule(
        "TW208",
        "no-form-fits",
        "error",
        "A value may have one of several forms, and has none of them. Compare it with the expected forms.",
        failing=_glm("5"),
        passing=_glm('{"name": "weather", "help": "Tells the weather."}'),
    ),
    Rule(
        "TW211",
        "newer-version",
        "warning",
        "The document says that it is of a newer version of native JSON than this turnwire knows. Its new members are"
        " kept, and not interpreted. Take a newer turnwire.",
        failing=_native('"schema_version": 90, '),
        passing=_native(""),
        also=frozenset({"version.newer"}),
    ),
    Rule(
        "TW212",
        "older-version",
        "warning",
        "The document says that it is of an older version of native JSON, which may spell the same values differently."
        " `turnwire migrate` makes it current.",
        failing=_native('"schema_version": 0, '),
        passing=_native(""),
        also=frozenset({"version.older"}),
    ),
    Rule(
        "TW213",
        "no-version",
        "error",
        "What is stated as the version of a document is none. Write the version as an integer, or leave it out.",
        failing=_native('"schema_version": -3, '),
        passing=_native(""),
        also=frozenset({"version.none"}),
    ),
)

RULES_BY_NAME: Final[Mapping[str, Rule]] = MappingProxyType({rule.name: rule for rule in RULES})
