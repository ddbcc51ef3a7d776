"""Ids: how they are spelled, how they are made, and which ones a writer had to change.

`turnwire.sessions.session_ids` keeps the ids that each provider has for the calls of a session.
"""

from __future__ import annotations

from turnwire.documents.ids.forms import PREFIXES, Id, IdKind, check, is_made, parse
from turnwire.documents.ids.making import Ulids, seeded
from turnwire.documents.ids.ulids import Ulid, ulid_of
from turnwire.documents.ids.written import SAME_IDS, IdMap, id_map

__all__ = [
    "PREFIXES",
    "SAME_IDS",
    "Id",
    "IdKind",
    "IdMap",
    "Ulid",
    "Ulids",
    "check",
    "id_map",
    "is_made",
    "parse",
    "seeded",
    "ulid_of",
]
