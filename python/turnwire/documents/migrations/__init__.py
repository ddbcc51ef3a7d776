"""Documents of the past: what is written by an older version of the form becomes what this version writes.

"Migrations run on read. A row at v1 is transformed to v2 when read; written back at v2 only on explicit save."
(canonical message format, section 10.2)  `migrate` is that reading: a function of its input, which writes nothing.
"""

from __future__ import annotations

from turnwire.documents.migrations.changes import Change
from turnwire.documents.migrations.migrate import Migrated, migrate
from turnwire.documents.migrations.steps import CURRENT, MIGRATIONS, Members, Migrations, Node, Step

__all__ = ["CURRENT", "MIGRATIONS", "Change", "Members", "Migrated", "Migrations", "Node", "Step", "migrate"]
