"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.catalogue.capabilities import supporting
from turnwire.dialects.dialect import Dialect, Encodings
from turnwire.dialects.glm.chat import CHAT
from turnwire.dialects.glm.encodings import from_binary, from_proto_json, from_yaml, to_binary, to_proto_json
from turnwire.dialects.glm.generations import GENERATIONS
from turnwire.dialects.glm.wire import NAME

# What is a chat, or its entries alone.
DIALECT = Dialect(
    name=NAME,
    title="GLM chat histories",
    # The system prompt has a place, but it is not a message there.
    capabilities=supporting("tools", "parallel_tool_calls", undeclared="system_prompt"),
    encodings=Encodings(
        from_yaml=from_yaml,
        from_binary=from_binary,
        to_binary=to_binary,
        from_proto_json=from_proto_json,
        to_proto_json=to_proto_json,
    ),
    generations=GENERATIONS,
    request=CHAT,
)
