"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.families.anthropic.declaration import dialect

DIALECT = dialect("anthropic_messages", "Anthropic Messages")
