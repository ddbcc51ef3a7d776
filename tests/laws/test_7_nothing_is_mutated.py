"""Law 7: nothing is mutated; same input, same output, in another process with another seed of hashes too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import PARTS, documents_of

from turnwire.testing import wire_documents, with_unknown_keys

if TYPE_CHECKING:
    from turnwire.dialect import Kind

CONVERSATION = """
from turnwire import read, write
from turnwire.dialects import names
history = read(
    b'{"history":[{"role":"user","content":[{"type":"text","text":"a","cache":{"kind":"ephemeral"}}],'
    b'"provider_raw":{"glm":{"b":1},"ollama_chat":{"c":2,"d":3}}}],"settings":{"metadata":{"x":1,"y":2}}}',
    "turnwire",
    kind="request",
)
for target in names():
    written = write(history, target)
    print(written.data, [(loss.kind, loss.path, loss.feature, loss.value) for loss in written.losses])
"""


@pytest.mark.parametrize(("target", "kind"), PARTS)
@given(data=st.data())
def test_writing(target: str, kind: Kind, data: st.DataObject) -> None:
    document = data.draw(st.one_of(documents_of(kind, "plain"), documents_of(kind, "wild")))
    assert checks.nothing_is_mutated(document, target) == []


@pytest.mark.parametrize(("dialect", "kind"), PARTS)
@given(data=st.data())
def test_reading(dialect: str, kind: Kind, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(wire_documents(dialect, kind, "plain")))
    # A parsed document holds no 1e400; JSON itself does.
    tree = json.loads(wire, parse_float=lambda text: min(float(text), 1e300))
    assert checks.reading_is_pure(dialect, kind, tree) == []


def test_the_seed_of_hashes_says_nothing() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", CONVERSATION],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
