"""Inputs that crash, hang or bloat the parsers in common use, and a program that reads each under a memory limit.

`python -m tests.codec.hostile` writes one JSON line per input: its name, the code of the refusal, and how many
times as long as reading sound input it took: a slow or busy machine is slow for both.
It needs Linux: the limit is on the address space.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from turnwire.codec import proto, yaml
from turnwire.codec.json import check, loads
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable

EXTRA_BYTES = 64 * 1024 * 1024


def alias_bomb(levels: int) -> bytes:
    lines = ["a0: &a0 lol"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels + 1)]
    return "\n".join(lines).encode()


def merge_bomb(levels: int) -> bytes:
    lines = ["a0: &a0 {k: v}"]
    lines += [f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, levels + 1)]
    return "\n".join(lines).encode()


def deep_message(levels: int) -> bytes:
    """A request whose one block is a tool result in a tool result in ..."""
    block = b""
    for _ in range(levels):
        inner = b"\x1a" + varint(len(block)) + block
        block = b"\x3a" + varint(len(inner)) + inner
    message = b"\x08\x01\x12" + varint(len(block)) + block
    return b"\x0a" + varint(len(message)) + message


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


aliases = partial(yaml.loads, anchors=True)
binary = partial(proto.decode, kind="request")
proto_json = partial(proto.decode_json, kind="request")
MB = 1_000_000
SOUND = b"[" + b"1," * (MB // 2) + b"1]"

INPUTS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "json, arrays 100 000 deep": (check, b"[" * 100_000),
    "json, arrays 5 000 000 deep": (check, b"[" * 5 * MB),
    "json, closed arrays 100 000 deep": (check, b"[" * 100_000 + b"]" * 100_000),
    "json, objects 100 000 deep": (check, b'{"a":' * 100_000),
    "json, 199 deep": (check, b"[" * 199 + b"]" * 199),
    "json, deep after 1 MB of text": (check, b'["' + b"x" * MB + b'",' + b"[" * 100_000),
    "json, an integer of 5001 digits": (check, b"[" + b"9" * 5001 + b"]"),
    "json, an integer of 1 000 000 digits": (check, b"9" * MB),
    "json, an exponent without end": (loads, b"1e" + b"9" * MB),
    "json, half a pair": (check, b'"\\ud800"'),
    "json, two halves that are no pair": (check, b'"\\ud800\\ud800"'),
    "json, a string without end": (check, b'"' + b"x" * 5 * MB),
    "json, escapes without end": (check, b'"' + b"\\n" * MB),
    "json, half an escape after many": (check, b'"' + b"\\u0041" * 500_000 + b"\\u00"),
    "json, spaces without end": (check, b" " * 5 * MB),
    "json, a comma too many after 1 MB": (check, b"[" + b"1," * 500_000 + b"]"),
    "json, keys twice, many": (check, b"{" + b'"a":1,' * 100_000 + b'"b":1}'),
    "json, not UTF-8 after 5 MB": (check, b'"' + b"x" * 5 * MB + b'\xff"'),
    "json, overlong UTF-8": (check, b'"\xc0\x80"'),
    "json, UTF-16": (check, '{"a": 1}'.encode("utf-16")),
    "json, UTF-32": (check, '{"a": 1}'.encode("utf-32-le")),
    "json, a byte order mark": (check, b"\xef\xbb\xbf{}"),
    "json, NaN": (check, b"[NaN]"),
    "json, nothing": (check, b""),
    "json, NULs": (check, b"\0" * MB),
    "json, one document after another": (check, b"{}" * 500_000),
    "yaml, flow sequences 50 000 deep": (yaml.loads, b"[" * 50_000),
    "yaml, flow sequences 5 000 000 deep": (yaml.loads, b"[" * 5 * MB),
    "yaml, flow mappings 100 000 deep": (yaml.loads, b"{a: " * 100_000),
    "yaml, block sequences 20 000 deep": (yaml.loads, b"- " * 20_000 + b"x"),
    "yaml, block mappings deep": (yaml.loads, b"\n".join(b" " * n + b"a:" for n in range(500))),
    "yaml, keys of keys": (yaml.loads, b"? " * 50_000),
    "yaml, values of values": (yaml.loads, b"a: " * 50_000),
    "yaml, an alias bomb, aliases off": (yaml.loads, alias_bomb(9)),
    "yaml, an alias bomb, aliases on": (aliases, alias_bomb(9)),
    "yaml, a merge bomb": (aliases, merge_bomb(22)),
    "yaml, an alias of itself": (aliases, b"&a [*a]"),
    "yaml, aliases, many": (aliases, b"- &a x\n" + b"- *a\n" * 100_000),
    "yaml, a big value again and again": (aliases, b"- &a '" + b"x" * 100_000 + b"'\n" + b"- *a\n" * 99),
    "yaml, depth by alias": (aliases, b"- &a " + b"[" * 60 + b"]" * 60 + b"\n- " + b"[" * 60 + b"*a" + b"]" * 60),
    "yaml, a Python object": (yaml.loads, b"!!python/object/apply:os.system ['true']"),
    "yaml, a Python name": (yaml.loads, b"!!python/name:os.system"),
    "yaml, an unknown tag": (yaml.loads, b"!secret x"),
    "yaml, a tag without end": (yaml.loads, b"!" * MB),
    "yaml, an anchor without end": (yaml.loads, b"&" + b"a" * MB),
    "yaml, a quoted scalar without end": (yaml.loads, b'"' + b"x" * 5 * MB),
    "yaml, a key without end": (yaml.loads, b"x" * MB + b": 1"),
    "yaml, a JSON pair": (yaml.loads, b'"\\ud83d\\ude00"'),
    "yaml, infinity": (yaml.loads, b".inf"),
    "yaml, an integer of 5001 digits": (yaml.loads, b"9" * 5001),
    "yaml, a hexadecimal of 1 000 000 digits": (yaml.loads, b"0x" + b"f" * MB),
    "yaml, an exponent without end": (yaml.loads, b"1e" + b"9" * MB),
    "yaml, a sexagesimal key twice": (yaml.loads, b"1:30: a\n1:30: b"),
    "yaml, keys twice": (yaml.loads, b"a: 1\na: 2"),
    "yaml, a comment glued to a key": (yaml.loads, b"a: 'b'" + b" " * MB + b"\n'c'#"),
    "yaml, blank lines without end": (yaml.loads, b"a: |\n" + b" \n" * 200_000 + b"b\n"),
    "yaml, directives": (yaml.loads, b"%YAML 1.1\n" * 10_000),
    "yaml, documents": (yaml.loads, b"---\n" * 100_000),
    "yaml, control characters": (yaml.loads, b"a: \x01"),
    "yaml, not UTF-8": (yaml.loads, b"a: \xff"),
    "yaml, UTF-16": (yaml.loads, "a: 1".encode("utf-16")),
    "yaml, nothing": (yaml.loads, b""),
    "yaml, tabs": (yaml.loads, b"a:\n\tb: 1"),
    "protobuf, cut": (binary, b"\x0a\x05\x08"),
    "protobuf, a length without end": (binary, b"\x0a\xff\xff\xff\xff\x7f"),
    "protobuf, a varint without end": (binary, b"\xff" * MB),
    "protobuf, messages 5 000 deep": (binary, deep_message(5000)),
    "protobuf, groups without end": (binary, b"\x0b" * MB),
    "protojson, 100 000 deep": (proto_json, b'{"history":[' * 100_000),
    "protojson, NaN": (proto_json, b'{"settings":{"generation":{"topP":NaN}}}'),
    "protojson, keys twice": (proto_json, b'{"id":"a","id":"b"}'),
}


def address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def attempt(read: Callable[[bytes], object], data: bytes) -> tuple[str, float]:
    """The code of the refusal (`accepted` if there is none), and the seconds of work it took, under the limit."""
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + EXTRA_BYTES, unlimited[1]))
    start = time.process_time()
    try:
        read(data)
        code = "accepted"
    except InvalidDocument as error:
        code = error.diagnostics[0].code
    except MemoryError:
        code = "out of memory"
    finally:
        seconds = time.process_time() - start
        resource.setrlimit(resource.RLIMIT_AS, unlimited)
    return code, seconds


def seconds_for_sound_input() -> float:
    """What a text of 1 MB costs here and now."""
    start = time.process_time()
    check(SOUND)
    return time.process_time() - start


def main() -> None:
    readers: dict[Callable[[bytes], object], bytes] = {check: b"[", yaml.loads: b"[", binary: b"\xff", proto_json: b"{"}
    for read, data in readers.items():
        attempt(read, data)  # what is loaded at the first call is not the input's fault
    for name, (read, data) in INPUTS.items():
        tries = [(*attempt(read, data), seconds_for_sound_input()) for _ in range(3)]
        sys.stdout.write(json.dumps([name, tries[0][0], min(seconds / sound for _, seconds, sound in tries)]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
