"""End a conversion whose client is gone or whose deadline has passed.

Python's own way is used (`PyThreadState_SetAsyncExc`): an exception is raised in the thread, between two steps of the
interpreter.  What is written in C, such as parsing a text, ends first.
"""

from __future__ import annotations

import ctypes
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

_RAISE_IN: Final = ctypes.pythonapi.PyThreadState_SetAsyncExc


class CutOff(BaseException):
    """The work was cut off; a BaseException, so that nothing on the way takes it for an error of a document."""


class Work:
    """A piece of work on this thread: `with work:` around it, and `work.cut()` from one other thread.

    After the block, nothing is raised any more, and the next `with work:` raises at once.
    """

    def __init__(self) -> None:
        # The thread may take it a second time, if the exception comes while it has it.
        self._lock = threading.RLock()
        self._thread = threading.get_ident()
        self._is_running = self._is_cut = False

    def cut(self) -> None:
        """Raise CutOff in the work, once: at its beginning if it has not begun, and not at all if it has ended."""
        if self._is_cut:
            return
        with self._lock:
            if self._is_running:
                _RAISE_IN(ctypes.c_ulong(self._thread), ctypes.py_object(CutOff))
            self._is_cut = True

    @contextmanager
    def paused(self) -> Iterator[None]:
        """In the block, nothing is raised; behind it, CutOff is raised if the work was cut off in the meantime."""
        self.__exit__(None, None, None)
        try:
            yield
        finally:
            self.__enter__()

    def __enter__(self) -> Self:
        with self._lock:
            if self._is_cut:
                raise CutOff
            self._is_running = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._is_running = False
        if self._is_cut:
            _take()


def _take() -> None:
    """Raise what is set for this thread and was not raised yet, and go on.

    To unset it (`PyThreadState_SetAsyncExc` with NULL) would tell the interpreter of an exception that never comes: it
    then looks for one at each step of every thread, and for ever while a profiler is set (seen with CPython 3.11).
    """
    with suppress(CutOff):
        for _ in range(3):  # the interpreter looks at the end of each turn
            pass
