"""The registry of the dialects, one line for each.  Dialects do not import each other.

Callers use `names()`, which lists them, `get(name)`, and `aliases_of(name)`, the short names of one.  The other
functions are for this package.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.dialects.aliases import ALIASES, meant
from turnwire.dialects.dialect import KINDS, Deferred
from turnwire.errors import UnknownDialect
from turnwire.model import Completion, ErrorReply, History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from turnwire.codec.members import Documents, Members
    from turnwire.dialects.dialect import Dialect, Kind, OtherKind, Part
    from turnwire.model import Document

    Look = Callable[[Members], int]
    LookAtList = Callable[[Documents], int]
    Sign = tuple[str, Kind, Look]

_DOCUMENTS = (History, Completion, ErrorReply)

# base -> the vendors of its format, whose documents cannot be distinguished from the base's
VENDORS = {
    "openai_chat": {
        "alibaba_chat": "turnwire.dialects.alibaba_chat",
        "azure_chat": "turnwire.dialects.azure_chat",
        "cerebras_chat": "turnwire.dialects.cerebras_chat",
        "deepseek_chat": "turnwire.dialects.deepseek_chat",
        "fireworks_chat": "turnwire.dialects.fireworks_chat",
        "groq_chat": "turnwire.dialects.groq_chat",
        "huggingface_chat": "turnwire.dialects.huggingface_chat",
        "llamacpp_chat": "turnwire.dialects.llamacpp_chat",
        "moonshot_chat": "turnwire.dialects.moonshot_chat",
        "perplexity_chat": "turnwire.dialects.perplexity_chat",
        "sambanova_chat": "turnwire.dialects.sambanova_chat",
        "together_chat": "turnwire.dialects.together_chat",
        "venice_chat": "turnwire.dialects.venice_chat",
        "xai_chat": "turnwire.dialects.xai_chat",
        "xiaomi_chat": "turnwire.dialects.xiaomi_chat",
        "zai_chat": "turnwire.dialects.zai_chat",
    },
}
# A text that most requests of a format contain, and the format; a rival format, which is tried first if one of its
# texts occurs
_ALWAYS = (b"",)
PROBABLE: tuple[tuple[bytes, tuple[tuple[str, tuple[bytes, ...]], ...]], ...] = (
    (b'"anthropic_version"', (("bedrock_anthropic", (b'"bedrock-',)), ("vertex_anthropic", (b'"vertex-',)))),
    (
        b'"messages"',
        (
            ("anthropic_messages", (b'"claude', b'"system":', b'"input_schema"')),
            ("ollama_chat", (b'"options":', b'"think":', b'"keep_alive":')),
            ("canonical", (b'"session_id"',)),
            ("openai_chat", _ALWAYS),
            ("anthropic_messages", (b'"tool_choice":{', b'"max_tokens"')),
        ),
    ),
    (b'"contents"', (("gemini_generate", _ALWAYS),)),
    (b'"input":', (("openai_responses", _ALWAYS),)),
    (b'"history"', (("glm", (b'{"user":', b'{"assistant":')), ("turnwire", _ALWAYS))),
    (b'"conversations"', (("sharegpt", _ALWAYS),)),
    (b'"session_id"', (("canonical", (b'"created_at"',)),)),
    (b'"requestType"', (("geppetto", _ALWAYS),)),
    (b'"gen_ai.input.messages"', (("otel_genai", _ALWAYS),)),
)
# dialect -> the base dialect of its format; detection names only the best of a family.
FAMILY = {
    "bedrock_anthropic": "anthropic_messages",
    "mistral_chat": "openai_chat",
    "openrouter_chat": "openai_chat",
    "vertex_anthropic": "anthropic_messages",
    "vertex_gemini": "gemini_generate",
}
# the maker of a model family -> the dialect of the maker's own server
MAKERS = {"anthropic": "anthropic_messages", "google": "gemini_generate", "openai": "openai_chat"}
_VENDOR_NAMES = frozenset(vendor for vendors in VENDORS.values() for vendor in vendors)
# name -> the module that declares it, imported when first asked for
MODULES = {
    "a2a_messages": "turnwire.dialects.a2a_messages",
    "anthropic_messages": "turnwire.dialects.anthropic_messages",
    "bedrock_anthropic": "turnwire.dialects.bedrock_anthropic",
    "bedrock_converse": "turnwire.dialects.bedrock_converse",
    "canonical": "turnwire.dialects.canonical",
    "cohere_chat": "turnwire.dialects.cohere_chat",
    "gemini_generate": "turnwire.dialects.gemini_generate",
    "geppetto": "turnwire.dialects.geppetto",
    "glm": "turnwire.dialects.glm",
    "gpt2099": "turnwire.dialects.gpt2099",
    "huggingface_messages": "turnwire.dialects.huggingface_messages",
    "langchain_messages": "turnwire.dialects.langchain_messages",
    "mcp_content": "turnwire.dialects.mcp_content",
    "mistral_chat": "turnwire.dialects.mistral_chat",
    "ollama_chat": "turnwire.dialects.ollama_chat",
    "openai_chat": "turnwire.dialects.openai_chat",
    "openai_responses": "turnwire.dialects.openai_responses",
    "openrouter_chat": "turnwire.dialects.openrouter_chat",
    "otel_genai": "turnwire.dialects.otel_genai",
    "sharegpt": "turnwire.dialects.sharegpt",
    "turnwire": "turnwire.dialects.turnwire",
    "vertex_anthropic": "turnwire.dialects.vertex_anthropic",
    "vertex_gemini": "turnwire.dialects.vertex_gemini",
} | {name: module for vendors in VENDORS.values() for name, module in vendors.items()}


@functools.cache
def get(name: str) -> Dialect:
    """The dialect of this name or alias.

    Raises:
        UnknownDialect: there is none; the message has the names that are most like it.

    Example:
        `get("anthropic").name` is `"anthropic_messages"`
    """
    dialect: Dialect = importlib.import_module(MODULES[full_name(name)]).DIALECT
    return dialect


def full_name(name: str) -> str:
    """Return the name of the dialect for a name or an alias.

    Raises:
        UnknownDialect: there is none, or `name` is not a str.
    """
    if isinstance(name, str):
        if name in MODULES:
            return name
        full = ALIASES.get(name)
        if full in MODULES:
            return full
    raise _no_dialect(name)


def dialect_of_model(model: str) -> str | None:
    """Return the dialect of the provider of a model, by the beginning of its name; None if it is not known."""
    from turnwire.catalogue.models import family_of  # noqa: PLC0415 - a wrong name is rare

    family = family_of(model)
    return None if family is None else MAKERS.get(family.maker or "")


def _no_dialect(name: object) -> UnknownDialect:
    known = sorted(MODULES)
    short, colon, model = name.partition(":") if isinstance(name, str) else ("", "", "")
    if colon and (short in MODULES or short in ALIASES):
        return UnknownDialect(f"{name!r} names a dialect and a model; give {short!r} and model={model!r}")
    served = dialect_of_model(name) if isinstance(name, str) else None
    if served is not None:
        return UnknownDialect(f"{name!r} is a model, not a dialect; did you mean {served}:{name}?")
    like = meant(name, known) if isinstance(name, str) else []
    shown = f"did you mean {_listed(like)}?" if like else f"there are {', '.join(known)}"
    return UnknownDialect(f"there is no dialect {name!r}; {shown}")


def check_names(dialect: str | None, kind: Kind | None) -> None:
    """Raise UnknownDialect for an unknown dialect or kind; None means not given.

    Unhashable arguments are unknown names, too.
    """
    if dialect is not None:
        full_name(dialect)
    if kind is not None and kind not in KINDS:
        raise UnknownDialect(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")


@functools.cache
def looks_of(name: str) -> Mapping[Kind, Look]:
    """Return the detectors of a dialect by kind; if its package has them (`LOOKS`), nothing else is imported."""
    apart = vars(importlib.import_module(MODULES[name])).get("LOOKS")
    if apart is not None:
        looks: Mapping[Kind, Look] = apart
        return looks
    parts = {kind: get(name).part(kind) for kind in KINDS}
    return {kind: part.looks_like for kind, part in parts.items() if part is not None}


def looks_by_member() -> tuple[Mapping[str, Sequence[Sign]], Sequence[Sign]]:
    """The detectors for each top-level member, and those that run for every document.

    A dialect names the members without which its documents have no sign of it (`SIGNS`); one that names none is asked
    for every document.
    """
    return _looks_by_member(tuple(MODULES))


@functools.lru_cache(8)
def _looks_by_member(known: tuple[str, ...]) -> tuple[Mapping[str, Sequence[Sign]], Sequence[Sign]]:
    found: dict[str, list[Sign]] = {}
    always: list[Sign] = []
    for name in sorted(set(known) - _VENDOR_NAMES):
        signs = vars(importlib.import_module(MODULES[name])).get("SIGNS")
        for kind, look in looks_of(name).items():
            if signs is None:
                always.append((name, kind, look))
            else:
                for member in signs[kind]:
                    found.setdefault(member, []).append((name, kind, look))
    return found, always


@functools.lru_cache(8)
def _looks_at_lists(known: tuple[str, ...]) -> Sequence[tuple[str, Kind, LookAtList]]:
    apart = sorted(set(known) - _VENDOR_NAMES) if len(known) > 1 else known
    return [(name, kind, look) for name in apart for kind, look in looks_of_lists(name).items()]


def looks_at_lists(name: str | None) -> Sequence[tuple[str, Kind, LookAtList]]:
    """Return the detectors for documents that are lists: those of one dialect, or of all distinguishable ones."""
    return _looks_at_lists(tuple(MODULES) if name is None else (name,))


@functools.cache
def looks_of_lists(name: str) -> Mapping[Kind, LookAtList]:
    """Return a dialect's detectors for documents that are lists of objects; few dialects have any (`LISTS`)."""
    found: Mapping[Kind, LookAtList] = vars(importlib.import_module(MODULES[name])).get("LISTS", {})
    return found


