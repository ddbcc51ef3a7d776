"""The parts of a gateway other than its sockets; docs/gateways.md has a complete gateway."""

from __future__ import annotations

from turnwire.gateway.exchange import Exchange
from turnwire.gateway.pauses import with_pauses

__all__ = ["Exchange", "with_pauses"]
