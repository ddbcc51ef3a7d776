"""Speed, as ratios to the orjson floor of the same bytes in one run.  Run with `make bench`."""
