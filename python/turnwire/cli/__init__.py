"""The command `turnwire`: it parses arguments, calls the library and reports, and has no logic of its own.

Data goes to standard output, messages go to standard error.
Exit codes: 0 nothing was found, 1 findings, 2 misused or cannot run, 130 interrupted, 141 standard output was closed.
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
        # a build script often asks for the version only.
        from turnwire import __version__

        sys.stdout.write(f"turnwire {__version__}\n")
        return 0
    # Modules imported at start-up live until the end: garbage collection of them, every few hundred new objects
    # and once more at the exit, takes a tenth of the time of a short run.  `app` ends this after its imports.
    gc.disable()
    from turnwire.cli.app import run

    code = run(given)
    gc.freeze()
    return code
