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
from tests.laws.subjects import SUBJECTS, documents_of

from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from tests.laws.subjects import Subject

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


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_writing(subject: Subject, data: st.DataObject) -> None:
    document = data.draw(st.one_of(documents_of(subject.kind, "plain"), documents_of(subject.kind, "wild")))
    assert subject.faults(lambda target: checks.nothing_is_mutated(document, target)) == {}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
@given(data=st.data())
def test_reading(subject: Subject, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(subject.wires("plain")))
    # A parsed document holds no 1e400; JSON itself does.
    tree = json.loads(wire, parse_float=lambda text: min(float(text), 1e300))
    assert subject.faults(lambda dialect: checks.reading_is_pure(dialect, subject.kind, tree)) == {}


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