def others_of(members: Members, name: str | None) -> list[tuple[str, OtherKind]]:
    """Return the dialects and kinds of a document that is no conversation, reply or error; few dialects have such.

    Args:
        members: the members of its object.
        name: the full name of its dialect; None for any.
    """
    asked = tuple(MODULES) if name is None else (name,)
    return [(each, kind) for each, kind, look in _others(asked) if look(members)]


def other_kinds(name: str) -> tuple[OtherKind, ...]:
    """Return the kinds of documents of a dialect that are validated and never read as a conversation.

    Args:
        name: the full name of the dialect.

    >>> other_kinds("openai_chat")
    ()
    """
    return tuple(kind for _, kind, _ in _others((name,)))


@functools.lru_cache(8)
def _others(known: tuple[str, ...]) -> Sequence[tuple[str, OtherKind, Callable[[Members], bool]]]:
    found = ((name, vars(importlib.import_module(MODULES[name])).get("OTHERS", {})) for name in sorted(known))
    return [(name, kind, look) for name, others in found for kind, look in others.items()]


@functools.cache
def part_of(name: str, kind: Kind) -> Part:
    """The part of a dialect for a kind of document.  Raises UnknownDialect."""
    part = get(name).part(kind)
    if part is None:
        known = kind in KINDS
        what = f"{name} has no documents of kind {kind!r}" if known else f"there is no kind {kind!r}"
        raise UnknownDialect(f"{what}; {name} has {_listed(get(name).kinds)}")
    return structs.replace(part, read=part.read.function()) if isinstance(part.read, Deferred) else part


