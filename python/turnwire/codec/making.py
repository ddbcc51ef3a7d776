"""The lock under which decoders of typed objects are made."""

from __future__ import annotations

import threading
from typing import Final

MAKING: Final = threading.RLock()
"""Hold it while a decoder is made on first use.

msgspec keeps what it knows of a type at the type, and fills it while it makes the first decoder of it.  A second thread
that makes one at the same time takes what is there, and its decoder ends the process with SIGSEGV when it is used
(seen with msgspec 0.22.0, when four threads began with the same conversion).

No module takes it while it is imported: a thread that holds it may wait for that import.
"""
