"""What a gateway does between its sockets: docs/gateways.md has a whole one."""

from __future__ import annotations

from turnwire.gateway.exchange import Exchange
from turnwire.gateway.pauses import with_pauses

__all__ = ["Exchange", "with_pauses"]
