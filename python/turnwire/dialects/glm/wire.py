"""A GLM chat: what the specification names, and what the library's own files have in other words.

"This document outlines the data structure for an advanced chat history format for the general language models library
(GLM)" (PyALM, format_specifications.md, read 2026-11-21).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.model import ABSENT

NAME: Final = "glm"
CODE: Final = "code"
"""The name of a call that is a piece of Python and not a single call: its key in the library's files."""

INT64: Final = range(-(2**63), 2**63)


class Call(Wire):
    """A call: "name" and "parameters"; files of 2023 and 2024 have the source of the call, and what it gave back."""

    name: str | UnsetType = UNSET
    parameters: Raw = ABSENT
    original_call: str | UnsetType = UNSET
    given_back: Raw = msgspec.field(default=ABSENT, name="return")


class EntryMeta(Wire):
    """The metadata of a message: "Additional keys are allowed." (the specification)."""

    token_count: int | UnsetType = UNSET
    completion_time: Raw = ABSENT


class Said(Wire):
    """An entry: "Properties potentially shared among all entries", and the code of files since May 2024."""

    content: str | UnsetType = UNSET
    meta: EntryMeta | UnsetType = UNSET
    metadata: EntryMeta | UnsetType = UNSET
    # "This is used when a (or multiple) function call is made", so a single call may be without a list.
    function_calls: list[Call] | Call | UnsetType = UNSET
    sentiment: Raw = ABSENT
    feedback: Raw = ABSENT
    code: str | UnsetType = UNSET
    return_value: Raw = ABSENT


class Entry(Said):
    """An item of the history: `{"user": {...}}`, or, in the library's own files, `{"role": "user", ...}`."""

    # A Python enum in a file of 2023 is a list of its one argument.
    role: str | list[str] | UnsetType = UNSET
    user: Said | UnsetType = UNSET
    assistant: Said | UnsetType = UNSET
    user_interaction: Raw = ABSENT


class ChatMeta(Wire):
    """The metadata of the chat; the specification has no type for the time stamp."""

    chat_started: Raw = ABSENT
    used_model: str | UnsetType = UNSET


class Function(Wire):
    """A function that can be called; the library itself has `description` instead of `help`."""

    name: str
    args: Raw = ABSENT
    kwargs: Raw = ABSENT
    help: str | UnsetType = UNSET
    description: str | UnsetType = UNSET


class FunctionCalls(Wire):
    """The limits of function calls; the specification has no types for them."""

    enabled: bool | UnsetType = UNSET
    available_functions: list[Function | str] | UnsetType = UNSET
    # A copy of the specification that lost its markup has a second `name` here, described as the list of functions.
    name: list[Function | str] | UnsetType = UNSET
    compiler_trust_level: Raw = ABSENT
    max_calls_per_output: Raw = ABSENT
    max_tokens_per_code_segment: Raw = ABSENT


class Settings(Wire):
    """The settings of the chat; the one published chat has them inside another `settings`."""

    chat_format: str | UnsetType = UNSET
    function_calls: FunctionCalls | UnsetType = UNSET
    atomic_sequences: Raw = ABSENT
    preserved_sequences: Raw = ABSENT
    model_specific_settings: Raw = ABSENT
    settings: Settings | UnsetType = UNSET


class Inside(Wire):
    """The inner `system` of the one published chat."""

    user_info: Raw = ABSENT
    background: Raw = ABSENT


class System(Wire):
    """The system prompt and its data: "Additional keys are allowed." (the specification)."""

    primary_message: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    available_user_info: Raw = ABSENT
    service_info: Raw = ABSENT
    system: Inside | UnsetType = UNSET


class Chat(Wire):
    """The whole; `tracker`, `metadata`, `system_message` and `user_info` are the members of the library's own files."""

    history: list[Entry] | UnsetType = UNSET
    tracker: list[Entry] | UnsetType = UNSET
    meta: ChatMeta | UnsetType = UNSET
    metadata: ChatMeta | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET
    system: System | str | UnsetType = UNSET
    system_message: str | UnsetType = UNSET
    user_info: Raw = ABSENT
