"""Cache marks and marks for citations that Anthropic refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import ANTHROPIC
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Path
    from turnwire.validation.target.aim import Aim


def _asked(*blocks: str) -> Example:
    message = f'{{"role": "user", "content": [{", ".join(blocks)}]}}'
    text = f'{{"model": "claude-sonnet-4-5", "max_tokens": 64, "messages": [{message}]}}'
    return Example("anthropic_messages", text, target="anthropic_messages")


def _text(words: str, ttl: str = "5m") -> str:
    return f'{{"type": "text", "text": "{words}", "cache_control": {{"type": "ephemeral", "ttl": "{ttl}"}}}}'


def _file(more: str) -> str:
    source = '"source": {"type": "text", "media_type": "text/plain", "data": "Ferns."}'
    return f'{{"type": "document", {source}{more}}}'


_CITED: Final = ', "citations": {"enabled": true}'
_QUESTION: Final = '{"type": "text", "text": "Which plants?"}'

CACHE: Final = Rule(
    "TW439",
    "refused-cache-mark",
    "error",
    "More than four blocks have `cache_control`, or one for an hour comes after one for five minutes. Anthropic refuses"
    ' both ("A maximum of 4 blocks with cache_control may be provided.", "a ttl=\'1h\' cache_control block must not'
    " come after a ttl='5m' cache_control block\"). Take some out, or put those for an hour first.",
    failing=_asked(_text("One."), _text("Two.", "1h")),
    passing=_asked(_text("One.", "1h"), _text("Two.")),
)
CITATIONS: Final = Rule(
    "TW440",
    "citations-on-some",
    "error",
    'Some documents of the request ask for citations, and others do not. Anthropic refuses that ("citations must be'
    ' enabled on all or none of the documents within a request"). Ask for all of them, or for none.',
    failing=_asked(_file(_CITED), _file(""), _QUESTION),
    passing=_asked(_file(_CITED), _file(_CITED), _QUESTION),
)

RULES: Final = (CACHE, CITATIONS)

_MOST: Final = 4
# "Note that blocks are processed in the following order: `tools`, `system`, `messages`." (the same refusal)
_ORDER: Final = ("tools", "system", "messages")


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find cache marks that are too many or in the wrong order, and citations for some documents only.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    if aim.dialect not in ANTHROPIC:
        return
    blocks = [each for name in _ORDER for each in _blocks(member(tree, name), (name,))]
    yield from _cached(blocks, aim)
    yield from _cited(blocks, aim)


def _blocks(node: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the entries of a list and all blocks inside their contents, in order, with their paths."""
    for n, each in enumerate(node if type(node) is list else ()):
        if type(each) is dict:
            yield (*path, n), each
            yield from _blocks(each.get("content"), (*path, n, "content"))


def _cached(blocks: list[tuple[Path, dict[str, Any]]], aim: Aim) -> Iterator[Diagnostic]:
    marked = [(path, block) for path, block in blocks if type(block.get("cache_control")) is dict]
    if len(marked) > _MOST:
        message = f"{len(marked)} blocks have `cache_control`, and {aim.name} takes {_MOST}"
        place = pointer_of((*marked[_MOST][0], "cache_control"))
        yield CACHE.found(message, place, hint="take some out", expected=f"at most {_MOST} blocks")
    is_short = False
    for path, block in marked:
        if text(block["cache_control"], "ttl") != "1h":
            is_short = True
        elif is_short:
            message = f"{aim.name} refuses a block that is cached for an hour after one for five minutes"
            place = pointer_of((*path, "cache_control", "ttl"))
            yield CACHE.found(message, place, hint="put the blocks for an hour first")
            return


def _cited(blocks: list[tuple[Path, dict[str, Any]]], aim: Aim) -> Iterator[Diagnostic]:
    files = [
        (path, member(block.get("citations"), "enabled") is True)
        for path, block in blocks
        if block.get("type") == "document"
    ]
    bare = next((path for path, is_cited in files if not is_cited), None)
    if bare is not None and any(is_cited for _, is_cited in files):
        message = f"{aim.name} wants citations for all documents or for none, and this one has none"
        yield CITATIONS.found(message, pointer_of(bare), hint='add `"citations": {"enabled": true}`')
