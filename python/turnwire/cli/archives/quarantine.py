"""Copy invalid documents to a folder, with what was found in them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, BinaryIO, Self

import click

from turnwire.cli.files import is_folder, is_there
from turnwire.cli.outputs import explained
from turnwire.cli.running import record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from turnwire.cli.inputs import Entry, Source
    from turnwire.model import Diagnostic


class Quarantine:
    """A folder that mirrors the input, with invalid documents only.

    A document of its own file is copied as it is.  Lines and elements of arrays become lines of one file.  Beside each
    file is `FILE.findings.jsonl`, with a line for each document.

    Args:
        folder: where the copies go.
        sources: the files of the run.
        is_resumed: whether an interrupted run goes on, which replaces what it had copied.
    """

    def __init__(self, folder: Path, sources: Sequence[Source], *, is_resumed: bool) -> None:
        self._folder = folder
        self._stack = contextlib.ExitStack()
        self._open: dict[Path, BinaryIO] = {}
        self._last: Path | None = None
        if is_there(folder) and not is_folder(folder):
            raise click.UsageError(f"--quarantine {folder}: is no folder: name another one")
        with explained(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
            if not is_resumed and any(folder.iterdir()):
                raise click.UsageError(f"--quarantine {folder}: the folder is not empty: name another one")
        taken: dict[Path, Source] = {}
        for source in sources:
            other = taken.setdefault(source.relative, source)
            if other is not source:
                raise click.UsageError(
                    f"{other.name} and {source.name} would both become {folder / source.relative} in --quarantine"
                )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._stack.close()

    def put(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Copy one document.  Raises CannotWrite."""
        source = entry.source
        name = source.relative
        data = entry.data
        if source.item is not None:
            name = name.with_name(f"{name.name}.jsonl")
        if source.item is not None or source.encoding == "jsonl":
            # A line break between the members of JSON is a blank.
            data = data.strip().replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"
        with explained(str(self._folder / name)):
            if data.strip():
                self._stream(name, name).write(data)
            line = record(entry, {"diagnostics": findings})
            self._stream(name, name.with_name(f"{name.name}.findings.jsonl")).write(f"{line}\n".encode())

    def _stream(self, name: Path, file: Path) -> BinaryIO:
        if name != self._last:
            self._stack.close()
            self._open.clear()
            self._last = name
        if file not in self._open:
            path = self._folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open[file] = self._stack.enter_context(path.open("wb"))
        return self._open[file]
