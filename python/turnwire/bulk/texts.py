"""The texts of a column, as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterator


def texts(column: pa.Array) -> Iterator[bytes | None]:
    """Yield the texts of a column, which holds texts, bytes or JSON; None for a row without one."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if isinstance(column, pa.ExtensionArray):  # such as arrow.json
        column = column.storage
    for each in column.cast(pa.large_binary()):
        yield each.as_py()
