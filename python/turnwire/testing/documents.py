"""Strategies for documents of the canonical model, in two profiles.

`plain`: documents of any provider.  Roles are in order, every call is answered, and nothing is provider-specific.
`wild`: any document that the schema allows: unusual roles, unpaired ids, residue, empty texts, huge numbers.
"""

from __future__ import annotations

import functools
from typing import Literal, TypeVar, get_args

import msgspec
from hypothesis import strategies as st
from msgspec import Struct

from turnwire import model
from turnwire.model import Completion, ContentBlock, Document, ErrorReply, History, Loss, Message
from turnwire.testing.conversations import plain_completion, plain_error, plain_history
from turnwire.testing.native import native
from turnwire.testing.plain import plain_objects
from turnwire.testing.shapes import Strategy, encoded

Profile = Literal["plain", "wild"]
T = TypeVar("T", bound=Struct)


def histories(profile: Profile = "wild") -> st.SearchStrategy[History]:
    """Whole conversations with their settings."""
    return native(History) if profile == "wild" else _decoded(plain_history(), History)


def completions(profile: Profile = "wild") -> st.SearchStrategy[Completion]:
    """Replies."""
    return native(Completion) if profile == "wild" else _decoded(plain_completion(), Completion)


def error_replies(profile: Profile = "wild") -> st.SearchStrategy[ErrorReply]:
    """Error bodies."""
    return native(ErrorReply) if profile == "wild" else _decoded(plain_error(), ErrorReply)


def documents(profile: Profile = "wild") -> st.SearchStrategy[Document]:
    """Documents of every kind."""
    return st.one_of(histories(profile), completions(profile), error_replies(profile))


def messages(profile: Profile = "wild") -> st.SearchStrategy[Message]:
    """Single messages of any role."""
    if profile == "wild":
        return native(Message)
    return histories(profile).flatmap(lambda history: st.sampled_from(history.history))


def content_blocks(profile: Profile = "wild") -> st.SearchStrategy[ContentBlock]:
    """Single content blocks of every type."""
    if profile == "wild":
        return st.one_of([native(block) for block in block_types()])
    return st.one_of([_decoded(plain_objects(block), block) for block in block_types()])


def losses() -> st.SearchStrategy[Loss]:
    """Losses, such as a writer reports."""
    return native(Loss)


@functools.cache
def block_types() -> tuple[type[ContentBlock], ...]:
    """Every type of content block that the model has."""
    return get_args(model.ContentBlock)


def _decoded(trees: Strategy, cls: type[T]) -> st.SearchStrategy[T]:
    decoder = msgspec.json.Decoder(cls)
    return trees.map(lambda tree: decoder.decode(encoded(tree)))
