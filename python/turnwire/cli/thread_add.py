"""`turnwire thread add` and `turnwire thread branch`: add turns."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from turnwire.cli.thread_store import about_threads, new_ids, opened, refuse
from turnwire.cli.words import data, table

if TYPE_CHECKING:
    from turnwire.systems.gpt2099.threads import Document, Frame, NewTurn, Store


class Adding(TypedDict):
    """The options of `add`."""

    text: tuple[str, ...]
    as_json: bool
    reply: bool
    results: bool
    document: Path | None
    name: str | None
    media_type: str | None
    continues: tuple[str, ...]
    respond: bool
    servers: tuple[str, ...]
    no_servers: bool
    search: bool | None
    tool_mode: str | None
    bookmark: str | None
    provider_ptr: str | None
    cache: bool
    folder: Path
    report: str


@click.command("add")
@click.argument("text", nargs=-1)
@click.option("--blocks", "as_json", is_flag=True, help="TEXT is JSON: content blocks, stored unchanged.")
@click.option("--reply", is_flag=True, help='TEXT is the JSON of a reply, {"message": ...}: a turn of the assistant.')
@click.option("--results", is_flag=True, help="TEXT is a JSON list of tool_result blocks: the answer to a turn.")
@click.option(
    "--document",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Add a file as bytes; it continues no turn.",
)
@click.option("--name", help="The name of the document; by default that of its file.")
@click.option("--media-type", help="The media type of the document; by default that of its suffix.")
@click.option("--continues", "-c", multiple=True, metavar="HEADISH", help="The turn that it continues; repeatable.")
@click.option("--respond", "-r", is_flag=True, help="Continue the latest turn, after those of --continues.")
@click.option("--servers", multiple=True, metavar="NAME", help="A server of tools, from this turn on; repeatable.")
@click.option("--no-servers", is_flag=True, help="No servers of tools from this turn on.")
@click.option("--search/--no-search", default=None, help="Whether the provider may search the web, from this turn on.")
@click.option("--tool-mode", metavar="MODE", help="How the provider chooses tools, such as auto, from this turn on.")
@click.option(
    "--bookmark", "-b", metavar="NAME", help="The bookmark of the turn; by default that of the turn it continues."
)
@click.option("--provider-ptr", "-p", metavar="ALIAS", help="The alias of a provider and model, from this turn on.")
@click.option("--cache", is_flag=True, help="Ask the provider to cache up to this turn.")
@about_threads
def add(**given: Unpack[Adding]) -> None:
    """Add a turn, and print its id once the turn is on the disk.

    Each TEXT is a block of text; without one, or for -, standard input is read, without its last line break.
    """
    _check(given)
    with opened(given["folder"], create=True) as store:
        said = [] if given["document"] else _said(given)
        _told(store.add(new_ids(), lambda turn_id: _made(store, given, said, turn_id)), given["report"])


def _check(given: Adding) -> None:
    """Raise UsageError if options contradict each other."""
    kinds = [name for name, chosen in _kinds(given).items() if chosen]
    if len(kinds) > 1:
        refuse(f"{kinds[0]} and {kinds[1]} are two kinds of turn")
    if given["document"] and (given["text"] or given["continues"] or given["respond"]):
        refuse("a document is its file, and continues nothing: add a turn that continues it")
    if not given["document"] and (given["name"] or given["media_type"]):
        refuse("--name and --media-type need --document")
    single = given["reply"] or given["results"]
    if single and len(given["continues"]) + given["respond"] > 1:
        refuse(f"{kinds[0]} continues one turn")
    if single and (given["bookmark"] or given["cache"] or _has_options(given)):
        refuse(f"{kinds[0]} takes no options: they are those of the turn it continues")
    if given["servers"] and given["no_servers"]:
        refuse("--servers and --no-servers contradict each other")
    if kinds and not given["document"] and len(given["text"]) > 1:
        refuse(f"{kinds[0]} needs one TEXT")


def _has_options(given: Adding) -> bool:
    return given["search"] is not None or any(
        (given["servers"], given["no_servers"], given["tool_mode"], given["provider_ptr"])
    )


def _kinds(given: Adding) -> dict[str, bool]:
    return {
        "--blocks": given["as_json"],
        "--reply": given["reply"],
        "--results": given["results"],
        "--document": given["document"] is not None,
    }


def _said(given: Adding) -> list[str]:
    """Return the content of the turn; raises UsageError if there is none, InvalidDocument if it is not text."""
    from turnwire.errors import invalid

    said = _given(given["text"])
    if "" in said and not any(_kinds(given).values()):
        # gpt2099 and the library store empty content; here it comes from a broken pipe or an unset variable.
        hint = "give a text; an empty block can be added as JSON: --blocks"
        raise invalid("thread.content", "the text is empty", hint=hint)
    return said


def _given(text: tuple[str, ...]) -> list[str]:
    """Return the content from arguments or standard input; raises UsageError if there is none."""
    from turnwire.errors import invalid

    if text and text != ("-",):
        return list(text)
    if not text and sys.stdin.isatty():
        refuse("give the text of the turn, or pipe it in")
    try:
        piped = sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as error:
        hint = "add bytes as a file: --document"
        raise invalid("thread.content", f"standard input is not UTF-8: {error.reason}", hint=hint) from None
    return [piped.removesuffix("\n").removesuffix("\r")]


def _made(store: Store, given: Adding, said: list[str], turn_id: str) -> NewTurn:
    from turnwire.systems.gpt2099.threads import Told, add_turn, document_turn, reply_turn, result_turn
    from turnwire.systems.gpt2099.threads.resolve import last_id

    if given["document"]:
        return document_turn(_bytes(given["document"]), _document(given, given["document"]), turn_id)
    if given["reply"] or given["results"]:
        make = reply_turn if given["reply"] else result_turn
        continued = given["continues"][0] if given["continues"] else last_id(store)
        return make(store, said[0].encode("utf-8", "surrogatepass"), continued, turn_id)
    told = Told(
        continues=list(given["continues"]),
        respond=given["respond"],
        servers=list(given["servers"]),
        search=given["search"],
        no_search=given["search"] is False,
        no_servers=given["no_servers"],
        tool_mode=given["tool_mode"],
        bookmark=given["bookmark"],
        provider_ptr=given["provider_ptr"],
        json=given["as_json"],
        cache=given["cache"],
    )
    return add_turn(store, said[0] if len(said) == 1 else said, told, turn_id)


def _bytes(path: Path) -> bytes:
    from turnwire.systems.gpt2099.threads.adding import MOST_DOCUMENT_BYTES

    # One byte above the limit is enough to refuse it.
    with path.open("rb") as stream:
        return stream.read(MOST_DOCUMENT_BYTES + 1)


def _document(given: Adding, path: Path) -> Document:
    from turnwire.systems.gpt2099.threads import Document

    return Document(
        name=given["name"] or path.name,
        media_type=given["media_type"],
        original_path=str(path.absolute()),
        bookmark=given["bookmark"],
        cache=given["cache"],
    )


def _told(frame: Frame, report: str) -> None:
    """Report which turn was added."""
    from turnwire.systems.gpt2099.threads.frames import encode

    data(frame.id if report == "text" else encode(frame).decode())


@click.command("branch")
@click.argument("name", required=False)
@click.option(
    "--continues", "-c", multiple=True, metavar="HEADISH", help="The turn at which it begins; by default the latest."
)
@about_threads
def branch(name: str | None, continues: tuple[str, ...], folder: Path, *, report: str) -> None:
    """Begin a branch called NAME at a turn; without NAME, list the bookmarks.

    A branch is a turn without content that has the bookmark NAME: turns that continue NAME continue it. Context windows
    leave it out.
    """
    from turnwire.systems.gpt2099.threads import branch_turn

    if name is None:
        if continues:
            refuse("give the NAME of the branch")
        with opened(folder) as store:
            _list(store, report)
        return
    if not name:
        refuse("a bookmark has a name")
    with opened(folder) as store:
        _told(store.add(new_ids(), lambda turn_id: branch_turn(store, name, continues, turn_id)), report)


def _list(store: Store, report: str) -> None:
    import json

    found = [(bookmark, key, turns) for bookmark, key, turns in store.bookmarks()]
    if report == "json":
        for bookmark, latest, turns in found:
            data(json.dumps({"bookmark": bookmark, "latest": latest, "turns": turns}, ensure_ascii=False))
        return
    table(("bookmark", "latest", "turns"), [(bookmark, latest, str(turns)) for bookmark, latest, turns in found])
