"""`turnwire thread export`: frames as cross.stream prints and imports them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.thread_store import about_threads, frames_of, opened, refuse
from turnwire.cli.words import data

if TYPE_CHECKING:
    from turnwire.systems.gpt2099.threads import Frame, Store


@click.command("export")
@click.argument("headish", nargs=-1)
@click.option(
    "--output",
    "-o",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write frames and contents to a new folder, which `.import` of cross.stream reads.",
)
@about_threads
def command(headish: tuple[str, ...], output: Path | None, folder: Path, *, report: str) -> None:  # noqa: ARG001
    """Export frames as `xs cat` prints them: those of each thread, or all; and with -o their contents.

    The frame with the aliases of providers is exported with the threads.
    """
    from turnwire.systems.gpt2099.threads.frames import encode

    with opened(folder) as store:
        frames = _frames(store, headish)
        if output is None:
            for frame in frames:
                data(encode(frame).decode())
            return
        _write(store, frames, output)


def _frames(store: Store, headish: tuple[str, ...]) -> list[Frame]:
    from turnwire.systems.gpt2099.threads.cross_stream import given

    return given(store, headish) if headish else list(frames_of(store, store.keys()))


def _write(store: Store, frames: list[Frame], output: Path) -> None:
    """Write the contents before the frames, so that a folder with frames is whole.  Raises InvalidDocument, OSError."""
    from turnwire.sessions.replacing import replacing
    from turnwire.systems.gpt2099.threads.cross_stream import CAS, FRAMES, cas_name
    from turnwire.systems.gpt2099.threads.frames import encode

    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        refuse(f"{output} is not empty: name a new folder")
    (output / CAS).mkdir(parents=True, exist_ok=True)
    for address in dict.fromkeys(frame.hash for frame in frames if frame.hash):
        with replacing(output / CAS / cas_name(address), is_synced=False) as stream:
            stream.write(store.content(address))
    with replacing(output / FRAMES) as stream:
        stream.write(b"".join(encode(frame) + b"\n" for frame in frames))
