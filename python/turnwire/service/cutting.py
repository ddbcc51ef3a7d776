"""End a conversion whose client is gone or whose deadline has passed.

Python's own way is used (`PyThreadState_SetAsyncExc`): an exception is raised in the thread, between two steps of the
interpreter.  What is written in C, such as parsing a text, ends first.
"""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_RAISE_IN: Final = ctypes.pythonapi.PyThreadState_SetAsyncExc


class CutOff(BaseException):
    """The work was cut off; a BaseException, so that nothing on the way takes it for an error of a document."""


class Work:
    """A piece of work on this thread: `with work:` around it, and `work.cut()` from any other thread.

    After the block, nothing is raised any more.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._is_running = self._is_cut = False

    def cut(self) -> None:
        """Raise CutOff in the work, once: at its beginning if it has not begun, and not at all if it has ended."""
        with self._lock:
            if self._is_running and not self._is_cut:
                _RAISE_IN(self._thread, ctypes.py_object(CutOff))
            self._is_cut = True

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
            if self._is_cut:  # and not raised yet, perhaps
                _RAISE_IN(self._thread, None)
