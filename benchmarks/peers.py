"""The same conversions by other projects: `pip install turnwire[peers]`, then `python -m benchmarks.large --peers`.

Each gets the bytes of a body and gives bytes back, as turnwire does; its own API takes and gives dicts.  A conversion
that a project does not have, or refuses, has no figure.  What each of them checks and keeps differs: speed alone is
measured here.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import itertools
from typing import TYPE_CHECKING, Any

import orjson

from benchmarks.large import FORMATS, SECONDS, SIZES, body_of
from benchmarks.ratio import floor_of, lowest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LINGUAFRANCA = {
    "openai_chat": "openai_chat_completions",
    "anthropic_messages": "anthropic_messages",
    "openai_responses": "open_responses",
}
_ROSETTA = {
    "openai_chat": "openai_chat",
    "anthropic_messages": "anthropic",
    "openai_responses": "openai_responses",
    "gemini_generate": "google_generate",
}


def _linguafranca() -> tuple[dict[str, str], Callable[[dict[str, Any], str, str], Any]]:
    module = importlib.import_module("linguafranca")

    def convert(body: dict[str, Any], source: str, target: str) -> Any:
        names = module.FormatName(source), module.FormatName(target)
        return module.convert_request_json(body, source_format=names[0], target_format=names[1]).value

    return _LINGUAFRANCA, convert


def _rosetta() -> tuple[dict[str, str], Callable[[dict[str, Any], str, str], Any]]:
    module = importlib.import_module("llm_rosetta")

    def convert(body: dict[str, Any], source: str, target: str) -> Any:
        return module.convert(body, target, source)

    return _ROSETTA, convert


PEERS = {"martian-linguafranca": ("linguafranca", _linguafranca), "llm-rosetta": ("llm_rosetta", _rosetta)}
"""Package -> its module, and what loads its formats and its conversion."""


def table() -> Iterator[str]:
    """A table in Markdown for the requests: a line for each pair and project that is installed."""
    found = [name for name, (module, _) in PEERS.items() if importlib.util.find_spec(module) is not None]
    if not found:
        yield f"None of {', '.join(PEERS)} is installed: `pip install turnwire[peers]`."
        return
    yield "| requests, from | to | by | " + " | ".join(SIZES) + " |"
    yield "|---" * (len(SIZES) + 3) + "|"
    for source, target in itertools.permutations(FORMATS, 2):
        for name in found:
            if cells := list(_cells(name, source, target)):
                version = importlib.metadata.version(name)
                yield f"| {source} | {target} | {name} {version} | " + " | ".join(cells) + " |"


def _cells(name: str, source: str, target: str) -> Iterator[str]:
    names, convert = PEERS[name][1]()
    if source not in names or target not in names:
        return
    for size in SIZES:
        body = body_of(size, source, "request")

        def run(body: bytes = body) -> bytes:
            return orjson.dumps(convert(orjson.loads(body), names[source], names[target]))

        try:
            run()
        except Exception as refused:  # noqa: BLE001 - what a project raises is its own affair
            yield f"refused ({type(refused).__name__})"
        else:
            yield f"{lowest(floor_of(body), [run], SECONDS)[0]:.2f}"
