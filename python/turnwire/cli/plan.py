"""`turnwire plan`: report what another dialect and model would lose, before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click
import msgspec

from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, record
from turnwire.cli.words import count, data, place, plain
from turnwire.cli.writing import Kept, Target, chosen, keeping, to
from turnwire.codec.limits import STRICT
from turnwire.convert import read
from turnwire.gateway.plan import plan as planned

if TYPE_CHECKING:
    from turnwire.cli.inputs import Entry
    from turnwire.gateway.plan import Plan, Room, Unmet


class Planning(Reading, Kept):
    """The options of `plan`."""

    target: Target


@click.command("plan")
@reading
@to("The dialect, and the model, that shall go on with the conversation.", required=True)
@keeping
def plan(**given: Unpack[Planning]) -> int:
    """Report what another dialect or model would lose or refuse; nothing is written or sent.

    Losses are counted by kind and feature. The capabilities of the dialect and of known model families are compared
    with the needs of the conversation. The number of tokens is an estimate.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    Ends with 0 if nothing would be lost or refused, and with 1 otherwise or if a document cannot be read.
    """
    run = Run(given)
    costly = 0
    for entry, text in run.all_documents():
        found = _planned(run, entry, text, given)
        if found is None:
            continue
        costly += not found.clean
        if given["report"] == "json":
            data(record(entry, {"plan": {**msgspec.to_builtins(found), "clean": found.clean}}))
        else:
            _say(entry, found)
    code = run.finish("planned", silent=True)
    return FINDINGS if code == CLEAN and costly else code


def _planned(run: Run, entry: Entry, text: bytes, given: Planning) -> Plan | None:
    with run.one(entry, text):
        document = read(text, run.dialect_of(entry), kind=run.given["kind"], limits=STRICT)
        target, model = given["target"]
        return planned(document, f"{target}:{model or ''}", keeping=chosen(given))
    return None


def _say(entry: Entry, found: Plan) -> None:
    where = click.style(plain(place(entry.source.name, entry.line)), bold=True)
    model = "" if found.model is None else f", model {plain(found.model)}"
    family = "" if found.model is None else f" ({'family ' + found.family if found.family else 'not known'})"
    data(f"{where}: to {found.dialect}{model}{family}")
    for cost in found.costs:
        times = f" ({cost.count})" if cost.count > 1 else ""
        data(f"  {cost.kind:9} {plain(cost.feature)}{times}, first at {plain(cost.path) or '(root)'}")
    for unmet in found.unmet:
        data(f"  unmet     {unmet.capability}: {unmet.reason}, needed at {plain(unmet.path) or '(root)'}{_than(unmet)}")
    if found.room.tokens or found.room.not_counted:
        data(f"  context   {_room(found.room)}")
    if found.clean:
        data("  nothing is lost")


def _than(unmet: Unmet) -> str:
    if isinstance(unmet.has, bool):
        return ""
    has = ", ".join(unmet.has) if isinstance(unmet.has, tuple) else unmet.has
    return f": {plain(str(unmet.needed))}, it has {plain(str(has))}"


def _room(room: Room) -> str:
    text = f"about {count(room.tokens, 'token')}"
    if room.limit is not None:
        text += f" of {room.limit} ({100 * room.tokens / room.limit:.0f} %)"
    if room.not_counted:
        text += f", {count(room.not_counted, 'document')} or media not counted"
    return f"{text}; an estimate"
