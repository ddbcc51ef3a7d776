"""Where changed files go: each keeps its name and its encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.outputs import Output
from turnwire.cli.placing import check_apart
from turnwire.cli.suffixes import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.cli.inputs import Source


def output_for(place: str | None, sources: Sequence[Source], hint: str = "") -> Output:
    """Return the output for files that are written as they were read.

    Args:
        place: the file or folder of `-o`; None for standard output.
        sources: the files.
        hint: what else a user may do whose output would be an input: ", or say --write".

    Raises:
        UsageError: a file would be written in another encoding, or over an input.
    """
    output = Output(place, sources, None, keeps=True)
    places = output.places(sources)
    for path, held in places.items():
        encoding = SUFFIXES.get(path.suffix.lower())
        for source in held:
            if encoding not in (None, source.encoding):
                message = f"{source.name} is {source.encoding}, and {path} would hold {encoding}"
                raise click.UsageError(f"{message}: name a folder, or a file of the same kind")
    check_apart(sources, [("-o", path) for path in places], hint)
    return output
