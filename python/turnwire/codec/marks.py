"""The fields in which typed objects keep what no type knows."""

from __future__ import annotations

UNKNOWN = "turnwire:unknown"
OPAQUE = "turnwire:opaque"
