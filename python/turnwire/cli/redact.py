"""`turnwire redact`: documents without keys, personal data and media, for sharing."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click
from msgspec import structs

from turnwire.cli.archives.bulk import JOBS, Bulk
from turnwire.cli.completing import FILE, completing
from turnwire.cli.configuring import Configurable, config_options
from turnwire.cli.options import Reading, reading, with_options
from turnwire.cli.outputs import Listing
from turnwire.cli.placing import NO_CLOBBER, left_existing
from turnwire.cli.rewriting.blanking import Blanked, Blanking
from turnwire.cli.rewriting.outputs import output_for
from turnwire.cli.rewriting.runs import Rewriting
from turnwire.cli.running import where_of
from turnwire.cli.words import count, json_line, place, plain, words
from turnwire.errors import InvalidDocument
from turnwire.validation.redaction import KINDS, patterns_of
from turnwire.validation.redaction.texts import Placeholders, resolved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.cli.outputs import Output
    from turnwire.model import Diagnostic


class Redacting(Configurable):
    """The options of `turnwire redact` besides those of reading."""

    jobs: int
    output: str | None
    no_clobber: bool
    check: bool
    only: tuple[str, ...]
    skip: tuple[str, ...]
    patterns: str | None
    manifest: str | None


class Given(Reading, Redacting):
    """All options of `turnwire redact`."""


_NAMES = tuple(kind.lower().replace("_", "-") for kind in KINDS)
_complete_kind = completing(lambda: _NAMES)

_OPTIONS = (
    click.option(
        "--output", "-o", metavar="FILE|FOLDER", type=FILE, help="Where to write; a folder for several inputs."
    ),
    NO_CLOBBER,
    click.option("--check", is_flag=True, help="Write nothing, and end with 1 if anything would be replaced."),
    click.option(
        "--only",
        multiple=True,
        metavar="KIND",
        shell_complete=_complete_kind,
        help=f"Replace only this; repeatable: {', '.join(_NAMES)}.",
    ),
    click.option(
        "--skip", multiple=True, metavar="KIND", shell_complete=_complete_kind, help="Leave this kind; repeatable."
    ),
    click.option(
        "--patterns",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        help='A JSON object of more kinds and their regular expressions: {"employee": "E-[0-9]{6}"}.',
    ),
    click.option(
        "--manifest",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Write there, as lines of JSON, where something was replaced, and of which kind.",
    ),
)


def _patterns(path: str | None) -> tuple[str, set[str]]:
    """Return the patterns of a file as JSON, and their kinds; none without a file.  Raises UsageError."""
    try:
        text = "{}" if path is None else Path(path).read_text("utf-8")
        return text, {pattern.kind for pattern in patterns_of(text)}
    except UnicodeDecodeError:
        raise click.UsageError(f"--patterns {path}: is not UTF-8") from None
    except (ValueError, InvalidDocument) as error:
        raise click.UsageError(f"--patterns {path}: {error}") from None


def _kinds(names: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """Return the kinds that are named.  Raises UsageError for a name that no kind has."""
    kinds = tuple(name.upper().replace("-", "_") for name in names)
    for name, kind in zip(names, kinds, strict=True):
        if kind not in known:
            listed = ", ".join(sorted(each.lower().replace("_", "-") for each in known))
            raise click.UsageError(f"there is no kind {name!r}; there are {listed}")
    return kinds


class Redactions(Rewriting):
    """One run of the command, and what was replaced."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self.asked = given
        self.kinds: Counter[str] = Counter()
        self.changed = 0
        self._placeholders = Placeholders()
        patterns, more = _patterns(given["patterns"])
        known = {*KINDS, *more}
        only, skip = _kinds(given["only"], known), _kinds(given["skip"], known)
        self._step = Blanking(only, skip, patterns, is_written=not given["check"])

    def redact(self, output: Output | None) -> None:
        """Redact all documents, and count what was replaced in each."""
        bulk = Bulk(jobs=self.asked["jobs"], quarantine=None, journal=None, resume=False)
        documents = closing(self.rewritten(bulk, self._step, Blanked, output, self._with_placeholders))
        with Listing(self.asked["manifest"]) as manifest, documents as found:
            for entry, done in found:
                self.changed += done.is_changed
                for each in done.replaced:
                    self.kinds.update(each.kinds)
                manifest.put(where_of(entry), ({"pointer": r.pointer, "kinds": r.kinds} for r in done.replaced))

    def refuse(self, entry: Entry, findings: Sequence[Diagnostic]) -> None:
        """Report a document that cannot be read."""
        super().refuse(entry, findings)
        if not self.asked["check"]:
            where = plain(place(entry.source.name, entry.line))
            words(f"{where}: is not written, since what is secret in it cannot be found")

    def closing(self) -> str:
        """Return the counts of the run; those of documents are together all of them."""
        kinds = {kind.lower().replace("_", "-"): number for kind, number in sorted(self.kinds.items())}
        as_before = self.documents - self.changed - self.refused
        if self.given["report"] == "json":
            counts = {"documents": self.documents, "changed": self.changed, "unchanged": as_before}
            more = {"not_readable": self.refused, "replaced": kinds}
            return json_line({"summary": counts | more | ({"unread": self.unread} if self.unread else {})})
        listed = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
        told = f"{count(self.kinds.total(), 'replacement')}{f' ({listed})' if listed else ''}"
        done = f"{self.changed} redacted, {as_before} as they were, {self.refused} not readable"
        return f"{count(self.documents, 'document')}: {done}; {told}{self.unread_text()}"

    def _with_placeholders(self, done: Blanked) -> Blanked:
        return structs.replace(done, text=resolved(done.text, done.mark, done.secrets, self._placeholders))


@click.command("redact")
@reading
@with_options(*_OPTIONS, JOBS, *config_options("exclude"))
def redact(**given: Unpack[Given]) -> int:
    """Replace keys, tokens, personal data and media in documents by placeholders, for sharing them.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml and .yml), a quoted glob, or - for standard
    input. The documents go to standard output, or to -o; no file is replaced, since the originals would be gone.

    The same secret has the same placeholder in all documents of a run. Ids, signatures and sealed contents stay, so
    that the documents still fit together. What was replaced is counted on standard error, and listed in --manifest,
    which says where it was, and not what. Read what you share: no list of patterns knows every secret.

    Ends with 1 if a document cannot be read, or with --check if anything would be replaced.
    """
    if given["check"] and given["output"] is not None:
        raise click.UsageError("--check and -o exclude each other")
    if given["no_clobber"] and given["output"] is None:
        raise click.UsageError("--no-clobber needs -o: without it no file is written")
    run = Redactions(given)
    output = None if given["check"] else output_for(given["output"], run.sources)
    is_left = given["no_clobber"] and output is not None and left_existing(run, output, given)
    run.redact(output)
    return run.ended(failed=is_left or (given["check"] and bool(run.kinds)))
