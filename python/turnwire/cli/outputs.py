"""Write converted documents to standard output, to one file, or to a folder that mirrors the input.

Files are replaced atomically; several documents in one file are JSON Lines.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Self
from zlib import crc32

import click
import msgspec

from turnwire.cli import encodings
from turnwire.cli.archives.written import Written
from turnwire.cli.codes import CANNOT_RUN, GO_ON
from turnwire.cli.files import is_folder, part_of
from turnwire.cli.suffixes import PROTO, SUFFIX, SUFFIXES
from turnwire.cli.words import plain
from turnwire.codec.json import one_line
from turnwire.codec.packed import PACKED
from turnwire.errors import invalid
from turnwire.sessions.replacing import continuing, is_replaced, replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from turnwire.cli.inputs import Source
    from turnwire.cli.suffixes import Encoding
    from turnwire.losses import Losses
    from turnwire.model import Document, Loss

STDOUT = "-"
_ARRAYS = frozenset(("json", "protojson"))
_ARRAY_END = b"\n]\n"
GONE = "what the interrupted run had written is gone: remove the journal, and begin anew"
"""The message about a run that cannot go on."""


class CannotWrite(click.ClickException):
    """The output cannot be written."""

    exit_code = CANNOT_RUN


@contextlib.contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn an error of the system into CannotWrite; a closed pipe is not an error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        context = click.get_current_context(silent=True)
        way_on = context.meta.get(GO_ON) if context else None
        hint = f"\n  hint: {way_on}" if way_on else ""
        raise CannotWrite(f"{plain(name)}: cannot be written: {error.strerror}{hint}") from None


class Encoder(NamedTuple):
    """How documents are encoded for an output; it can be sent to another process.

    `encoding` is that of every output.  Without one, documents keep that of their file with `keeps`, or else they are
    JSON Lines if their file is.
    """

    encoding: Encoding | None
    target: str
    pretty: bool
    keeps: bool
    generation: str | None = None
    """The generation of the target's files, which are YAML then."""

    def encoding_for(self, source: Source | None) -> Encoding:
        """Return the encoding of what is made of a source."""
        if self.encoding is not None:
            return self.encoding
        if self.keeps and source:
            return source.encoding
        return "jsonl" if source and source.encoding == "jsonl" else "json"

    def encoded(self, source: Source, written: bytes, document: Document | None, losses: Losses | None = None) -> bytes:
        """Encode a document for the output of its source; Protobuf needs the document.

        `losses` collects what the encoding cannot hold.  Raises InvalidDocument.
        """
        encoding = self.encoding_for(source)
        if encoding == "binpb" and source.item is not None:
            message = "a binpb file holds one document, and this is one of several in an array"
            raise invalid("convert.several", message, hint="take --output-format jsonl")
        if self.generation is not None:
            return encodings.of_generation(written, self.target, self.generation, losses)
        return encodings.encoded(written, document, encoding, target=self.target, pretty=self.pretty, losses=losses)


