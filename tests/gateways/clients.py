"""The official packages as clients of one server: each asks for a stream, and gives what it makes of the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.objects.packages import package

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ASK: list[dict[str, Any]] = [{"role": "user", "content": "Does it rain?"}]


def _chat(url: str) -> Iterator[Any]:
    with package("openai").OpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0) as client:
        yield from client.chat.completions.create(model="m", messages=ASK, stream=True)


def _responses(url: str) -> Iterator[Any]:
    with (
        package("openai").OpenAI(base_url=f"{url}/v1", api_key="k", max_retries=0) as client,
        client.responses.stream(model="m", input="Does it rain?") as events,
    ):
        yield from events


def _anthropic(url: str) -> Iterator[Any]:
    with (
        package("anthropic").Anthropic(base_url=url, api_key="k", max_retries=0) as client,
        client.messages.stream(model="m", messages=ASK, max_tokens=9) as events,
    ):
        yield from events


def _gemini(url: str) -> Iterator[Any]:
    client = package("google.genai").Client(api_key="k", http_options={"base_url": url})
    yield from client.models.generate_content_stream(model="m", contents="Does it rain?")
    client.close()


def _mistral(url: str) -> Iterator[Any]:
    with (
        package("mistralai.client").Mistral(api_key="k", server_url=url) as client,
        client.chat.stream(model="m", messages=ASK) as events,
    ):
        yield from events


def _ollama(url: str) -> Iterator[Any]:
    yield from package("ollama").Client(host=url).chat(model="m", messages=ASK, stream=True)


STREAMS: dict[str, Callable[[str], Iterator[Any]]] = {
    "openai_chat": _chat,
    "openai_responses": _responses,
    "anthropic_messages": _anthropic,
    "gemini_generate": _gemini,
    "mistral_chat": _mistral,
    "ollama_chat": _ollama,
}
