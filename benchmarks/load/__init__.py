"""Load on a running server: calls a second against a bare echo of the same stack, and a flood of calls."""
