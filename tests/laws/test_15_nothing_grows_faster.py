"""Law 15: nothing grows faster than its input: of eight times the parts, a byte costs at most a quarter more work.

Work is counted in lines of Python (growth.py), so that no machine is too slow for it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.laws.growth import DIMENSIONS, MOST, counted, growth, pair

import turnwire
from turnwire.dialects import get, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind


def asked() -> Iterator[tuple[str, Kind, str]]:
    for dialect in names():
        for kind, dimensions in DIMENSIONS.items():
            if get(dialect).part(kind):
                yield from ((dialect, kind, dimension) for dimension in dimensions)


@pytest.mark.parametrize(("dialect", "kind", "dimension"), list(asked()))
def test_work_for_each_byte(dialect: str, kind: Kind, dimension: str) -> None:
    """As target of another format, as source, and as target of its own."""
    writing, reading, again = [], [], []
    for native in pair(kind, dimension):
        document = turnwire.read(native, "turnwire", kind=kind)
        written = turnwire.write(document, dialect)
        back = turnwire.read(written.data, dialect, kind=kind, envelope=written.envelope)
        writing.append((counted(partial(turnwire.write, document, dialect)), len(native)))
        reading.append((counted(partial(turnwire.read, written.data, dialect, kind=kind)), len(written.data)))
        again.append((counted(partial(turnwire.write, back, dialect)), len(written.data)))
    found = {"writing": growth(*writing), "reading": growth(*reading), "writing back": growth(*again)}
    assert {} == {name: round(times, 2) for name, times in found.items() if times > MOST}
