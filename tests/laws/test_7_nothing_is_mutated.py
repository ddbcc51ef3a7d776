"""Law 7: nothing is mutated; same input, same output, in another process with another seed of hashes too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw, Struct, structs
from tests.laws import checks
from tests.laws.outcomes import documents_of_row
from tests.laws.subjects import SUBJECTS, documents_of

from fidelity_rows import rows
from turnwire.model import ABSENT
from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from tests.laws.subjects import Subject

SAYING_NOTHING = (b"null", b"[]")
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
def test_writing_free_json_that_says_nothing(subject: Subject) -> None:
    """An input schema of null, say, is valid JSON that most formats have no place for."""
    found: dict[str, list[str]] = {}
    for row, case in rows().items():
        for document, dialects in documents_of_row(case, subject):
            for free in SAYING_NOTHING:
                odd = replaced_free_json(document, Raw(free))
                if odd != document:
                    found |= {f"{name}: {row}, {free!r}": checks.nothing_is_mutated(odd, name) for name in dialects}
    assert {} == {name: faults for name, faults in found.items() if faults}


def replaced_free_json(node: Any, free: Raw) -> Any:
    """A copy of a document with `free` in the place of all free JSON but that of providers."""
    if isinstance(node, Raw):
        return free
    if isinstance(node, list):
        return [replaced_free_json(item, free) for item in node]
    if isinstance(node, Struct):
        named = {name: getattr(node, name) for name in node.__struct_fields__ if name != "provider_raw"}
        held = {name: value for name, value in named.items() if value is not ABSENT}
        return structs.replace(node, **{name: replaced_free_json(value, free) for name, value in held.items()})
    return node


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
