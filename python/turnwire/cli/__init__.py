"""The command `turnwire`: parses arguments, calls the library, reports.  It decides nothing.

Standard output holds data, standard error holds words.
Exit codes: 0 clean, 1 findings, 2 usage or cannot run, 130 interrupted, 141 nobody reads standard output any more.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given == ["--version"]:
        # click alone takes three times as long to import as Python takes to start, and a shell prompt, an editor or
        # a build script asks for nothing but the version.
        from turnwire import __version__

        sys.stdout.write(f"turnwire {__version__}\n")
        return 0
    # What start-up imports lives until the end: to look through it for garbage, at every few hundred new objects
    # and once more at the exit, is a tenth of the time of a short run.  `app` ends this when its imports are over.
    gc.disable()
    from turnwire.cli.app import run

    code = run(given)
    gc.freeze()
    return code
