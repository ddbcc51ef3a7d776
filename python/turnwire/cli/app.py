"""The commands, each imported only when it runs, and the exit codes of a run."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from turnwire import __version__
from turnwire.cli.codes import CANNOT_RUN, GO_ON
from turnwire.cli.commands import Commands
from turnwire.cli.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 128 + 2
"""What a shell reports for a program that SIGINT ended."""

# Errors of the system for a full or missing output; files that the user named are reported with their name.
_FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF))

NO_READER = 128 + 13
"""What a shell reports for a program that SIGPIPE ended."""

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "convert": ("turnwire.cli.convert", "Convert conversations, or show what each target would lose."),
    "plan": ("turnwire.cli.plan", "Report what another dialect or model would lose."),
    "canonical": ("turnwire.cli.canonical", "Make canonical messages of logs, with ids and metadata."),
    "price": ("turnwire.cli.price", "Compute the cost of conversations, or write it into them."),
    "migrate": ("turnwire.cli.migrate", "Bring older documents up to date, or show what would change."),
    "hash": ("turnwire.cli.hashing", "Print the canonical hash of documents, or check a list of hashes."),
    "stream": ("turnwire.cli.stream", "Read the stream of a reply, and write it in another format."),
    "validate": ("turnwire.cli.validate", "Report all errors in documents."),
    "repair": ("turnwire.cli.repair", "Mend documents, or show what would be mended."),
    "redact": ("turnwire.cli.redact", "Replace keys, personal data and media by placeholders."),
    "explain": ("turnwire.cli.explain", "Print what a rule of validation checks, or list the rules."),
    "detect": ("turnwire.cli.detect", "List the dialects and kinds that documents fit."),
    "dialects": ("turnwire.cli.listing", "List the dialects."),
    "schema": ("turnwire.cli.listing", "Print a JSON Schema of the native JSON."),
    "tools": ("turnwire.cli.tools", "Check that schemas of tools are portable, or make them portable."),
    "bindings": ("turnwire.cli.bindings", "Write the proto files and a template for the code of a language."),
    "thread": ("turnwire.cli.thread", "Store threads of turns, and resolve them to context windows."),
    "bulk": ("turnwire.cli.bulk_jobs.commands", "Convert, check, mend or count archives in Parquet and JSON Lines."),
    "sessions": ("turnwire.cli.sessions", "List, show, export and convert the session files of agents."),
    "store": ("turnwire.cli.store", "Store sessions in SQLite or PostgreSQL."),
    "lsp": ("turnwire.cli.lsp", "Run a language server for editors."),
    "geppetto": ("turnwire.cli.geppetto", "Run a server of the Geppetto messages."),
    "serve": ("turnwire.service.command", "Run the gRPC service."),
}


class AllCommands(Commands):
    """The commands of the program, and the exit code of a run."""

    table = COMMANDS

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command; None if no command has this name."""
        try:
            command = super().get_command(ctx, cmd_name)
        except ImportError as error:
            ctx.fail(f"{cmd_name} cannot run here: {error}; it may need: pip install 'turnwire[service]'")
        gc.freeze()
        gc.enable()
        return command

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run a command and end with its code."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            words(": ".join(["interrupted", *_ways_on(ctx)]))
            code = INTERRUPTED
        except SystemExit:
            for way in _ways_on(ctx):
                words(f"terminated: {way}")
            raise
        except BrokenPipeError:
            _forget_stdout()
            code = NO_READER
        except OSError as error:
            if error.errno not in _FULL or error.filename is not None:
                raise
            _forget_stdout()
            words(f"standard output: cannot be written: {error.strerror}")
            code = CANNOT_RUN
        ctx.exit(code or 0)


def _ways_on(ctx: click.Context) -> list[str]:
    """Return how the user can go on with an interrupted run: at most one sentence."""
    return [ctx.meta[GO_ON]] if GO_ON in ctx.meta else []


def _forget_stdout() -> None:
    # "Python flushes standard streams on exit; redirect remaining output to devnull to avoid another
    # BrokenPipeError at shutdown" (Python library reference, "Note on SIGPIPE")
    if isinstance(getattr(sys.stdout.buffer, "raw", None), Closed):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Closed(io.RawIOBase):
    """A replacement for a missing standard output: the first write to it fails."""

    is_told = False

    def writable(self) -> bool:
        """Pretend to be writable."""
        return True

    def write(self, data: object) -> int:
        """Raise OSError on the first write, as a closed file does; later writes are Python's own, at exit."""
        if self.is_told:
            return len(memoryview(data).cast("B"))  # type: ignore[arg-type]
        self.is_told = True
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@click.group(cls=AllCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", "-V", prog_name="turnwire", message="%(prog)s %(version)s")
def app() -> None:
    """Convert LLM conversations between formats; every loss is reported.

    Data goes to standard output, messages go to standard error.
    Exit codes: 0 nothing was found, 1 findings, 2 misused or cannot run, 130 interrupted, 141 standard output was
    closed.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    # SIGTERM ends a run like any other exception, so that unfinished files are removed.
    signal.signal(signal.SIGTERM, _terminated)
    # "If the standard streams are closed [...] sys.stdout can be None" (Python library reference, sys.__stdout__).
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(Closed()), "utf-8")
    try:
        code: Any = app.main(list(arguments), prog_name="turnwire", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return CANNOT_RUN
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception:  # noqa: BLE001 - left to Python this would end with 1, which here means findings
        import traceback

        traceback.print_exc()
        words("this is a fault of turnwire, not of your input: please report it with the lines above")
        return CANNOT_RUN
    return int(code or 0)


def _terminated(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)
