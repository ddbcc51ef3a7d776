"""Exceptions survive what a pool of processes does with them: they pickle and copy, with all that they hold."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.errors import InvalidDocument, LossyConversion
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable

EMPTY = b'{"messages":[]}'
CHAT = b'{"model":"m","logit_bias":{"a":\n 1},"messages":[{"role":"user","content":"hi"}]}'


def every_class() -> list[type[Exception]]:
    """The exceptions that the package defines."""
    found = set()
    for module in pkgutil.walk_packages(turnwire.__path__, "turnwire."):
        if ".v1" in module.name or module.name.endswith("__main__"):
            continue
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(kind, Exception) and kind.__module__.startswith("turnwire."):
                found.add(kind)
    return sorted(found, key=lambda kind: kind.__qualname__)


def diagnostics() -> list[Diagnostic]:
    with pytest.raises(InvalidDocument) as caught:
        turnwire.read(b'{"messages":\n [1', "openai_chat", kind="request")
    return [*caught.value.diagnostics, Diagnostic("a.b", "another", "error", file="f", hint="do this")]


def losses() -> Any:
    return turnwire.convert(CHAT, "ollama_chat", source="openai_chat", kind="request").losses


# What the constructors of those classes take that take more than a sentence.
GIVEN: dict[str, Callable[[], list[Any]]] = {
    "InvalidDocument": diagnostics,
    "LossyConversion": lambda: [losses()],
    "Fault": lambda: ["json.syntax", "wrong", 3, "/a", "write it so"],
    "RefusedError": lambda: ["document.json", "wrong", "BAD_FIELD"],
    "Refused": lambda: [413, "too large"],
    "_DamagedError": lambda: ["/history/0", 7, "the data end too early"],
    "_Odd": lambda: ["messages.role", 5, "text", "a text"],
}


def made(kind: type[Exception]) -> Exception:
    give = next((GIVEN[base.__name__] for base in kind.__mro__ if base.__name__ in GIVEN), None)
    error = kind(*give()) if give else kind("a sentence")
    error.add_note("said while it was on its way")
    return error


def pickled(error: Exception, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - made here


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": partial(pickled, protocol=n) for n in range(2, pickle.HIGHEST_PROTOCOL + 1)},
}


def test_all_public_exceptions_are_looked_at() -> None:
    assert {InvalidDocument, LossyConversion, turnwire.UnknownDialect} <= set(every_class())


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", every_class(), ids=lambda kind: kind.__qualname__)
def test_a_copy_holds_the_same(kind: type[Exception], way: str) -> None:
    error = made(kind)
    again = COPIES[way](error)
    assert (kind, str(error), error.args) == (type(again), str(again), again.args)
    assert vars(error) == vars(again)


def convert_strictly(data: bytes) -> int:
    return len(turnwire.convert(data, "ollama_chat", source="openai_chat", strict=len(data) > len(EMPTY)).data)


@pytest.mark.parametrize(("data", "kind"), [(b"{", InvalidDocument), (CHAT, LossyConversion)])
def test_a_bad_document_does_not_break_a_pool(data: bytes, kind: type[Exception]) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        bad, good = pool.submit(convert_strictly, data), pool.submit(convert_strictly, EMPTY)
        with pytest.raises(kind):
            bad.result()
        assert good.result() > 0