@functools.cache
def writer_of(name: str, document: type[Document]) -> Part:
    """The part of a dialect that writes such documents.  Raises UnknownDialect."""
    part = get(name).part_for(document)
    if part is None:
        parts = filter(None, map(get(name).part, KINDS))
        what = f"{name} has no place for {_with_article(document)}"
        if document not in _DOCUMENTS:
            what = f"{_with_article(document)} is not a document of the model: turnwire.read makes one"
        raise UnknownDialect(f"{what}; {name} takes {_listed(_with_article(part.document) for part in parts)}")
    return structs.replace(part, write=part.write.function()) if isinstance(part.write, Deferred) else part


def _with_article(what: type) -> str:
    return f"{'an' if what.__name__[:1] in 'AEIOU' else 'a'} {what.__name__}"


def _listed(words: Iterable[str]) -> str:
    return " or ".join(words)


def names() -> tuple[str, ...]:
    """The names of all dialects, sorted."""
    return tuple(sorted(MODULES))


def aliases_of(name: str) -> tuple[str, ...]:
    """The short names of a dialect, sorted."""
    return tuple(sorted(alias for alias, full in ALIASES.items() if full == name))


def told_apart() -> tuple[str, ...]:
    """Return the names of the dialects whose documents can be distinguished from those of others, sorted."""
    return tuple(name for name in names() if name not in _VENDOR_NAMES)
