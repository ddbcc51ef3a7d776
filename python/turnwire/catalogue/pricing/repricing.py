"""Pricing whole documents, once more where they were priced before."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from turnwire.catalogue.pricing.cost import model_of, price, with_cost
from turnwire.catalogue.pricing.exact import is_same, summed, text_of
from turnwire.errors import InvalidDocument
from turnwire.model import Completion, Diagnostic, ErrorReply, History, Message

if TYPE_CHECKING:
    from turnwire.catalogue.pricing.table import PriceTable
    from turnwire.model import Usage

_Told = TypeVar("_Told", bound=History | Completion | ErrorReply | list[Message])


class Priced(Struct, frozen=True):
    """One usage: what it cost before, and what it costs now."""

    path: str
    """A JSON Pointer to the usage in the native JSON of the document."""
    model: str
    """The table's entry: `<provider>:<model_name>`."""
    new_cost: str
    new_version: str
    old_cost: str | None
    old_version: str | None
    changed: bool
    """Whether the usage was another; the number of zeros at the end of a cost does not matter."""


class Repriced(Struct, Generic[_Told], frozen=True):
    """A document with its costs by one version of a table, and what that changed."""

    document: _Told
    prices: tuple[Priced, ...]
    """Every usage that could be priced, in the order of the document."""
    findings: tuple[Diagnostic, ...]
    """Errors: a usage that could not be priced and is as it was.  Warnings: what a price leaves out."""
    total: Decimal | None
    """US dollars for all of `prices`; for a reply with its own usage, that alone: its candidates share it.

    None if none of it could be priced: an unknown price is not 0.
    """

    @property
    def changes(self) -> tuple[Priced, ...]:
        """Those prices that are others than before."""
        return tuple(each for each in self.prices if each.changed)

    @property
    def complete(self) -> bool:
        """Whether every usage could be priced."""
        return all(found.severity != "error" for found in self.findings)


def reprice(document: _Told, table: PriceTable) -> Repriced[_Told]:
    """Return the document with the cost and the version of the table in every usage; the given one is not changed.

    A usage that cannot be priced is unchanged, and is among the findings.
    """
    run = _Run(table)
    new: Any = _reprice(run, document)
    return Repriced(new, tuple(run.prices), tuple(run.findings), _total(document, run.prices))


def _reprice(run: _Run, document: Any) -> Any:
    if isinstance(document, History):
        turns = run.messages(document.history, "/history")
        return document if turns is document.history else msgspec.structs.replace(document, history=turns)
    if isinstance(document, Completion):
        return run.completion(document)
    return document if isinstance(document, ErrorReply) else run.messages(document, "")


def _total(document: object, prices: list[Priced]) -> Decimal | None:
    whole = isinstance(document, Completion) and document.usage is not None
    costs = [Decimal(each.new_cost) for each in prices if not whole or each.path == "/usage"]
    return summed(costs) if costs else None


class _Run:
    """One pricing; every method gives back what it was given where nothing is to change."""

    def __init__(self, table: PriceTable) -> None:
        self.table = table
        self.prices: list[Priced] = []
        self.findings: list[Diagnostic] = []

    def completion(self, reply: Completion) -> Completion:
        usage = self.usage(reply.usage, reply, "/usage")
        candidates = self.messages(reply.candidates, "/candidates", reply)
        if usage is reply.usage and candidates is reply.candidates:
            return reply
        return msgspec.structs.replace(reply, usage=usage, candidates=candidates)

    def messages(self, turns: list[Message], path: str, reply: Completion | None = None) -> list[Message]:
        new = [self.message(turn, f"{path}/{position}", reply) for position, turn in enumerate(turns)]
        return new if any(one is not other for one, other in zip(new, turns, strict=True)) else turns

    def message(self, turn: Message, path: str, reply: Completion | None) -> Message:
        about = turn.metadata
        if about is None or about.usage is None:
            return turn
        # A candidate without a model is by the model of its reply.
        silent = about.model is None and about.routing is None
        told = reply if reply is not None and silent else turn
        usage = self.usage(about.usage, told, f"{path}/metadata/usage")
        if usage is about.usage:
            return turn
        return msgspec.structs.replace(turn, metadata=msgspec.structs.replace(about, usage=usage))

    def usage(self, usage: Usage | None, told: Message | Completion, path: str) -> Usage | None:
        if usage is None:
            return None
        try:
            model, provider = model_of(told)
            cost = price(usage, model, self.table, provider=provider)
        except InvalidDocument as refusal:
            self._find(refusal.diagnostics, path)
            return usage
        self._find(cost.findings, path)
        same = is_same(usage.cost_usd, cost.usd) and usage.pricing_version == cost.pricing_version
        old = usage.cost_usd, usage.pricing_version
        self.prices.append(Priced(path, cost.model, text_of(cost.usd), cost.pricing_version, *old, not same))
        return usage if same else with_cost(usage, cost)

    def _find(self, findings: tuple[Diagnostic, ...], path: str) -> None:
        self.findings += [msgspec.structs.replace(found, pointer=path) for found in findings]
