"""The rows of a table with a row for each session; a file may have more of them than memory is to hold."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Final, Self

from turnwire.cli.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

HELD: Final = 1024 * 1024
_END: Final = "\t"  # `plain` leaves no tab in a cell


class Rows:
    """Rows that can be read more than once; more than 1 MiB of them are written to a temporary file.

    Attributes:
        widths: the length of the longest cell of each column.

    Args:
        header: the names of the columns.
    """

    def __init__(self, header: Iterable[str]) -> None:
        self.widths = [len(name) for name in header]
        self._file = tempfile.SpooledTemporaryFile(HELD)  # noqa: SIM115 - closed by `__exit__`
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[list[str]]:
        self._file.seek(0)
        for line in self._file:
            yield line.decode().rstrip("\n").split(_END)

    def add(self, row: Iterable[str]) -> None:
        """Add a row, whose cells are made printable."""
        cells = [plain(cell) for cell in row]
        self.widths = [max(width, len(cell)) for width, cell in zip(self.widths, cells, strict=True)]
        self._file.write(f"{_END.join(cells)}\n".encode())
        self._count += 1
