"""How `repair` and `redact` change documents, and keep the bytes between them as they are."""
