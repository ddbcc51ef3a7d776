"""JSON Patches (RFC 6902) as edits of a JSON text: what a patch does not touch keeps its characters.

Numbers, escapes, blanks and line ends stay as they are, which parsing and printing the document would change.
"""

from turnwire.validation.patching.edits import Edit, PatchError, edits_of, patched

__all__ = ["Edit", "PatchError", "edits_of", "patched"]
