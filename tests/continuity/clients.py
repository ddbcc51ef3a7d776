"""Clients that keep a conversation in their own format, and send back what their format has a place for."""

from __future__ import annotations

from typing import Any

Body = dict[str, Any]
_TOOL = {"type": "object", "properties": {"river": {"type": "string"}}, "required": ["river"]}
ASKED = "Where do these rivers rise?"


class ChatClient:
    """A client of Chat Completions: what it does not know in a reply, such as the reasoning, it does not send back."""

    dialect = "openai_chat"

    def __init__(self, tool: str) -> None:
        """A conversation with one tool."""
        self.tools = [{"type": "function", "function": {"name": tool, "parameters": _TOOL}}]
        self.messages: list[Body] = [{"role": "user", "content": ASKED}]

    def request(self) -> Body:
        """What the client sends."""
        return {"model": "rivers", "messages": self.messages, "tools": self.tools}

    def receive(self, reply: Body, result: str) -> str:
        """Take a reply in and answer its call; the name of the tool that was called."""
        message = reply["choices"][0]["message"]
        kept = {name: message[name] for name in ("role", "content", "tool_calls")}
        (call,) = kept["tool_calls"]
        self.messages += [kept, {"role": "tool", "tool_call_id": call["id"], "content": result}]
        return str(call["function"]["name"])


class AnthropicClient:
    """A client of the Messages API: it drops thinking that has no signature."""

    dialect = "anthropic_messages"

    def __init__(self, tool: str) -> None:
        """A conversation with one tool."""
        self.tools = [{"name": tool, "input_schema": _TOOL}]
        self.messages: list[Body] = [{"role": "user", "content": ASKED}]

    def request(self) -> Body:
        """What the client sends."""
        return {"model": "rivers", "max_tokens": 900, "messages": self.messages, "tools": self.tools}

    def receive(self, reply: Body, result: str) -> str:
        """Take a reply in and answer its call; the name of the tool that was called."""
        kept = [block for block in reply["content"] if block["type"] != "thinking" or block["signature"]]
        (call,) = (block for block in kept if block["type"] == "tool_use")
        answer = {"type": "tool_result", "tool_use_id": call["id"], "content": result}
        self.messages += [{"role": "assistant", "content": kept}, {"role": "user", "content": [answer]}]
        return str(call["name"])


Client = ChatClient | AnthropicClient