class Output:
    """Writes converted documents, source by source."""

    def __init__(
        self,
        place: str | None,
        sources: Sequence[Source],
        encoding: Encoding | None,
        *,
        target: str = "turnwire",
        pretty: bool = False,
        keeps: bool = False,
    ) -> None:
        """With `keeps`, files of a folder keep their names and encodings if no encoding is given."""
        self._keeps_names = keeps and encoding is None
        self.place = None if place in (None, STDOUT) else place
        self._folder = _folder(place, sources) if self.place else None
        is_file = self.place is not None and self._folder is None
        suffix = Path(place or "").suffix.lower()
        is_fixed = is_file and (not keeps or suffix in SUFFIXES)
        fixed = encoding or (SUFFIXES.get(suffix, "json") if is_fixed else None)
        self.encoder = Encoder(fixed, target, pretty, keeps and self.place is not None)
        self._stack = contextlib.ExitStack()
        self._streams: dict[Path, BinaryIO] = {}
        self._arrays: set[BinaryIO] = set()
        self._last: tuple[Source, str, BinaryIO] | None = None
        self._run: str | None = None
        self._finished: Path | None = None
        self.is_done = False
        """Whether the documents that are put were written before, by the run that goes on."""
        self._check(sources)
        if Path(self.place or "").suffix.lower() in PACKED:
            raise click.UsageError(f"-o {place}: packed files are read, not written: write a .jsonl and pack it")

    def places(self, sources: Sequence[Source]) -> dict[Path, list[Source]]:
        """Return the files that are written, with the sources of each; none for standard output."""
        found: dict[Path, list[Source]] = {}
        for source in sources if self.place else ():
            found.setdefault(self._path(source), []).append(source)
        return found

    def holds_protobuf(self, sources: Sequence[Source]) -> bool:
        """Return whether any output has an encoding that only canonical documents and a few dialects have."""
        return any(self.encoder.encoding_for(source) in PROTO for source in sources)

    def _check(self, sources: Sequence[Source]) -> None:
        """Raise UsageError if two sources, or two documents, would be written to one file that cannot hold both."""
        taken: dict[Path, Source] = {}
        for source in sources:
            encoding = self.encoder.encoding_for(source)
            if source.encoding == "jsonl" and self.place and encoding != "jsonl":
                option = ", or take --output-format jsonl" if "output_format" in _options() else ""
                hint = f"name a folder or a .jsonl file with -o{option}"
                raise click.UsageError(f"{source.name} may hold many documents, a {encoding} file holds one: {hint}")
            other = taken.setdefault(self._path(source), source)
            if other is not source and self._folder is not None:
                raise click.UsageError(f"{other.name} and {source.name} would both become {self._path(source)}")
            if encoding == "binpb" and not self.place and (other is not source or source.encoding == "jsonl"):
                raise click.UsageError("several documents in binpb cannot share standard output; name a folder with -o")

    def _path(self, source: Source) -> Path:
        if self._folder is None:
            return Path(self.place or STDOUT)
        if self._keeps_names and source.path is not None:
            return self._folder / source.relative
        known = source.relative.suffix.lower() in SUFFIXES
        name = source.relative.stem if known else source.relative.name
        return self._folder / source.relative.with_name(name + SUFFIX[self.encoder.encoding_for(source)])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> bool | None:
        with explained(self.place or STDOUT):
            return self._stack.__exit__(*failure)  # type: ignore[arg-type]

    def put(self, source: Source, text: bytes) -> None:
        """Write one encoded document; documents of an array become an array in a JSON file.

        Raises CannotWrite, BrokenPipeError.
        """
        if self.is_done:
            return
        # A source may hold many documents.
        if self._last is None or self._last[0] is not source:
            path = self._path(source)
            with explained(str(path)):
                self._last = source, str(path), self._stream(path)
        _, name, stream = self._last
        if self.place and source.item is not None and self.encoder.encoding_for(source) in _ARRAYS:
            text = self._in_array(stream, text)
        try:
            stream.write(text)
        except OSError:
            with explained(name):  # only now: to make it for each document takes longer than to write one
                raise

    def _in_array(self, stream: BinaryIO, text: bytes) -> bytes:
        if stream in self._arrays:
            return b",\n" + text.rstrip()
        self._begin_array(stream)
        return b"[\n" + text.rstrip()

    def _begin_array(self, stream: BinaryIO) -> None:
        self._arrays = {stream}
        self._stack.callback(stream.write, _ARRAY_END)

    def _stream(self, path: Path) -> BinaryIO:
        if not self.place:
            return sys.stdout.buffer
        if path not in self._streams:
            # One source is written at a time: the file before it is complete.
            self._stack.close()
            self._streams.clear()
            if self._folder is not None:
                _check_no_link(self._folder, path)
                path.parent.mkdir(parents=True, exist_ok=True)
            self._open(path, 0)
        return self._streams[path]

    def _open(self, path: Path, length: int) -> BinaryIO:
        if path == self._finished:
            raise CannotWrite(f"{plain(str(path))}: {GONE}")
        # One file is synced.  Many are not, one by one: the system writes them when it sees fit.
        stream = (
            continuing(path, self._part(path), length) if self._run else replacing(path, is_synced=self._folder is None)
        )
        self._streams[path] = opened = self._stack.enter_context(stream)
        return opened

    def _part(self, path: Path) -> Path:
        """Return the temporary file of a run with a journal: the same when the run goes on."""
        return part_of(Path(os.path.realpath(path)).parent / path.name, self._run or "")

    def keep_parts(self, run: str) -> None:
        """Let an unfinished file stay if the run is interrupted; `run` is a name of the run."""
        self._run = run

    def written(self) -> Written | None:
        """Return how far the output is, after writing what is still in memory.  Raises CannotWrite."""
        for path, stream in self._streams.items():
            with explained(str(path)):
                stream.flush()
                return Written(str(path), stream.tell(), stream in self._arrays)
        return None

    def end(self, _: Callable[[], None] | None) -> None:
        """Do nothing: the last file is whole once this is left."""

    def go_on(self, written: Written) -> None:
        """Go on with the file that an interrupted run was writing.  Raises CannotWrite."""
        path = Path(written.path)
        with explained(written.path):
            if self._part(path).exists():
                stream = self._open(path, written.length)
                if written.is_array:
                    self._begin_array(stream)
                return
            # The run was interrupted between this file and the next one.
            whole = written.length + (len(_ARRAY_END) if written.is_array else 0)
            if not path.exists() or path.stat().st_size != whole:
                raise CannotWrite(f"{plain(written.path)}: {GONE}")
            self._finished = path


