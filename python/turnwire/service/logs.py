"""The log: lines of JSON without a word of any conversation."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO


class Lines(logging.Formatter):
    """One JSON object for each entry.

    Of an exception it has the class and the places in the code.  Its text is left out, since it may quote a document,
    and so are the messages of other packages, which quote the texts of exceptions.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of an entry."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "pid": record.process,
            "logger": record.name,
            "message": record.getMessage() if record.name.startswith("turnwire.") else "",
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            entry["exception"] = type(error).__qualname__
            entry["at"] = [
                f"{each.filename}:{each.lineno} {each.name}" for each in traceback.extract_tb(error.__traceback__)
            ]
        return json.dumps(entry, ensure_ascii=False)


class Stream(logging.StreamHandler[TextIO]):
    """A handler that work which is cut off (cutting.py) leaves unlocked.

    `Handler.handle` of Python before 3.13 calls `acquire` and enters its `try` after that: an exception that another
    thread raises between the two leaves the lock taken, and the next entry of any thread waits for ever.
    """

    def handle(self, record: logging.LogRecord) -> bool:
        """Write an entry, as `Handler.handle` of Python 3.13 does."""
        is_taken = bool(self.filter(record))
        if is_taken and self.lock is not None:
            with self.lock:
                self.emit(record)
        return is_taken


def start() -> None:
    """Write the log of this process to stderr."""
    stream = Stream()
    stream.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [stream]
    root.setLevel(logging.INFO)
