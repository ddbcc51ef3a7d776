"""The asynchronous client's calls that look at documents and at the server, and convert nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.options import DEFAULT, Keeping
from turnwire.service import calls
from turnwire.service.async_connection import AsyncConnection
from turnwire.service.calls import DialectInfo, From
from turnwire.service.validation_messages import Asked

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from turnwire.dialects.dialect import Kind, OtherKind
    from turnwire.documents.inputs import Envelope, Input
    from turnwire.gateway.plan import Plan
    from turnwire.model import Document
    from turnwire.validation import Report
    from turnwire.validation.repair import Repaired
    from turnwire.validation.rules import LayerName


class AsyncInspection(AsyncConnection):
    """The calls Validate, Repair, Plan, Detect, ListDialects and GetSchema.

    All raise ConnectionError if there is no service at the address, and `grpc.RpcError` for whatever is not listed.
    """

    async def validate(
        self,
        data: Input,
        dialect: str | None = None,
        *,
        kind: Kind | None = None,
        invariants: bool = False,
        target: str | None = None,
        tools: Sequence[Any] = (),
        layers: Collection[LayerName] | None = None,
        strict: bool = False,
        envelope: Envelope | None = None,
        timeout: float | None = None,
    ) -> Report:
        """Check a document, and report all findings; the arguments are those of `turnwire.validate`.

        Of the `envelope`, the content type says whether `data` is YAML or Protobuf.

        Raises:
            UnknownDialect: the server does not have the dialect or the target.
        """
        asked = Asked(layers=layers, target=target, invariants=invariants, strict=strict, tools=tools)
        return await self.call(calls.validation(data, From(dialect, kind, envelope), asked), timeout)

    async def repair(
        self,
        data: Input,
        dialect: str | None = None,
        *,
        kind: Kind | None = None,
        unsafe: bool = False,
        tools: Sequence[Any] = (),
        select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        envelope: Envelope | None = None,
        timeout: float | None = None,
    ) -> Repaired:
        """Mend a document, as far as that changes nothing that it means.

        Args:
            data: JSON text or bytes, or parsed JSON.
            dialect: the dialect of `data`; detected if not given.
            kind: the kind of `data`; detected if not given.
            unsafe: whether to make changes, too, that leave something out or guess.
            tools: definitions of tools, as parsed JSON, for documents that carry none.
            select: the rules to mend, by code, beginning of a code, or name; empty means all.
            ignore: the rules that are left alone.
            envelope: its content type says whether `data` is YAML or Protobuf; what comes back is JSON.
            timeout: how long to wait for the server, in seconds.

        Returns:
            The document, what was mended, and what is left.

        Raises:
            UnknownDialect: the server does not have the dialect.

        Example:
            `(await client.repair(body)).data`
        """
        source = From(dialect, kind, envelope)
        call = calls.mending(data, source, unsafe=unsafe, tools=tools, select=select, ignore=ignore)
        return await self.call(call, timeout)

    async def plan(
        self,
        data: Input | Document,
        target: str,
        *,
        source: str | None = None,
        kind: Kind | None = None,
        envelope: Envelope | None = None,
        keeping: Keeping = DEFAULT,
        timeout: float | None = None,
    ) -> Plan:
        """Report what another dialect or model would lose or refuse, as `turnwire.plan` does.

        `target` is `DIALECT` or `DIALECT:MODEL`.

        Raises:
            InvalidDocument: the document cannot be read.
            UnknownDialect: the server does not have one of the dialects.
        """
        return await self.call(calls.planning(data, target, From(source, kind, envelope), keeping), timeout)

    async def detect(self, data: Input, *, timeout: float | None = None) -> list[tuple[str, Kind | OtherKind]]:
        """List the (dialect, kind) pairs that a document may be, best first.

        Raises:
            InvalidDocument: the input is not JSON.
        """
        return await self.call(calls.detection(data), timeout)

    async def dialects(self, *, timeout: float | None = None) -> tuple[DialectInfo, ...]:
        """List the dialects that the server reads and writes, by name."""
        return await self.call(calls.listing(), timeout)

    async def schema(self, name: str, *, timeout: float | None = None) -> bytes:
        """Return the text of one JSON Schema, in UTF-8.

        Raises:
            KeyError: no schema has this name.
        """
        return await self.call(calls.schema(name), timeout)
