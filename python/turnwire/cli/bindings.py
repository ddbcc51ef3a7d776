"""`turnwire bindings`: write the proto files and a template from which buf generates the code of a language."""

from __future__ import annotations

from pathlib import Path

import click

from turnwire.cli.options import QUIET


def _known_language(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    from turnwire.cli.binding_templates import languages

    if name is not None and name not in languages():
        raise click.BadParameter(f"there is no template for {name!r}; there are {', '.join(languages())}", ctx, param)
    return name


@click.command("bindings")
@click.argument("language", required=False, callback=_known_language)
@click.option(
    "--out", metavar="DIR", type=click.Path(path_type=Path), help="The folder; it is created if it is missing."
)
@click.option("--force", is_flag=True, help="Also replace buf.yaml and buf.gen.yaml if they were changed.")
@QUIET
def bindings(language: str | None, out: Path | None, *, force: bool, quiet: bool) -> None:
    """Write the proto files and a template for buf into a folder; without LANGUAGE, list the languages.

    Run `buf generate` in the folder to generate the code. Older proto files are replaced; existing buf.yaml and
    buf.gen.yaml are kept. The names of the written files go to standard output.
    """
    from turnwire.cli import binding_templates as templates
    from turnwire.cli.words import plain, table, words

    if language is None:
        if out is not None:
            raise click.UsageError(f"which language? there are {', '.join(templates.languages())}")
        table(("language", "what"), templates.languages().items())
        return
    if out is None:
        raise click.UsageError("say where: --out DIR")
    protos = templates.protos()
    _write(out / "proto", protos)
    settings = templates.settings(language)
    _write(out, settings if force else _unless_changed(out, settings))
    for stale in sorted((out / "proto").glob("turnwire/**/*.proto")):
        if stale.relative_to(out / "proto").as_posix() not in protos:
            words(f"{plain(str(stale))}: is not of this version of turnwire, and is left where it is")
    if not quiet:
        words(f"{templates.languages()[language]}\nThen, in {plain(str(out))}: buf generate")


def _unless_changed(folder: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files that are missing or unchanged; report the others as kept.  Raises CannotWrite."""
    from turnwire.cli.outputs import explained
    from turnwire.cli.words import plain, words

    taken = {}
    for name, text in files.items():
        path = folder / name
        with explained(str(path)):
            changed = path.exists() and path.read_bytes() != text
        if changed:
            words(f"{plain(str(path))}: is another than turnwire's, and is left as it is; --force replaces it")
        else:
            taken[name] = text
    return taken


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write a file.  Raises CannotWrite."""
    from turnwire.cli.outputs import explained
    from turnwire.cli.words import data, plain
    from turnwire.sessions.replacing import replacing

    for name, text in files.items():
        path = folder / name
        with explained(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as stream:
                stream.write(text)
        data(plain(str(path)))
