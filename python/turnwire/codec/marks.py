"""The fields in which typed objects keep unknown members."""

from __future__ import annotations

UNKNOWN = "turnwire:unknown"
OPAQUE = "turnwire:opaque"
