"""The canonical model, generated from `proto/turnwire/v1/`.

Only this module imports the generated code, so that a change of generator shows in one place.
"""

from __future__ import annotations

from turnwire.v1.structs import *  # noqa: F403 - the generated module lists its names in __all__
from turnwire.v1.structs import ABSENT, Completion, ErrorReply, History

Document = History | Completion | ErrorReply

__all__ = ["ABSENT", "Completion", "Document", "ErrorReply", "History"]