def _options() -> Mapping[str, object]:
    """Return the options of the command that runs."""
    context = click.get_current_context(silent=True)
    return {} if context is None else context.params


def _check_no_link(folder: Path, path: Path) -> None:
    """Raise CannotWrite for a symbolic link below the folder of -o, since its target may be anywhere."""
    for here in (path, *path.parents):
        if here == folder:
            return
        if here.is_symlink():
            raise CannotWrite(f"{plain(str(here))}: is a symbolic link, and is not followed: remove it")


def _folder(place: str | None, sources: Sequence[Source]) -> Path | None:
    """Return the folder that `-o` names, if it names one."""
    path = Path(place or "")
    if is_folder(path) or str(place).endswith("/"):
        return path
    if len(sources) == 1 or SUFFIXES.get(path.suffix.lower()) == "jsonl":
        return None
    if place and path.suffix.lower() in SUFFIXES:
        hint = f"name a folder, or {path.with_suffix('.jsonl')} for a document a line"
        raise click.UsageError(f"-o {path} is one file, and there are {len(sources)} inputs: {hint}")
    return path


class Listing:
    """Writes what was lost or changed, one JSON object per line, to a file, to standard output, or nowhere."""

    def __init__(self, place: str | None, journal: str | None = None) -> None:
        """With a journal, an interrupted run leaves a temporary file that the run which goes on replaces."""
        self.place = place
        self._journal = journal
        self._stack = contextlib.ExitStack()
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        if self.place == STDOUT:
            self._stream = sys.stdout.buffer
        elif self.place:
            # Opened before anything is converted, so that the file exists even if nothing is lost.
            with explained(self.place):
                path = Path(self.place)
                part = path.parent / f".turnwire-{crc32(f'{self._journal} {path.name}'.encode()):08x}.part"
                is_continued = self._journal and is_replaced(path)
                stream = continuing(path, part, 0) if is_continued else replacing(path)
                self._stream = self._stack.enter_context(stream)
        return self

    def __exit__(self, *failure: object) -> bool | None:
        with explained(self.place or STDOUT):
            return self._stack.__exit__(*failure)  # type: ignore[arg-type]

    def put(self, of: Mapping[str, object], found: Iterable[Loss | Mapping[str, object]]) -> None:
        """Write the losses or the changes of one document, after the members that identify the document.

        Raises CannotWrite, BrokenPipeError.
        """
        if self._stream is not None:
            rows = (each if isinstance(each, Mapping) else msgspec.structs.asdict(each) for each in found)
            lines = (one_line(msgspec.json.encode({**of, **row})) + b"\n" for row in rows)
            with explained(self.place or STDOUT):
                self._stream.writelines(lines)
