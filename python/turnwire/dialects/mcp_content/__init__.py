"""Content of the Model Context Protocol: a tool's result, a prompt, and a sampled message.

Source: schema.ts of modelcontextprotocol/modelcontextprotocol, revisions 2025-06-18 and 2025-11-25.
"""

from __future__ import annotations

from turnwire.dialects.lazy_import import later
from turnwire.dialects.mcp_content.detect import looks_like_body, looks_like_reply

LOOKS = {"request": looks_like_body, "response": looks_like_reply}
SIGNS = {"request": ("messages", "content"), "response": ("content",)}
__getattr__ = later(f"{__name__}.declaration")
