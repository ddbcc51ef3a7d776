"""The values that the provider accepts, from its API description (2026, the named schema)."""

from __future__ import annotations

import re
from typing import Final

from turnwire.lowering.bounds import Bound, Bounds

# Of FunctionCall.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 128."
NAME_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
NAME_LENGTH: Final = 128

# Of GenerationConfig.stopSequences: "The set of character sequences (up to 5) that will stop output generation."
MOST_STOPS: Final = 5

# Of GenerationConfig.temperature: "Values can range from [0.0, 2.0]."
BOUNDS: Final = Bounds({"temperature": Bound(0, 2), "top_p": Bound(0, 2)})

# ThinkingConfig.thinkingLevel: the enum without THINKING_LEVEL_UNSPECIFIED
LEVELS: Final = frozenset({"minimal", "low", "medium", "high"})

# GenerateContentRequest.serviceTier: the enum
TIERS: Final = frozenset({"unspecified", "standard", "flex", "priority"})

# GenerationConfig.responseModalities: the enum without MODALITY_UNSPECIFIED
MODALITIES: Final = frozenset({"text", "image", "audio"})

# VideoMetadata.startOffset: "pattern": "^-?[0-9]+(\\.[0-9]{1,9})?s$"
OFFSET: Final = re.compile(r"-?[0-9]+(\.[0-9]{1,9})?s")

# Blob.data: "pattern": "^[A-Za-z0-9+/_-]*={0,2}$"
BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")

# GenerationConfig.seed, maxOutputTokens, ...: "minimum": -2147483648, "maximum": 2147483647
LARGEST_INT: Final = 2147483647
SMALLEST_INT: Final = -2147483648
