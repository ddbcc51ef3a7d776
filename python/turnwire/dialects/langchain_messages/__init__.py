"""LangChain messages: what `messages_to_dict` and `dumpd` give, and the messages of LangGraph's state."""

from __future__ import annotations

from turnwire.dialects.langchain_messages.detect import looks_like_list, looks_like_request, looks_like_response
from turnwire.dialects.lazy_import import later

LOOKS = {"request": looks_like_request, "response": looks_like_response}
LISTS = {"request": looks_like_list}
SIGNS = {"request": ("messages",), "response": ("type", "lc")}
__getattr__ = later(f"{__name__}.declaration")
