"""The JSON of Ollama's /api/chat: requests, replies.

Names and shapes are those of the server's own types (ollama/ollama, api/types.go: ChatRequest, ChatResponse, Message,
ToolCall, Options) and of its API description (docs/openapi.yaml), both of 2026-08-21.
"""

from __future__ import annotations

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import OpaquePart, Wire
from turnwire.model import ABSENT


class CalledFunction(Wire):
    """The function of a call, and its arguments."""

    name: str | UnsetType = UNSET
    arguments: Raw = ABSENT
    index: int | UnsetType = UNSET


class ToolCall(Wire):
    """One call; servers before 0.9 gave no ids."""

    function: CalledFunction | UnsetType = UNSET
    id: str | UnsetType = UNSET
    type: str | UnsetType = UNSET


class ChatMessage(Wire):
    """A message of any role: the reader decides what each role may hold, so that unusual messages are read too."""

    role: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    thinking: str | UnsetType = UNSET
    images: list[Raw] | UnsetType = UNSET
    tool_calls: list[ToolCall] | UnsetType = UNSET
    tool_name: str | UnsetType = UNSET
    tool_call_id: str | UnsetType = UNSET


class FunctionObject(Wire):
    """A function the model may call."""

    name: str
    description: str | UnsetType = UNSET
    parameters: Raw = ABSENT


class FunctionTool(Wire, tag_field="type", tag="function"):
    """A tool: there are only functions."""

    function: FunctionObject


class Options(Wire):
    """Those of the options that the model of a conversation has; the others stay as they are.

    Numbers that may be decimals are raw, so that no digit is lost.
    """

    num_predict: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    top_k: int | UnsetType = UNSET
    min_p: Raw = ABSENT
    seed: int | UnsetType = UNSET
    stop: str | list[str] | UnsetType = UNSET
    repeat_penalty: Raw = ABSENT
    presence_penalty: Raw = ABSENT
    frequency_penalty: Raw = ABSENT
    num_ctx: Raw = ABSENT


class ChatRequest(Wire):
    """A whole request."""

    messages: list[ChatMessage]
    model: str | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    tools: list[FunctionTool | OpaquePart] | UnsetType = UNSET
    options: Options | UnsetType = UNSET
    think: bool | str | UnsetType = UNSET
    format: Raw = ABSENT
    logprobs: bool | UnsetType = UNSET
    top_logprobs: int | UnsetType = UNSET
    keep_alive: Raw = ABSENT
    truncate: Raw = ABSENT
    shift: Raw = ABSENT
    template: Raw = ABSENT
    raw: Raw = ABSENT


class ChatReply(Wire):
    """A whole reply; durations are in nanoseconds."""

    model: str | UnsetType = UNSET
    created_at: str | UnsetType = UNSET
    message: ChatMessage | UnsetType = UNSET
    done: bool | UnsetType = UNSET
    done_reason: str | UnsetType = UNSET
    prompt_eval_count: int | UnsetType = UNSET
    eval_count: int | UnsetType = UNSET
    total_duration: Raw = ABSENT
    load_duration: Raw = ABSENT
    prompt_eval_duration: Raw = ABSENT
    eval_duration: Raw = ABSENT
    logprobs: Raw = ABSENT
    remote_model: Raw = ABSENT
    remote_host: Raw = ABSENT
