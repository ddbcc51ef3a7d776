"""Cases at the edges, told as native JSON: numbers, texts, free JSON, maps, absence, and what is not known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MEGABYTE = 1_048_576

HISTORY, COMPLETION, ERROR = "turnwire.v1.History", "turnwire.v1.Completion", "turnwire.v1.ErrorReply"
MESSAGE, BLOCK, EVENT = "turnwire.v1.Message", "turnwire.v1.ContentBlock", "turnwire.v1.StreamEvent"

INTEGERS = {
    "zero": 0,
    "one": 1,
    "minus one": -1,
    "127": 127,
    "128": 128,
    "the largest of 31 bits": 2**31 - 1,
    "2^31": 2**31,
    "-2^31": -(2**31),
    "2^32": 2**32,
    "2^53 - 1": 2**53 - 1,
    "2^53": 2**53,
    "2^53 + 1": 2**53 + 1,
    "-2^53 - 1": -(2**53) - 1,
    "2^62": 2**62,
    "2^63 - 2": 2**63 - 2,
    "2^63 - 1": 2**63 - 1,
    "-2^63": -(2**63),
    "-2^63 + 1": -(2**63) + 1,
}

# Spelled as every JSON writer spells them; `spellings.py` has the others.
DOUBLES = {
    "zero": "0",
    "a tenth": "0.1",
    "minus a half": "-0.5",
    "all 17 digits": "0.30000000000000004",
    "a third": "0.3333333333333333",
    "one": "1",
    "2^53": "9007199254740992",
    "-2^53": "-9007199254740992",
}

TEXTS = {
    "empty": "",
    "a space": " ",
    "NUL": "\0",
    "NUL inside": "a\0b",
    "all control characters": "".join(map(chr, range(0x20))),
    "DEL and C1": "\x7f\x80\x9f",
    "quotes and backslashes": '"\\/\\"',
    "an accent of its own": "e\u0301",
    "an accent inside": "\u00e9",
    "two bytes": "\u07ff",
    "three bytes": "\u0800\uffff",
    "below the surrogates": "\ud7ff",
    "above the surrogates": "\ue000",
    "astral": "\U0001f327",
    "the last code point": "\U0010ffff",
    "a family of four": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "right to left": "\u202eabc\u202c",
    "line ends": "a\r\nb\rc\nd\u2028e\u2029f\u0085g",
    "a byte order mark": "\ufeffa",
    "no characters": "\ufffe\uffff\ufdd0",
    "HTML": "<script>&amp;</script>",
    "what looks like JSON": '{"a": 1}',
    "what looks like a number": "1e3",
    "what looks like null": "null",
    "what looks like YAML": "- a: &b *c !d %e @f",
    "yes": "yes",
    "a date": "2026-02-14",
    "tabs": "\ta\tb\t",
    "trailing spaces": "a  ",
    "CJK": "天気",
}

# Kept as they are spelled: digits, spaces, escapes, order.
FREE = {
    "null": "null",
    "true": "true",
    "false": "false",
    "zero": "0",
    "minus zero": "-0",
    "zero with a point": "0.0",
    "a number with zeros": "1.500",
    "an exponent": "1E+05",
    "beyond doubles": "1e400",
    "below doubles": "1e-400",
    "2^53 + 1": "9007199254740993",
    "2^64": "18446744073709551616",
    "an integer of 60 digits": "1" * 60,
    "a fraction of 40 digits": "0." + "3" * 40,
    "an empty text": '""',
    "an empty object": "{}",
    "an empty array": "[]",
    "spaces inside": '{ "a" : [ 1 , 2 ] }',
    "lines and tabs inside": '{\n\t"a":\r\n 1}',
    "keys out of order": '{"b":1,"a":2,"10":3,"9":4}',
    "an empty key": '{"":0}',
    "the key __proto__": '{"__proto__":{"a":1},"constructor":2}',
    "escapes": '"\\u0041\\/\\u00e9\\n\\"\\\\"',
    "an escaped astral character": '"\\ud83c\\udf27"',
    "an escaped NUL": '"\\u0000"',
    "an escaped key": '{"\\u0061":1}',
    "astral": '"\U0001f327"',
    "48 levels of arrays": "[" * 48 + "]" * 48,
    "48 levels of objects": '{"a":' * 48 + "1" + "}" * 48,
    "brackets in a text": '"' + "[{" * 200 + '"',
    "a thousand side by side": "[" + ",".join(["{}"] * 1000) + "]",
}

# (message, native JSON); what is absent is not there, and what is at its zero is.
ABSENCE = {
    "an empty text": (BLOCK, '{"type":"text","text":""}'),
    "an empty id against none": (MESSAGE, '{"role":"user","id":""}'),
    "no id": (MESSAGE, '{"role":"user"}'),
    "false against nothing": (BLOCK, '{"type":"tool_result","tool_use_id":"","is_error":false}'),
    "neither true nor false": (BLOCK, '{"type":"tool_result","tool_use_id":""}'),
    "zero against nothing": (HISTORY, '{"history":[],"schema_version":0}'),
    "an empty message against none": (HISTORY, '{"history":[],"settings":{}}'),
    "an empty message in an empty message": (HISTORY, '{"history":[],"settings":{"generation":{}}}'),
    "empty messages in a list": (COMPLETION, '{"candidates":[{"role":"user"},{"role":"user"}]}'),
    "null as free JSON against none": (BLOCK, '{"type":"tool_use","id":"","name":"","input":null}'),
    "no input": (BLOCK, '{"type":"tool_use","id":"","name":""}'),
    "a plain integer at zero": (EVENT, '{"type":"block_end"}'),
    "a plain integer": (EVENT, '{"type":"block_end","candidate":1,"block":2}'),
    "a required list, empty": (HISTORY, '{"history":[]}'),
    "a list of empty texts": (BLOCK, '{"type":"thinking","text":"","summary":["",""]}'),
    "an error with nothing in it": (ERROR, '{"message":""}'),
    "a zero of double": (ERROR, '{"message":"","retry_after":0}'),
}

TIMES = {
    "nanoseconds": "2026-02-14T09:30:00.123456789Z",
    "ten digits of a second": "2026-02-14T09:30:00.1234567891Z",
    "an offset": "2026-02-14T09:30:00.5+05:45",
    "a leap second": "2016-12-31T23:59:60Z",
    "year one": "0001-01-01T00:00:00Z",
    "the last year": "9999-12-31T23:59:59.999999999Z",
    "no time at all": "yesterday",
}

# Maps: protobuf gives their keys no order, so only those with one key promise their bytes.
MAPS = {
    "one key": '{"openai_chat":{"a":1}}',
    "an empty key": '{"":{}}',
    "the key __proto__": '{"__proto__":{"a":1}}',
    "a key that is a number": '{"10":{}}',
    "an astral key": '{"\U0001f327":1}',
    "a key with dots and slashes": '{"a.b/c~d":null}',
    "two keys": '{"a":1,"b":2}',
    "keys that are numbers": '{"10":1,"9":2}',
    "keys that sort by bytes": '{"B":1,"a":2,"\u00e9":3,"\ue000":4,"\U0001f327":5}',
}

# Rules 5 and 6 of proto/README.md: what a later version may say is kept, and stands in its old place when written.
UNKNOWN = {
    "a block": (HISTORY, '{"history":[{"role":"user","content":[{"type":"hologram","depth":3}]}]}'),
    "a block with free numbers": (MESSAGE, '{"role":"user","content":[{"type":"hologram","n":1.50,"m":[ 1]}]}'),
    "a block alone": (BLOCK, '{"type":"hologram","depth":3}'),
    "a block in a result": (
        HISTORY,
        '{"history":[{"role":"tool","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"x"}]}]}]}',
    ),
    "an event": (EVENT, '{"type":"hologram_delta","depth":3}'),
    "a key": (MESSAGE, '{"role":"user","mood":"curious"}'),
    "a word": ("turnwire.v1.MessageMetadata", '{"model":"m","status":"dreaming"}'),
    "a word for a role": (MESSAGE, '{"content":[{"type":"text","text":"a"}],"role":"narrator"}'),
    "a word that something required needs": (BLOCK, '{"type":"image","source":{"kind":"hologram","data":"a"}}'),
    "a key at the root": (HISTORY, '{"history":[],"mood":{"a":[1.50,null]}}'),
    "keys at several places": (
        HISTORY,
        '{"history":[{"role":"user","content":[{"type":"text","text":"a","x":1}],"y":2}],"settings":{"z":3}}',
    ),
    "two keys in their order": (MESSAGE, '{"role":"user","zeta":1,"alpha":2}'),
    "a key beside residue of another": (MESSAGE, '{"role":"user","provider_raw":{"glm":{"a":1}},"mood":1}'),
    "a key that is null": (MESSAGE, '{"role":"user","mood":null}'),
    "a key that is empty": (MESSAGE, '{"role":"user","":1}'),
    "a key called like a mark": (MESSAGE, '{"role":"user","mood":2,"$form":1,"$omit":["role"]}'),
    "a key that is a number": (MESSAGE, '{"role":"user","10":1,"9":2}'),
    "the key __proto__": (MESSAGE, '{"role":"user","__proto__":{"a":1}}'),
}

# Rule 3: a word that only a later version has is absent for the program, or what needs it is kept whole.
WORDS = {
    "a role": (MESSAGE, '{"content":[{"type":"text","text":"a"}],"role":"narrator"}'),
    "a role, and a user interaction beside it": (
        HISTORY,
        '{"history":[{"role":"narrator"},{"role":"user_interaction","interaction":{"a":1}}]}',
    ),
    "an optional word": (BLOCK, '{"type":"tool_use","id":"t","name":"n","run_by":"moon"}'),
    "an optional word deep inside": (
        HISTORY,
        '{"history":[{"role":"assistant","metadata":{"token_count":1,"stop_reason":"bored"}}]}',
    ),
    "the kind of a citation": (
        BLOCK,
        '{"type":"text","text":"a","citations":[{"title":"t","kind":"dream"}]}',
    ),
    "the kind of a source makes its block opaque": (
        MESSAGE,
        '{"role":"user","content":[{"type":"image","source":{"kind":"hologram","data":"x"},"media_type":"a/b"}]}',
    ),
    "the kind of a source of a sound": (BLOCK, '{"type":"audio","source":{"kind":"hologram"},"id":"a"}'),
    "the mode of a decision": (
        MESSAGE,
        '{"role":"assistant","metadata":{"routing":{"mode":"coin","chosen_model":"a:b","reason":"r","x":1}}}',
    ),
    "the kind of a format": (HISTORY, '{"history":[],"settings":{"response_format":{"kind":"poem"}}}'),
    "two at once": (MESSAGE, '{"mood":1,"role":"narrator"}'),
}

OTHERS = {
    "open keys stand inline": ("turnwire.glm.v1.ChatMeta", '{"used_model":"m","course":"PHY101","n":1.50}'),
    "an open key called extra": ("turnwire.glm.v1.ChatMeta", '{"extra":{"a":1}}'),
    "open keys below": (
        "turnwire.glm.v1.ChatHistory",
        '{"history":[{"user":{"content":"Hi","meta":{"mood":"calm"}}}],"meta":{"a":[]}}',
    ),
    "camels": ("turnwire.geppetto.v1.ListRequest", '{"requestType":"listfiles","dataOperands":"all","page_size":3}'),
    "drawers are open keys": ("turnwire.geppetto.v1.FileDrawers", '{"Herbs":["mint"]}'),
    "the key __proto__ among open keys": ("turnwire.geppetto.v1.FileDrawers", '{"__proto__":["mint"]}'),
    "a code that is a number": ("turnwire.geppetto.v1.ErrorResponse", '{"code":99,"message":"m"}'),
    "a tagged union": ("turnwire.gpt2099.v1.ContentBlock", '{"type":"text","text":"\U0001f327"}'),
}

LONG = {
    "ascii": ("x", MEGABYTE),
    "astral": ("\U0001f327", MEGABYTE // 4),
    "NUL": ("\0", 100_000),
}


def quoted(text: str) -> str:
    """A text as turnwire's writers write it in JSON."""
    return json.dumps(text, ensure_ascii=False)


