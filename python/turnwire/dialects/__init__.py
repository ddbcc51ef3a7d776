"""The registry: every dialect, one line each.  Dialects know nothing of each other."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from turnwire.errors import UnknownDialect

if TYPE_CHECKING:
    from turnwire.dialect import Dialect, Kind, Part
    from turnwire.model import Document

# name -> the module that declares it, imported when first asked for
MODULES = {
    "sharegpt": "turnwire.dialects.sharegpt",
    "turnwire": "turnwire.dialects.turnwire",
    "a2a_messages": "turnwire.dialects.a2a_messages",
    "anthropic_messages": "turnwire.dialects.anthropic_messages",
    "bedrock_anthropic": "turnwire.dialects.bedrock_anthropic",
    "gemini_generate": "turnwire.dialects.gemini_generate",
    "mcp_content": "turnwire.dialects.mcp_content",
    "langchain_messages": "turnwire.dialects.langchain_messages",
    "mistral_chat": "turnwire.dialects.mistral_chat",
    "ollama_chat": "turnwire.dialects.ollama_chat",
    "openai_chat": "turnwire.dialects.openai_chat",
    "openrouter_chat": "turnwire.dialects.openrouter_chat",
    "openai_responses": "turnwire.dialects.openai_responses",
    "vertex_anthropic": "turnwire.dialects.vertex_anthropic",
    "otel_genai": "turnwire.dialects.otel_genai",
    "vertex_gemini": "turnwire.dialects.vertex_gemini",
    "alibaba_chat": "turnwire.dialects.alibaba_chat",
    "azure_chat": "turnwire.dialects.azure_chat",
    "cerebras_chat": "turnwire.dialects.cerebras_chat",
    "deepseek_chat": "turnwire.dialects.deepseek_chat",
    "fireworks_chat": "turnwire.dialects.fireworks_chat",
    "groq_chat": "turnwire.dialects.groq_chat",
    "huggingface_chat": "turnwire.dialects.huggingface_chat",
    "huggingface_messages": "turnwire.dialects.huggingface_messages",
    "llamacpp_chat": "turnwire.dialects.llamacpp_chat",
    "moonshot_chat": "turnwire.dialects.moonshot_chat",
    "perplexity_chat": "turnwire.dialects.perplexity_chat",
    "sambanova_chat": "turnwire.dialects.sambanova_chat",
    "together_chat": "turnwire.dialects.together_chat",
    "venice_chat": "turnwire.dialects.venice_chat",
    "xai_chat": "turnwire.dialects.xai_chat",
    "xiaomi_chat": "turnwire.dialects.xiaomi_chat",
    "zai_chat": "turnwire.dialects.zai_chat",
}


@functools.cache
def get(name: str) -> Dialect:
    """The dialect of this name.  Raises UnknownDialect."""
    if name not in MODULES:
        raise UnknownDialect(f"no dialect is called {name!r}; there are {', '.join(sorted(MODULES))}")
    dialect: Dialect = importlib.import_module(MODULES[name]).DIALECT
    return dialect


@functools.cache
def part_of(name: str, kind: Kind) -> Part:
    """The part of a dialect for a kind of document.  Raises UnknownDialect."""
    part = get(name).part(kind)
    if part is None:
        raise UnknownDialect(f"{name} has no documents of kind {kind!r}")
    return part


@functools.cache
def writer_of(name: str, document: type[Document]) -> Part:
    """The part of a dialect that writes such documents.  Raises UnknownDialect."""
    part = get(name).part_for(document)
    if part is None:
        raise UnknownDialect(f"{name} has no place for a {document.__name__}")
    return part


def names() -> tuple[str, ...]:
    """The names of all dialects, sorted."""
    return tuple(sorted(MODULES))
