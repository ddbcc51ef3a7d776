"""Fixes: the changes that mend findings, each a JSON Patch for the document as it stands."""
