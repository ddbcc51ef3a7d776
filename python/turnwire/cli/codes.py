"""The exit codes (docs/cli.md).  Alone in a file that imports nothing: the command line starts with it."""

CLEAN, FINDINGS, CANNOT_RUN = 0, 1, 2
