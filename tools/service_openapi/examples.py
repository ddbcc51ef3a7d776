"""Requests that the document shows, with the replies that the service gives to them."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Final

from google.protobuf import json_format

from turnwire.service.server import RPCS
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

Json = dict[str, Any]


def _base64(document: Json) -> str:
    return base64.b64encode(json.dumps(document).encode()).decode()


_ASKED: Final = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "name": "mira", "content": "Is it raining in Oslo?"},
    ],
}
_CHAT: Final = {"data": _base64(_ASKED), "dialect": "openai_chat"}
_TYPED: Final = {
    "history": {"history": [{"role": "ROLE_USER", "content": [{"text": {"text": "Is it raining in Oslo?"}}]}]}
}
# The second message has a result whose call is missing.
_BROKEN: Final = {
    "model": "gpt-4.1",
    "messages": [
        {"role": "user", "content": "Is it raining in Oslo?"},
        {"role": "tool", "tool_call_id": "call_1", "content": "rain"},
    ],
}

# method -> what the example shows, its request, and whether its reply is shown: not one that grows with the package
EXAMPLES: Final[Mapping[str, tuple[str, Json, bool]]] = {
    "Convert": (
        "A request to OpenAI's chat becomes one to Anthropic; the name of the user is lost",
        {"wire": _CHAT, "target": "anthropic_messages", "model": "claude-opus-5"},
        True,
    ),
    "Read": ("A request to OpenAI's chat as a typed document", {"wire": _CHAT}, True),
    "Write": ("A typed document as a request to Ollama", {"document": _TYPED, "dialect": "ollama_chat"}, True),
    "Validate": (
        "A result without a call",
        {"wire": {"data": _base64(_BROKEN), "dialect": "openai_chat", "kind": "KIND_REQUEST"}},
        True,
    ),
    "Repair": (
        "The same document, mended",
        {"wire": {"data": _base64(_BROKEN), "dialect": "openai_chat", "kind": "KIND_REQUEST"}, "unsafe": True},
        False,
    ),
    "Plan": ("What Gemini would lose", {"wire": _CHAT, "target": "gemini_generate:gemini-3-pro"}, False),
    "Detect": ("A request to OpenAI's chat", {"data": _base64(_ASKED)}, False),
    "ListDialects": ("All dialects", {}, False),
    "GetSchema": ("The schema of a conversation", {"name": "history"}, False),
}
# A chunk, and the end, of a streamed chat completion.
STREAM: Final = (
    'data: {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4.1", "choices": '
    '[{"index": 0, "delta": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}]}\n\n'
    "data: [DONE]\n\n"
)


def reply_to(method: str) -> Json:
    """Return the reply of the service to the example of a method, as Protobuf's JSON.

    Raises:
        StopIteration: there is no such method.
    """
    rpc = next(each for each in RPCS if each.name == method)
    request = json_format.ParseDict(EXAMPLES[method][1], rpc.request())
    return json_format.MessageToDict(rpc.answer(request, Settings().limits))
