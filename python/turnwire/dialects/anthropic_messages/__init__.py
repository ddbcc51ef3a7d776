"""The Messages API of Anthropic, as Anthropic itself offers it.

Source: the provider's OpenAPI description (2026) and recorded traffic.
"""

from __future__ import annotations

from turnwire.anthropic.declaration import dialect

DIALECT = dialect("anthropic_messages", "Anthropic Messages")
