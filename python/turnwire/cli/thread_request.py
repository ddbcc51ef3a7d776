"""`turnwire thread request` and `turnwire thread pointer`: the provider that a thread is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.options import QUIET, known_dialect
from turnwire.cli.thread import ORDER
from turnwire.cli.thread_store import about_threads, new_ids, opened, tell_losses
from turnwire.cli.words import data, finding_text, json_line, plain, table, words
from turnwire.cli.writing import Failing, Kept, Strict, StrictCommand, Target, chosen, keeping, known_target, strict

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.model import Diagnostic
    from turnwire.systems.gpt2099.threads import Order, Store
    from turnwire.systems.gpt2099.threads.pointers import Pointer
    from turnwire.systems.gpt2099.threads.resolve import Window


class Requesting(Kept, Strict):
    """The options of `request`."""

    headish: tuple[str, ...]
    to: str | None
    order: Order
    pretty: bool
    folder: Path


@click.command("request", cls=StrictCommand)
@click.argument("headish", nargs=-1)
@click.option(
    "--to",
    metavar="ALIAS|DIALECT[:MODEL]",
    help="The provider: an alias of `thread pointer`, or a dialect; by default the provider_ptr of the thread.",
)
@ORDER
@click.option("--pretty", is_flag=True, help="Indent the JSON.")
@strict
@keeping
@QUIET
@about_threads
@click.pass_context
def request(ctx: click.Context, /, **given: Unpack[Requesting]) -> int:
    """Print the body of the request that a thread makes to its provider.

    The thread names the provider by an alias, its provider_ptr, which is required unless --to is given. Losses are
    listed on standard error, as `turnwire convert` does.
    """
    import msgspec

    from turnwire.convert import read, write
    from turnwire.systems.gpt2099.threads import resolve

    with opened(given["folder"]) as store:
        window = resolve(store, given["headish"], order=given["order"])
        target = _target(ctx, store, window, given["to"])
    # The request goes where the pointer points: that is not lost.
    options = {name: value for name, value in (window.options or {}).items() if name != "provider_ptr"}
    whole = msgspec.structs.replace(window, options=options or None).to_json()
    written = write(read(whole, "gpt2099"), target.dialect, model=target.model, keeping=chosen(given))
    data(msgspec.json.format(written.data, indent=2 if given["pretty"] else -1).decode())
    tell_losses(written.losses, report=given["report"], quiet=given["quiet"])
    failing = Failing(given)
    failing.add(written.losses)
    return FINDINGS if failing.any() else CLEAN


def _target(ctx: click.Context, store: Store, window: Window, to: str | None) -> Target:
    """Return the dialect and the model.  Raises InvalidDocument, BadParameter."""
    from turnwire.systems.gpt2099.threads.pointers import alias_names, pointer_of, required

    if to is None:
        return _of_pointer(pointer_of(store, required(window.options)))
    known = alias_names(store)
    if to in known:
        return _of_pointer(pointer_of(store, to))
    option = next(each for each in ctx.command.params if each.name == "to")
    try:
        target = known_target(ctx, option, to)
    except click.BadParameter as refusal:
        told = f"the store has the aliases {', '.join(map(plain, known))}" if known else "the store has no aliases"
        raise click.BadParameter(f"{told}; {refusal.message}", ctx, option) from None
    if target is None:
        raise click.BadParameter("name an alias or a dialect", ctx, option)
    return target


def _of_pointer(pointer: Pointer) -> Target:
    from turnwire.dialects import full_name
    from turnwire.errors import UnknownDialect, invalid

    try:
        return Target(full_name(pointer.provider), pointer.model)
    except UnknownDialect as unknown:
        hint = "say --to DIALECT, or set the alias to a provider that turnwire writes"
        raise invalid("thread.provider-ptr", f"provider {pointer.provider[:60]!r}: {unknown}", hint=hint) from None


@click.command("pointer")
@click.argument("alias", required=False)
@click.argument("provider", metavar="[PROVIDER:MODEL]", required=False)
@about_threads
@click.pass_context
def pointer(ctx: click.Context, alias: str | None, provider: str | None, folder: Path, *, report: str) -> int:
    """List the aliases of providers, or let ALIAS stand for PROVIDER:MODEL.

    PROVIDER is one of gpt2099 (anthropic, cerebras, gemini, openai) or a dialect. The aliases are a frame of the
    topic gpt.provider.ptrs, as gpt2099 stores them.
    """
    from turnwire.systems.gpt2099.threads.pointers import Pointer, pointer_frame, pointers

    if alias is None:
        findings: list[Diagnostic] = []
        with opened(folder) as store:
            _list(pointers(store, findings=findings), report)
        for found in findings:
            words(finding_text(found))
        return FINDINGS if findings else CLEAN
    name, _, model = (provider or "").partition(":")
    if not name or not model:
        raise click.UsageError("name the provider and the model: turnwire thread pointer ALIAS PROVIDER:MODEL", ctx)
    known_dialect(ctx, ctx.command.params[1], name)
    with opened(folder, create=True) as store:
        frame = store.add(new_ids(), lambda frame_id: pointer_frame(store, {alias: Pointer(name, model)}, frame_id))
    data(frame.id)
    return CLEAN


def _list(found: dict[str, Pointer], report: str) -> None:
    if report == "json":
        for alias, each in sorted(found.items()):
            data(json_line({"alias": alias, "provider": each.provider, "model": each.model}))
        return
    table(("alias", "provider", "model"), [(alias, each.provider, each.model) for alias, each in sorted(found.items())])
