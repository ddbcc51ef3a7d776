"""The exit codes (docs/cli.md), in a file without imports, because the command line starts with it."""

CLEAN, FINDINGS, CANNOT_RUN = 0, 1, 2

GO_ON = "turnwire.go_on"
"""The key of a click context's `meta` whose value says how to go on with an interrupted run, if it can go on."""
