"""The exit codes (docs/cli.md), in a file without imports, because the command line starts with it."""

CLEAN, FINDINGS, CANNOT_RUN = 0, 1, 2
