"""An iterator for gRPC to draw requests from, which keeps what its source raises."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

import grpc

if TYPE_CHECKING:
    from collections.abc import Iterator

_Item = TypeVar("_Item")


class Watched(Generic[_Item]):
    """Requests of a call.  gRPC draws them on a thread of its own, and forgets why they ended."""

    def __init__(self, requests: Iterator[_Item]) -> None:
        self._requests = requests
        self._error: Exception | None = None

    def __iter__(self) -> Iterator[_Item]:
        """The requests."""
        try:
            yield from self._requests
        except Exception as error:
            self._error = error
            raise

    @contextmanager
    def first_error(self) -> Iterator[None]:
        """Raise what the source raised, in place of the error of the call that ended for it."""
        try:
            yield
        except grpc.RpcError:
            if self._error is not None:
                raise self._error from None
            raise
