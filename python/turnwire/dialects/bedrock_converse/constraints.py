"""The values that the service accepts, from its service model (botocore 1.44.8) and its refusals, quoted."""

from __future__ import annotations

import re
from typing import Final

# ToolUseId: "pattern": "[a-zA-Z0-9_.:-]+", "min": 1, "max": 64
ID_LENGTH: Final = 64
ID_PATTERN: Final = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
# ToolName: "pattern": "[a-zA-Z0-9_-]+", "min": 1, "max": 64
NAME_LENGTH: Final = 64
NAME_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")

# DocumentBlock.name: "The name can only contain the following characters: Alphanumeric characters, Whitespace
# characters (no more than one in a row), Hyphens, Parentheses, Square brackets"; "min": 1, "max": 200
TITLE_LENGTH: Final = 200
TITLE_PATTERN: Final = re.compile(r"(?=.{1,200}\Z)(?:[a-zA-Z0-9()\[\]-]|\s(?!\s))+", re.DOTALL)
NOT_IN_TITLES: Final = re.compile(r"[^a-zA-Z0-9()\[\]-]+")

# InferenceConfigurationStopSequencesList: "max": 2500
STOPS: Final = 2500

# ServiceTierType: "enum": ["priority", "default", "flex", "reserved"]
TIERS: Final = frozenset({"priority", "default", "flex", "reserved"})

# Of OutputConfig.effort: "Supported values are low, medium, high, xhigh, and max."
EFFORTS: Final = frozenset({"low", "medium", "high", "xhigh", "max"})

# S3Uri: "pattern": "s3://[a-z0-9][\.\-a-z0-9]{1,61}[a-z0-9](/.*)?"
S3: Final = b'"s3://'
