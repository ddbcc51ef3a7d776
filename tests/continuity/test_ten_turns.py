"""An agent that speaks one format runs ten turns with tools on a model behind another, and every seal comes back."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.continuity.clients import AnthropicClient, ChatClient, Client
from tests.continuity.providers import (
    ANTHROPIC,
    DEEPSEEK,
    GEMINI,
    RESPONSES,
    RIVERS,
    TURNS,
    Body,
    Provider,
    seal,
    thought,
)
from tests.data import data_if_present

import turnwire
from turnwire import Completion, Continuity, History

PAIRS = [
    pytest.param(ChatClient, ANTHROPIC, id="signed thinking behind a chat client"),
    pytest.param(ChatClient, RESPONSES, id="encrypted reasoning items behind a chat client"),
    pytest.param(ChatClient, GEMINI, id="signed calls behind a chat client"),
    pytest.param(AnthropicClient, DEEPSEEK, id="reasoning content behind an Anthropic client"),
    pytest.param(AnthropicClient, RESPONSES, id="encrypted reasoning items behind an Anthropic client"),
    pytest.param(AnthropicClient, GEMINI, id="signed calls behind an Anthropic client"),
]


@cache
def _acceptor() -> Any:
    path = data_if_present("tools/accept.py")
    if path is None:
        return None
    spec = importlib.util.spec_from_file_location("accept", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def _validator(dialect: str) -> Any:
    return None if _acceptor() is None else _acceptor().validator(dialect, "request", strict=True)


def refused(dialect: str, body: Body) -> list[str]:
    """What the provider's own strict description refuses in a request; nothing where there is none at hand."""
    if dialect == "deepseek_chat":  # there is no description of its own, and it takes more than OpenAI's
        body = {**body, "messages": [_of_openai(message) for message in body["messages"]]}
        dialect = "openai_chat"
    validator = _validator(dialect)
    return [] if validator is None else [str(error) for error in validator.iter_errors(body)]


def _of_openai(message: Body) -> Body:
    """A message without what DeepSeek says in its replies and takes back whole.

    "messages.append(response.choices[0].message)" (api-docs.deepseek.com/guides/thinking_mode)
    """
    bare = {name: value for name, value in message.items() if name != "reasoning_content"}
    if "tool_calls" in bare:
        bare["tool_calls"] = [{name: call[name] for name in call if name != "index"} for call in bare["tool_calls"]]
    return bare


def read_request(body: Body, dialect: str) -> History:
    found = turnwire.read(json.dumps(body), dialect, kind="request")
    assert isinstance(found, History)
    return found


def read_reply(body: Body, dialect: str) -> Completion:
    found = turnwire.read(json.dumps(body), dialect, kind="response")
    assert isinstance(found, Completion)
    return found


class Gateway:
    """What stands between a client and a provider; its state is stored as JSON after each turn."""

    def __init__(self, client: Client, provider: Provider) -> None:
        self.client, self.provider = client, provider
        self.stored = msgspec.json.encode(Continuity())
        self.sent: list[Body] = []

    def turn(self, number: int) -> Body:
        """One request of the client's, and the reply that it gets."""
        continuity = msgspec.json.decode(self.stored, type=Continuity)
        history = continuity.request(read_request(self.client.request(), self.client.dialect))
        written = turnwire.write(history, self.provider.dialect, model=self.provider.model)
        self.sent.append(json.loads(written.data))
        completion = written.ids.restore(read_reply(self.provider.answer(number), self.provider.dialect))
        answer = turnwire.write(completion, self.client.dialect)
        self.stored = msgspec.json.encode(continuity.reply(completion, ids=answer.ids))
        reply: Body = json.loads(answer.data)
        return reply


@pytest.mark.parametrize(("client", "provider"), PAIRS)
def test_every_request_holds_what_the_provider_demands_back(client: type[Client], provider: Provider) -> None:
    gateway = Gateway(client("river_source"), provider)
    for turn in range(TURNS):
        reply = gateway.turn(turn)
        sent = gateway.sent[-1]
        assert [] == refused(provider.dialect, sent)
        assert [(thought(before), seal(before)) for before in range(turn)] == list(provider.demanded(sent))
        gateway.client.receive(reply, f"The {RIVERS[turn]} rises in the mountains.")


@pytest.mark.parametrize(("client", "provider"), PAIRS)
def test_without_it_something_is_missing(client: type[Client], provider: Provider) -> None:
    gateway = Gateway(client("river_source"), provider)
    gateway.client.receive(gateway.turn(0), "High up.")
    bare = read_request(gateway.client.request(), client.dialect)
    sent = json.loads(turnwire.write(bare, provider.dialect, model=provider.model).data)
    assert seal(0) not in json.dumps(sent) or provider is DEEPSEEK
    assert thought(0) not in json.dumps(sent)


def test_tools_are_called_by_the_names_that_the_client_gave_them() -> None:
    gateway = Gateway(ChatClient("river.source"), ANTHROPIC)
    for turn in range(3):
        reply = gateway.turn(turn)
        assert ["river_source"] == [tool["name"] for tool in gateway.sent[-1]["tools"]]
        assert "river_source" in json.dumps(gateway.sent[-1]["messages"]) or turn == 0
        assert "river.source" == gateway.client.receive(reply, "High up.")


def test_conversations_do_not_meet() -> None:
    gateways = [Gateway(ChatClient("river_source"), ANTHROPIC), Gateway(AnthropicClient("river_source"), DEEPSEEK)]
    for turn in range(3):
        replies = [gateway.turn(turn) for gateway in gateways]
        for gateway, reply in zip(gateways, replies, strict=True):
            gateway.client.receive(reply, "High up.")
    assert b"deepseek" not in gateways[0].stored
    assert b"anthropic" not in gateways[1].stored
