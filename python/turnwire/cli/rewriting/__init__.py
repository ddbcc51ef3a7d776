"""How `repair` and `redact` go through files: document by document, with the bytes between them as they are."""
