"""Law 10: native JSON, YAML, ProtoJSON and binary of one document read back equal, residue included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.encodings import ENCODINGS, Encoding
from tests.laws.subjects import recordings

from turnwire import read
from turnwire.testing import documents

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.model import Document

NAMES = [encoding.name for encoding in ENCODINGS]


@pytest.mark.parametrize("encoding", ENCODINGS, ids=NAMES)
@given(document=st.one_of(documents("plain"), documents("wild")))
def test_a_generated_document(encoding: Encoding, document: Document) -> None:
    assert checks.encodings_agree(document, encoding) == []


@pytest.mark.parametrize("encoding", ENCODINGS, ids=NAMES)
def test_recorded_traffic(encoding: Encoding, recorded: Path) -> None:
    changed = {
        body.name: found
        for body in recordings(recorded)[::3]
        if (found := checks.encodings_agree(read(body.body, body.dialect, kind=body.kind), encoding))
    }
    assert changed == {}
