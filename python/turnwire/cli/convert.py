"""`turnwire convert`: convert documents to another dialect, and report the losses."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple, Unpack

import click
from msgspec import structs

from turnwire.cli.archives.bulk import Bulk, bulk, worked
from turnwire.cli.archives.outcomes import Made, Refused
from turnwire.cli.codes import CLEAN, FINDINGS
from turnwire.cli.completing import FILE
from turnwire.cli.configuring import Configurable, config_options
from turnwire.cli.encodings import own_encodings, tags_of
from turnwire.cli.options import Reading, reading, with_options
from turnwire.cli.outputs import STDOUT, Encoder, Listing, Output
from turnwire.cli.placing import Placing, placed_apart, placing
from turnwire.cli.running import Decoder, Run, found_in_json, where_of
from turnwire.cli.suffixes import ENCODINGS
from turnwire.cli.writing import Failing, Kept, Strict, StrictCommand, Target, chosen, keeping, strict, to
from turnwire.codec.limits import STRICT
from turnwire.convert import convert_plain, read, write
from turnwire.errors import InvalidDocument
from turnwire.losses import Losses
from turnwire.model import History, Loss

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.cli.inputs import Entry
    from turnwire.cli.suffixes import Encoding
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.options import Keeping
    from turnwire.documents.written import Written
    from turnwire.model import Document


class Converting(Reading, Bulk, Kept, Strict, Placing, Configurable):
    """The options of `convert`."""

    target: Target | None
    output: str | None
    output_format: Encoding | None
    pretty: bool
    losses: str | None
    generation: str | None


@click.command("convert", cls=StrictCommand)
@reading
@to("The dialect to write, and the model that a request asks for; without it, show what each dialect would lose.")
@click.option("--output", "-o", metavar="FILE|FOLDER", type=FILE, help="Where to write; a folder for several inputs.")
@click.option(
    "--output-format", type=click.Choice(ENCODINGS), help="The encoding to write; by default that of the suffix of -o."
)
@click.option(
    "--generation",
    metavar="NAME",
    help="Write YAML for the programs of an older or newer generation of the target, such as 2024 of glm.",
)
@placing
@click.option("--pretty", is_flag=True, help="Indent JSON.")
@bulk
@click.option(
    "--losses", metavar="FILE|-", type=FILE, help="Write all losses as JSON Lines; - is standard output and needs -o."
)
@strict
@keeping
@with_options(*config_options("exclude"))
@click.pass_context
def convert(ctx: click.Context, /, **given: Unpack[Converting]) -> int:
    """Convert conversations, replies and error bodies to another dialect.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    The result goes to standard output, or to -o; an output file is replaced only when it is complete. Losses are listed
    on standard error, or in the file of --losses. One invalid document does not stop the others.

    Without --to nothing is written: a table shows what the input is and what each target would lose.
    """
    target = given["target"]
    if target is None:
        _refuse_without_target(given)
        from turnwire.cli.survey import survey

        return survey(Run(given), chosen(given))
    if given["losses"] == STDOUT and given["output"] in (None, STDOUT):
        raise click.UsageError("--losses - and the documents cannot share standard output; add -o", ctx)
    run = Run(given)
    run.losses_listed = given["losses"] is not None
    dialect = target.dialect
    encoding = _encoding(given, dialect)
    output = Output(given["output"], run.sources, encoding, target=dialect, pretty=given["pretty"])
    if dialect != "turnwire" and output.holds_protobuf(run.sources) and own_encodings(dialect) is None:
        raise click.UsageError(f"{dialect} has no form in binpb and protojson: --to turnwire", ctx)
    run.fills_screen = output.place is None or given["losses"] == STDOUT
    is_left = placed_apart(run, output, given, given["losses"])
    code = _convert_all(run, given, target, output)
    return FINDINGS if code == CLEAN and is_left else code


class Converted(Made, frozen=True, tag=True):
    """A document that was converted and encoded, and what was lost."""

    text: bytes
    losses: tuple[Loss, ...]
    documents: int = 1

    @property
    def is_joinable(self) -> bool:
        """Whether nothing was lost."""
        return not self.losses

    @classmethod
    def joined(cls, outcomes: Iterable[Converted]) -> Converted:
        """Return one outcome with the texts of several."""
        texts = [each.text for each in outcomes]
        return Converted(b"".join(texts), (), len(texts))

    def for_journal(self) -> Converted:
        """Return all but the text."""
        return structs.replace(self, text=b"")


class Conversion(NamedTuple):
    """What is done with each document."""

    kind: Kind | None
    target: Target
    kept: Keeping
    encoder: Encoder
    may_be_plain: bool

    def __call__(self, decoder: Decoder, entry: Entry, text: bytes) -> Converted | Refused:
        """Convert a document, and encode it for its output.  Raises InvalidDocument, UnknownDialect."""
        source = decoder.dialect_of(entry)
        document, written = self._written(text, source)
        losses = Losses(self.target.dialect)
        try:
            encoded = self.encoder.encoded(entry.source, written.data, document, losses)
        except InvalidDocument as refusal:
            return Refused(tuple(found_in_json(entry, written.data, refusal.diagnostics)))
        return Converted(encoded, (*tags_of(entry, source, text), *written.losses, *losses.found))

    def _written(self, text: bytes, dialect: str | None) -> tuple[Document | None, Written]:
        """Return what is written, and the document unless it is a plain request."""
        target = self.target
        if self.may_be_plain and (written := convert_plain(text, target.dialect, source=dialect, model=target.model)):
            return None, written
        document = read(text, dialect, kind=self.kind, limits=STRICT)
        # A reply keeps the model that made it.
        model = target.model if isinstance(document, History) else None
        return document, write(document, target.dialect, model=model, keeping=self.kept)


def _convert_all(run: Run, given: Converting, target: Target, output: Output) -> int:
    failing = Failing(given)
    # The lane makes no document, which the encodings of Protobuf are made from.
    may_be_plain = given["kind"] in (None, "request") and not output.holds_protobuf(run.sources)
    encoder = output.encoder._replace(generation=given["generation"])
    step = Conversion(given["kind"], target, chosen(given), encoder, may_be_plain)
    with Listing(given["losses"], given["journal"]) as listed, output:
        for entry, made in worked(run, given, step, Converted, output):
            output.put(entry.source, made.text)
            if made.losses:
                listed.put(where_of(entry), made.losses)
                run.tell(entry, made.losses)
                failing.add(made.losses)
    return run.finish("converted", silent=True, failed=failing.any())


def _encoding(given: Converting, dialect: str) -> Encoding | None:
    """Return the encoding to write; the files of a generation are YAML.  Raises UsageError."""
    if given["generation"] is None:
        return given["output_format"]
    from turnwire.dialects import get

    known = get(dialect).generations
    if given["generation"] not in known:
        told = f"there are {', '.join(known)}" if known else "its files have one form"
        raise click.UsageError(f"{dialect} has no generation {given['generation']!r}; {told}")
    suffix = PurePath(given["output"] or "").suffix
    if given["output_format"] not in (None, "yaml") or suffix not in ("", ".yaml", ".yml"):
        raise click.UsageError("the files of a generation are YAML: name the output .yaml")
    return "yaml"


def _refuse_without_target(given: Converting) -> None:
    for option in ("output", "output_format", "pretty", "losses", "fail_on_loss", "force", "no_clobber", "generation"):
        if given[option]:
            raise click.UsageError(f"--{option.replace('_', '-')} needs --to")
