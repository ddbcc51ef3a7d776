"""Writes `generated/python/turnwire/mapped/` from the tables in `mapping/`."""
