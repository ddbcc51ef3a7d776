"""Write a record of each dropped block to the log: the logger is `turnwire.adapters`, the level WARNING.

"When an adapter encounters a canonical block type its provider can't represent, it MUST write a structured log entry at
WARN level [...] with: session_id, message_id, block type, adapter name, reason." (canonical message format, 4.2.2)

Only this module of the library logs (docs/decisions/0037-adapters-log-what-they-drop.md).  An adapter calls it unless
the application gives another `on_drop`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.systems.canonical.adapters.dropped import DroppedBlock

LOGGER: Final = "turnwire.adapters"
"""The name of the logger."""

_LOG: Final = logging.getLogger(LOGGER)
# "it is strongly advised that you do not add any handlers other than NullHandler to your library's loggers" (Python's
# logging HOWTO): without it, an application that configures no log gets lines on its standard error.
_LOG.addHandler(logging.NullHandler())


def log_drop(dropped: DroppedBlock) -> None:
    """Log one dropped block as a warning, with its five fields as attributes of the log record.

    Args:
        dropped: the record of the block; it names the block, and never has its content.

    >>> from turnwire.systems.canonical.adapters.dropped import DroppedBlock
    >>> log_drop(DroppedBlock("sess_7", "m2", "thinking", "openai", "it is state of another provider"))
    """
    _LOG.warning(
        "%s of message %r in session %r is not in the request to %s: %s",
        dropped.block_type,
        dropped.message_id,
        dropped.session_id,
        dropped.adapter,
        dropped.reason,
        extra=dropped.fields(),
    )
