"""Threads of gpt2099: turns that continue turns, kept in a store, resolved to context windows.

A turn is a frame (`Frame`) with a content; `add_turn` and its like make new ones, `resolve` makes a context window of
the turns behind a turn.  `Store` keeps them on disk; `InMemory` takes them from anywhere.
"""

from turnwire.systems.gpt2099.threads.adding import (
    Document,
    NewTurn,
    Told,
    add_turn,
    branch_turn,
    document_turn,
    reply_turn,
    result_turn,
)
from turnwire.systems.gpt2099.threads.frames import Frame, Meta
from turnwire.systems.gpt2099.threads.hashes import integrity
from turnwire.systems.gpt2099.threads.resolve import InMemory, Turns, Window, headish_id, resolve, walk
from turnwire.systems.gpt2099.threads.scru128 import Generator, Scru128
from turnwire.systems.gpt2099.threads.store import Store
from turnwire.systems.gpt2099.threads.verifying import verify
from turnwire.systems.gpt2099.threads.walk import Order

__all__ = [
    "Document",
    "Frame",
    "Generator",
    "InMemory",
    "Meta",
    "NewTurn",
    "Order",
    "Scru128",
    "Store",
    "Told",
    "Turns",
    "Window",
    "add_turn",
    "branch_turn",
    "document_turn",
    "headish_id",
    "integrity",
    "reply_turn",
    "resolve",
    "result_turn",
    "verify",
    "walk",
]
