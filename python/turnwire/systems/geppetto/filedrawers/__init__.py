"""The messages of a Geppetto (GovBotics) server other than conversations.

    reply = filedrawers.read(body, filedrawers.ListReply)
    filedrawers.drawers_of(reply).drawers          # {"Herbs": ["mint-guide", "basil"]}
    filedrawers.write(reply)                       # the body again, with unknown members

Questions and answers are the dialect `geppetto`; failures of any of these messages are its errors.
The messages are defined in `proto/turnwire/geppetto/v1/`, and validated by `schemas/geppetto/`.
"""

from __future__ import annotations

from turnwire.systems.geppetto.filedrawers.console import Console, read_console
from turnwire.systems.geppetto.filedrawers.form import read_form, write_form
from turnwire.systems.geppetto.filedrawers.listing import Drawers, drawers_of, list_text, read_list
from turnwire.systems.geppetto.filedrawers.messages import (
    ErrorDetail,
    IngestReply,
    IngestRequest,
    ListReply,
    ListRequest,
    SetReply,
    SetRequest,
    UploadedFile,
    UploadReply,
    UploadRequest,
    is_failure,
    read,
    write,
)
from turnwire.systems.geppetto.filedrawers.rules import chosen_by, is_authorized, stored_at

__all__ = [
    "Console",
    "Drawers",
    "ErrorDetail",
    "IngestReply",
    "IngestRequest",
    "ListReply",
    "ListRequest",
    "SetReply",
    "SetRequest",
    "UploadReply",
    "UploadRequest",
    "UploadedFile",
    "chosen_by",
    "drawers_of",
    "is_authorized",
    "is_failure",
    "list_text",
    "read",
    "read_console",
    "read_form",
    "read_list",
    "stored_at",
    "write",
    "write_form",
]
