"""The behaviour of the server, as far as the messages show it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnwire.systems.geppetto.filedrawers.messages import SetReply

_CHOSEN: Final = "Current Chat File:"


def is_authorized(header: str | None) -> bool:
    """Whether the server takes an `Authorization` header: "Bearer ", with this case, and any token, also none."""
    return header is not None and header.startswith("Bearer ")


def chosen_by(reply: SetReply) -> str | None:
    """The path of the document that is talked about from now on; None where none was chosen."""
    content = reply.content
    return content.removeprefix(_CHOSEN) if isinstance(content, str) and content.startswith(_CHOSEN) else None


def stored_at(root: str, drawer: str, filename: str) -> str:
    """Return where the server keeps an uploaded file: in a folder named like the file without its last extension."""
    return f"{root}/{drawer}/{PurePosixPath(filename).stem}/{filename}"
