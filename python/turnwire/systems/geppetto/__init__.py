"""Geppetto: the messages of its server."""
