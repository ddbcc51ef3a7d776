"""Speed, as ratios to something bare that is measured in the same run.  Run with `make bench`."""
