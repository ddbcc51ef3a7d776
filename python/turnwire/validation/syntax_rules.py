"""The rules of syntax: what stops a text from being parsed, or its format from being found.

The parsers refuse a text at its first fault.  A byte order mark and repeated keys are all reported, since a text
with them can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.validation.rules import Example, Rule, rule_of

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

_GOOD: Final = Example("openai_chat", '{"model": "m", "messages": [{"role": "user", "content": "Hi."}]}')
_GOOD_YAML: Final = Example(
    "turnwire", "history:\n- role: user\n  content:\n  - {type: text, text: Hi.}\n", encoding="yaml"
)


def _chat(text: str | bytes) -> Example:
    return Example("openai_chat", text)


def _limited(limit: str) -> str:
    history = '[{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]'
    return f'{{"history": {history}, "settings": {{"generation": {{"max_tokens": {limit}}}}}}}'


RULES: Final = (
    Rule(
        "TW101",
        "not-unicode",
        "error",
        "The bytes are not UTF-8, start with a byte order mark, or a text has half of a surrogate pair. Servers refuse"
        " such a body, and other parsers change it silently. Save the file as UTF-8 without BOM.",
        failing=_chat(b'{"model": "m", "messages": [{"role": "user", "content": "caf\xe9"}]}'),
        passing=_chat('{"model": "m", "messages": [{"role": "user", "content": "café"}]}'),
        also=frozenset(
            {"json.utf8", "json.bom", "json.surrogate", "yaml.utf8", "yaml.surrogate", "yaml.character"},
        ),
    ),
    Rule(
        "TW102",
        "syntax",
        "error",
        "The text is not JSON (RFC 8259) or not YAML. Trailing commas, comments and single quotes are not JSON.",
        failing=_chat('{"model": "m", "messages": [{"role": "user", "content": "Hi."},]}'),
        passing=_GOOD,
        also=frozenset(
            {
                *("archive.corrupt", "json.syntax", "json.empty", "json.value"),
                *("yaml.syntax", "yaml.indent", "yaml.empty"),
                "proto.json-text",
            }
        ),
    ),
    Rule(
        "TW103",
        "truncated",
        "error",
        "The text ends inside a string, a list or an object: the file was cut. Write it again, or take its last line"
        " away where each line is a document.",
        failing=_chat('{"model": "m", "messages": [{"role": "user", "content": "Hi.'),
        passing=_GOOD,
        also=frozenset({"json.truncated", "archive.truncated"}),
    ),
    Rule(
        "TW104",
        "duplicate-key",
        "error",
        "An object has a member twice. Parsers keep the first or the last one, so two programs may read two documents."
        " Keep one of them.",
        failing=_chat('{"model": "m", "model": "n", "messages": [{"role": "user", "content": "Hi."}]}'),
        passing=_GOOD,
        also=frozenset({"json.duplicate-key", "yaml.duplicate-key"}),
    ),
    Rule(
        "TW105",
        "beyond-limits",
        "error",
        "The document is larger or nested deeper than turnwire reads. The limits are turnwire's own: 64 levels in a"
        " document, 48 in a tool's input or a schema inside it, and 64 MiB. They keep a text that is made to exhaust a"
        " program from doing so, and no option raises them; the provider may take the document. Split it, or write the"
        " inner part as a text.",
        failing=_chat('{"model": "m", "messages": [{"role": "user", "content": ' + "[" * 250 + "]" * 250 + "}]}"),
        passing=_GOOD,
        also=frozenset(
            {
                *("archive.size", "json.depth", "json.size", "yaml.depth", "yaml.size", "yaml.expansion"),
                *("proto.depth", "proto.size"),
            }
        ),
    ),
    Rule(
        "TW106",
        "unreadable-number",
        "error",
        "An integer has more than 4,300 digits, or a number is beyond the largest double. The limit of digits is that"
        " of turnwire, and of Python (`sys.set_int_max_str_digits`); no option raises it, and other programs may read"
        " the number. Write a number that every program can hold, or a text.",
        failing=_chat('{"model": "m", "seed": ' + "9" * 4400 + ', "messages": [{"role": "user", "content": "Hi."}]}'),
        passing=_GOOD,
        also=frozenset({"json.number", "yaml.number", "proto.number", "model.number"}),
    ),
    Rule(
        "TW107",
        "yaml-beyond-json",
        "error",
        "The YAML has a tag, an anchor, an alias, a merge, a directive, a key that is no text, or several documents."
        " JSON cannot say these, so another program would read something else. Write the values out.",
        failing=Example("turnwire", "history: &h\n- role: user\nname: *h\n", encoding="yaml"),
        passing=_GOOD_YAML,
        also=frozenset(
            {
                *("yaml.tag", "yaml.anchor", "yaml.alias", "yaml.merge", "yaml.key", "yaml.directive"),
                "yaml.documents",
            }
        ),
    ),
    Rule(
        "TW110",
        "unknown-format",
        "error",
        "The document looks like none of the formats that turnwire knows. Name its dialect with `--from`, or take it"
        " out of the folder.",
        failing=Example("", '{"name": "left-pad", "version": "1.3.0"}'),
        passing=Example("", _GOOD.text),
        also=frozenset({"detect.none", "detect.other"}),
    ),
    Rule(
        "TW111",
        "ambiguous-format",
        "error",
        "The document fits several formats equally. Name its dialect with `--from`.",
        failing=Example("", '{"history": [{"role": "user", "content": "Hi."}], "input": []}'),
        passing=Example("", _GOOD.text),
        also=frozenset({"detect.ambiguous"}),
    ),
    Rule(
        "TW112",
        "several-documents",
        "error",
        "The text is a list of several documents where one is expected. Write each on a line of a `.jsonl` file.",
        failing=_chat(f"[{_GOOD.text!s}, {_GOOD.text!s}]"),
        passing=_GOOD,
        also=frozenset({"detect.many"}),
    ),
    Rule(
        "TW113",
        "wrong-protobuf",
        "error",
        "The bytes are no Protobuf message of turnwire, or end too early, or the message has a field that cannot be"
        " kept. The place is the path of the field, with the names of the proto files, and the byte at which the field"
        " begins. Export the document again; it may have been cut off, or copied as text.",
        failing=Example("turnwire", b"\x0a\x0b\x08\x01\x12\x07\x0a\x05\x0a\x03Hi", encoding="binpb"),
        passing=Example("turnwire", b"\x0a\x0b\x08\x01\x12\x07\x0a\x05\x0a\x03Hi.", encoding="binpb"),
        also=frozenset(
            {"proto.syntax", "proto.type", "proto.value", "proto.member", "proto.required", "proto.unknown-field"}
        ),
    ),
    Rule(
        "TW199",
        "unreadable",
        "error",
        "The reader of the format refuses the document for the reason in the message.",
        failing=Example("turnwire", _limited("64.0")),
        passing=Example("turnwire", _limited("64")),
    ),
)


def refused(found: Diagnostic) -> Diagnostic:
    """Return a reader's refusal as a finding of a rule: `json.duplicate-key` is TW104.

    Args:
        found: a diagnostic of `InvalidDocument`, whose code is the reader's.
    """
    rule = rule_of(found.code) or RULES[-1]
    return structs.replace(found, code=rule.code, name=rule.name, severity=rule.severity)
