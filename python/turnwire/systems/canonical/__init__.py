"""The canonical message format: its adapters, and the ids of a session."""
