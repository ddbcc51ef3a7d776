"""turnwire: LLM conversations between formats, providers, languages and years.

Reading loses nothing; whatever a target cannot hold is in the returned list of losses.
"""

from __future__ import annotations

__path__ = __import__("pkgutil").extend_path(__path__, __name__)

from turnwire.convert import Written, convert, read, write
from turnwire.detect import detect
from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect
from turnwire.model import Completion, Diagnostic, ErrorReply, History, Loss, Message
from turnwire.validation import Report, validate

__version__ = "0.1.0"

__all__ = [
    "Completion",
    "Diagnostic",
    "ErrorReply",
    "History",
    "InvalidDocument",
    "Loss",
    "LossyConversion",
    "Message",
    "Report",
    "UnknownDialect",
    "Written",
    "convert",
    "detect",
    "read",
    "validate",
    "write",
]
