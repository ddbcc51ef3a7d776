"""Readers and writers made by `make mapping` from the tables in `mapping/`."""
