"""One request of a client, for a model behind another format, and the reply to it."""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, overload

from msgspec import Raw, structs

from turnwire.convert import read, write
from turnwire.dialects import get
from turnwire.documents.options import DEFAULT, Keeping
from turnwire.errors import InvalidDocument, invalid
from turnwire.gateway.seals import without_empty_seals
from turnwire.model import Completion, ErrorReply, Generation, Settings
from turnwire.stream.translation import translate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from turnwire.documents.inputs import Input
    from turnwire.documents.written import Written
    from turnwire.gateway.continuity import Continuity
    from turnwire.model import History, Loss
    from turnwire.stream.translation import AsyncTranslation, Chunk, Translation

_OK: Final = 200
_BAD_GATEWAY: Final = 502
# The packages of OpenAI read `x-request-id` ("_request_id"), those of Anthropic `request-id`.
_REQUEST_IDS: Final = ("request-id", "x-request-id")
_PASSED: Final = ("x-ratelimit-", "anthropic-ratelimit-")


class Exchange:
    """One request of a client, for a model behind another format, and the reply to it.

    It has no socket: the gateway sends `sent.data` to the model's server, and sends the client the result of `reply` or
    `stream`, in which ids and names of tools are those that the client knows.

    Args:
        body: the client's request.
        client: the dialect of the client, such as `openai_chat`.
        server: the dialect of the model's server, such as `anthropic_messages`.
        model: the model that is asked; None asks for the one that the client names.
        keeping: how reasoning and provider-run tools are written for the other format.
        continuity: what is kept of the conversation, if anything (docs/round-trips.md).
        store: called with the continuity that has the reply too, before the client reads the end of the reply.
        created_at: the time of the reply, RFC 3339, for replies of a format that has no time.

    Raises:
        InvalidDocument: the request cannot be read, or no message of it has content.
        UnknownDialect: no dialect has this name.

    Example:
        ```
        exchange = Exchange(body, "openai_chat", "anthropic_messages", model="claude-sonnet-4-5")
        response = httpx.post(url, content=exchange.sent.data, headers=headers)
        written = exchange.reply(response.content, response.status_code, response.headers)
        ```
    """

    def __init__(
        self,
        body: Input,
        client: str,
        server: str,
        *,
        model: str | None = None,
        keeping: Keeping = DEFAULT,
        continuity: Continuity | None = None,
        store: Callable[[Continuity], object] | None = None,
        created_at: str | None = None,
    ) -> None:
        self._client, self._server, self._keeping, self._created_at = client, server, keeping, created_at
        history = without_empty_seals(read(body, client, kind="request"))
        if not any(message.content for message in history.history):
            raise invalid("request.empty", "no message has any content", pointer="/messages")
        generation = (history.settings or Settings()).generation or Generation()
        self.is_stream: bool = generation.stream is True
        """Whether the client asked for a stream."""
        self._wants_usage = _members(generation.stream_options).get("include_usage") is True
        self._continuity, self._store = continuity, store
        if continuity is not None:
            history = continuity.request(history)
        self.sent: Written = write(_with_usage(history, server), server, model=model, keeping=keeping)
        """The request for the model's server."""
        self._stream: Translation | AsyncTranslation | None = None
        self._losses = self.sent.losses

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What was lost of the request and of the reply so far."""
        return self._losses + (() if self._stream is None else self._stream.losses)

    def reply(self, body: bytes, status: int = _OK, headers: Mapping[str, str] | None = None) -> Written:
        """Convert a whole reply, or an error of any bytes, for the client.

        Args:
            body: what the model's server answered.
            status: its HTTP status; other than 200, the body is an error.
            headers: its headers.

        Returns:
            The body for the client.  Its `envelope` has `status` and `headers`.  A reply that cannot be read is an
            error with the status 502.
        """
        headers = headers or {}
        if status != _OK:
            found = {"status": status, "headers": dict(headers)}
            return self._answer(read(body, self._server, kind="error", envelope=found), status, headers)
        try:
            completion = read(body, self._server, kind="response")
        except InvalidDocument as refused:
            return self._answer(ErrorReply(f"the reply cannot be read: {refused}", _BAD_GATEWAY), _BAD_GATEWAY, headers)
        completion = self.sent.ids.restore(completion)
        if completion.created_at is None:
            completion = structs.replace(completion, created_at=self._created_at)
        written = self._answer(completion, status, headers)
        self._keep(completion, written)
        return written

    def _answer(self, document: Completion | ErrorReply, status: int, headers: Mapping[str, str]) -> Written:
        written = write(document, self._client, keeping=self._keeping)
        self._losses += written.losses
        around = written.envelope.get("headers", {}) if type(document) is ErrorReply else {}
        return structs.replace(written, envelope={"status": status, "headers": {**self.headers(headers), **around}})

    def headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """The headers of the server that are for the client: the request's id, under both of its names, and limits."""
        found = {name.lower(): value for name, value in headers.items()}
        known = next((found[name] for name in _REQUEST_IDS if name in found), None)
        passed = {name: value for name, value in found.items() if name.startswith(_PASSED)}
        return passed if known is None else {**passed, **dict.fromkeys(_REQUEST_IDS, known)}

    @overload
    def stream(self, chunks: AsyncIterable[Chunk]) -> AsyncTranslation: ...
    @overload
    def stream(self, chunks: Iterable[Chunk]) -> Translation: ...
    def stream(self, chunks: Iterable[Chunk] | AsyncIterable[Chunk]) -> Translation | AsyncTranslation:
        """Translate a streamed reply for the client: an iterable of bytes, as `turnwire.translate` gives it.

        A stream that breaks off ends with an error.  `store` is called before the client reads the end of the stream.
        """
        noted: Any = self._noted_later(chunks) if isinstance(chunks, AsyncIterable) else self._noted(chunks)
        self._stream = translate(
            noted,
            self._server,
            self._client,
            keeping=self._keeping,
            include_usage=self._wants_usage,
            truncation_as_error=True,
            ids=self.sent.ids,
            created_at=self._created_at,
        )
        return self._stream

    def _noted(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        yield from chunks
        self._keep_streamed()

    async def _noted_later(self, chunks: AsyncIterable[Chunk]) -> AsyncIterator[Chunk]:
        try:
            async for chunk in chunks:
                yield chunk
        finally:
            if callable(close := getattr(chunks, "aclose", None)):
                await close()
        self._keep_streamed()

    def _keep_streamed(self) -> None:
        if self._stream is not None and self._continuity is not None:
            completion = self._stream.reply()
            self._keep(completion, write(completion, self._client, keeping=self._keeping))

    def _keep(self, completion: Completion, written: Written) -> None:
        """Store what the client will not send back of a reply."""
        if self._continuity is None or self._store is None:
            return
        shown = None if self._keeping is DEFAULT else read(written.data, self._client, kind="response")
        self._store(self._continuity.reply(completion, shown=shown, ids=written.ids))


def _members(raw: Raw) -> dict[str, Any]:
    found = json.loads(bytes(raw) or b"{}")
    return found if isinstance(found, dict) else {}


def _with_usage(history: History, server: str) -> History:
    """The request, which asks for the usage of a stream where the server gives it only then.

    "If set, an additional chunk will be streamed before the data: [DONE] message. The usage field on this chunk shows
    the token usage statistics for the entire request" (OpenAI's API description, `stream_options.include_usage`)
    """
    settings, streaming = history.settings, get(server).stream
    generation = settings.generation if settings is not None else None
    if settings is None or generation is None or not generation.stream or streaming is None:
        return history
    if not importlib.import_module(streaming.writing).CHUNKING.has_optional_usage:
        return history
    options = Raw(json.dumps(_members(generation.stream_options) | {"include_usage": True}).encode())
    generation = structs.replace(generation, stream_options=options)
    return structs.replace(history, settings=structs.replace(settings, generation=generation))
