"""Each scalar of a session file is in the output or among the losses, by the audits of `tests/told`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from tests.session_files.files import FILES
from tests.session_files.test_silence import TARGETS
from tests.told.leaves import parse, silent
from tests.told.outside import outside_checks

import turnwire
from turnwire.sessions.files import read_sessions, session_format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Loss


class Conversion(NamedTuple):
    """What a file says, and what it has become: the output and the losses of each of its threads."""

    source: list[Any]
    carried: list[Any]
    losses: list[tuple[Any, list[Loss]]]


def documents(text: bytes) -> Iterator[Any]:
    """A file as JSON, or those of its lines that are JSON."""
    try:
        yield parse(text)
    except ValueError:
        if b"\n" in text:
            for line in text.split(b"\n"):
                yield from documents(line)


def conversion(text: bytes, form: str, target: str) -> Conversion:
    found = Conversion(list(documents(text)), [], [])
    for session in read_sessions(text, session_format(form)):
        for history in session.histories():
            written = turnwire.write(history, target)
            found.carried.append(parse(written.data))
            native = parse(turnwire.write(history, "turnwire").data)
            found.losses.append((native, [loss for loss in written.losses if loss.kind != "invented"]))
    return found


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("form", dict.fromkeys(form for form, _, _ in FILES))
def test_nothing_is_silent(form: str, target: str) -> None:
    for name, text in ((name, text) for other, name, text in FILES if other == form):
        one = conversion(text, form, target)
        told = [parse(msgspec.json.encode(loss.value)) for _, losses in one.losses for loss in losses]
        left = silent(one.source, one.carried, told)
        assert [] == [(leaf.pointer, leaf.value) for leaf in left], name


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_silent_for_the_audit_of_others(target: str) -> None:
    checks = outside_checks()
    for form, name, text in FILES:
        one = conversion(text, form, target)
        told = [node for native, losses in one.losses for node in checks.reported(losses, native).nodes]
        scalars = [scalar for document in one.source for scalar in checks.leaves(document)]
        left = checks.audit(scalars, one.carried, told).silent
        assert [] == [(leaf.pointer, leaf.value) for leaf in left], (form, name)
