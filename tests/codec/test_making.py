"""Threads that begin with the same conversion make no decoder of a type at the same time."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own, in which no decoder has been made but those of modules.
SCRIPT = """
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec

from turnwire import convert, dialects
from turnwire.codec.making import MAKING
from turnwire.service.warming import warm_up

warm_up()
make, alone, threads = msgspec.json.Decoder, [], ThreadPoolExecutor(1)

def is_free():
    if free := MAKING.acquire(blocking=False):
        MAKING.release()
    return free

def called():
    frame, names = sys._getframe(2), []
    while frame is not None:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names

def spy(*given, **named):
    if given and "exec_module" not in called():  # the import of a module has a lock of its own
        alone.append((given[0], threads.submit(is_free).result()))
    return make(*given, **named)

msgspec.json.Decoder = spy
request = b'{"messages": [{"role": "user", "content": "Hello"}], "odd": 1}'
reply = b'{"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}}], "odd": 1}'
for name in dialects.names():
    for document, kind in ((request, "request"), (reply, "response")):
        for source, target in (("openai_chat", name), (name, "openai_chat")):
            with suppress(ValueError):
                convert(document, target, source=source, kind=kind)
structs = [free for kind, free in alone if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
print(len(structs) > 20, any(structs))
"""


def test_decoders_of_types_are_made_under_the_lock() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert "True False\n" == done.stdout, done.stderr