# By the start of a name: the table, the message, and how a value of the table stands in it.
_PLACES: tuple[tuple[str, Mapping[str, object], str, str], ...] = (
    ("integer", INTEGERS, HISTORY, '{"history":[],"schema_version":%s}'),
    # A plain integer at zero is absent.
    ("plain integer", {k: v for k, v in INTEGERS.items() if v}, EVENT, '{"type":"block_end","block":%s}'),
    ("double", DOUBLES, ERROR, '{"message":"m","retry_after":%s}'),
    ("text", {k: quoted(v) for k, v in TEXTS.items()}, BLOCK, '{"type":"text","text":%s}'),
    ("free JSON", FREE, BLOCK, '{"type":"tool_use","id":"t","name":"n","input":%s}'),
    ("free JSON in a map", FREE, MESSAGE, '{"role":"user","provider_raw":{"glm":%s}}'),
    ("time", {k: quoted(v) for k, v in TIMES.items()}, MESSAGE, '{"role":"user","created_at":%s}'),
    ("map", MAPS, MESSAGE, '{"role":"user","provider_raw":%s}'),
)


def boundaries() -> Iterator[tuple[str, str, str]]:
    """(name, message, native JSON) of each case."""
    for start, table, message, place in _PLACES:
        for name, value in table.items():
            yield f"{start}: {name}", message, place % value
    for start, told in (("absence", ABSENCE), ("unknown", UNKNOWN), ("new word", WORDS), ("other systems", OTHERS)):
        for name, (message, text) in told.items():
            yield f"{start}: {name}", message, text
    yield from _long()


def _long() -> Iterator[tuple[str, str, str]]:
    for name, (unit, times) in LONG.items():
        text = quoted(unit)[1:-1] * times
        yield f"long: a text, {name}", BLOCK, f'{{"type":"text","text":"{text}"}}'
        yield f"long: free JSON, {name}", BLOCK, f'{{"type":"tool_use","id":"t","name":"n","input":"{text}"}}'
    items = ",".join(['{"type":"text","text":"a"}'] * 10_000)
    yield "long: 10 000 blocks", MESSAGE, f'{{"role":"user","content":[{items}]}}'
    yield "nested: results in results", BLOCK, _nested(15)


def _nested(levels: int) -> str:
    start = '{"type":"tool_result","tool_use_id":"t","content":['
    return start * levels + '{"type":"text","text":"a"}' + "]}" * levels
