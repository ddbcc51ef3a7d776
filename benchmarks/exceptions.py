"""The pairs that cannot keep a limit, each with the most it may take instead, and its reason.

The most is what was measured on a quiet machine, times 1.35: it is there to catch what becomes slower.
`python -m benchmarks.pairs --propose` prints these lines as they would be now.
"""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """The most that is allowed instead of the limit, and why."""

    most: float
    why: str


FEW_BYTES = (
    "two short messages: what a conversion does once for a document (settings field by field, draft, passes, envelope) "
    "calls 20 to 90 functions in Python, and the floor of so few bytes is 4 us, as long as about 40 of them take"
)
MESSAGES = (
    "messages of 600 to 1,600 bytes: blocks, fields and what would be lost are looked at in Python, 2 to 36 functions "
    "called for a message whatever its length; the floor spends 2 to 5 us on one"
)
IDS = (
    "Mistral takes ids of nine letters and digits: any other id of a call is replaced by a digest, in the call and in "
    "its result, told as a loss and kept for the way back"
)
RESPONSES = (
    "Gemini's calls and results may lack ids, and a result is an object with the name of its call: both are found from "
    "what came before, message by message, and the text of a result is packed into that object or taken out of it"
)

PICTURES = (
    "a picture of Gemini is base64 beside its type and one of OpenAI a data URL: the two are put together, and each "
    "megabyte is copied once more than the floor copies it"
)

NAMED: dict[tuple[str, str, str], Named] = {
    ("openai_chat", "openai_responses", "1 KB"): Named(10.8, FEW_BYTES),
    ("openai_chat", "openrouter_chat", "1 KB"): Named(9.2, FEW_BYTES),
    ("openai_chat", "anthropic_messages", "1 KB"): Named(6.4, FEW_BYTES),
    ("openai_chat", "gemini_generate", "1 KB"): Named(12.2, FEW_BYTES),
    ("openai_chat", "mistral_chat", "1 KB"): Named(10.1, FEW_BYTES),
    ("openai_chat", "ollama_chat", "1 KB"): Named(9.0, FEW_BYTES),
    ("openai_chat", "turnwire", "1 KB"): Named(4.0, FEW_BYTES),
    ("openai_responses", "openai_chat", "1 KB"): Named(11.1, FEW_BYTES),
    ("openai_responses", "openrouter_chat", "1 KB"): Named(10.6, FEW_BYTES),
    ("openai_responses", "anthropic_messages", "1 KB"): Named(7.9, FEW_BYTES),
    ("openai_responses", "gemini_generate", "1 KB"): Named(14.5, FEW_BYTES),
    ("openai_responses", "mistral_chat", "1 KB"): Named(12.2, FEW_BYTES),
    ("openai_responses", "ollama_chat", "1 KB"): Named(10.9, FEW_BYTES),
    ("openai_responses", "turnwire", "1 KB"): Named(5.5, FEW_BYTES),
    ("openrouter_chat", "openai_chat", "1 KB"): Named(9.5, FEW_BYTES),
    ("openrouter_chat", "openai_responses", "1 KB"): Named(10.1, FEW_BYTES),
    ("openrouter_chat", "anthropic_messages", "1 KB"): Named(6.2, FEW_BYTES),
    ("openrouter_chat", "gemini_generate", "1 KB"): Named(12.4, FEW_BYTES),
    ("openrouter_chat", "mistral_chat", "1 KB"): Named(10.8, FEW_BYTES),
    ("openrouter_chat", "ollama_chat", "1 KB"): Named(9.2, FEW_BYTES),
    ("openrouter_chat", "turnwire", "1 KB"): Named(4.1, FEW_BYTES),
    ("anthropic_messages", "openai_chat", "1 KB"): Named(11.4, FEW_BYTES),
    ("anthropic_messages", "openai_responses", "1 KB"): Named(11.7, FEW_BYTES),
    ("anthropic_messages", "openrouter_chat", "1 KB"): Named(10.7, FEW_BYTES),
    ("anthropic_messages", "gemini_generate", "1 KB"): Named(14.3, FEW_BYTES),
    ("anthropic_messages", "mistral_chat", "1 KB"): Named(12.0, FEW_BYTES),
    ("anthropic_messages", "ollama_chat", "1 KB"): Named(10.8, FEW_BYTES),
    ("anthropic_messages", "turnwire", "1 KB"): Named(5.2, FEW_BYTES),
    ("gemini_generate", "openai_chat", "1 KB"): Named(15.1, FEW_BYTES),
    ("gemini_generate", "openai_responses", "1 KB"): Named(15.8, FEW_BYTES),
    ("gemini_generate", "openrouter_chat", "1 KB"): Named(14.8, FEW_BYTES),
    ("gemini_generate", "anthropic_messages", "1 KB"): Named(12.2, FEW_BYTES),
    ("gemini_generate", "mistral_chat", "1 KB"): Named(15.8, FEW_BYTES),
    ("gemini_generate", "ollama_chat", "1 KB"): Named(14.7, FEW_BYTES),
    ("gemini_generate", "turnwire", "1 KB"): Named(9.1, FEW_BYTES),
    ("mistral_chat", "openai_chat", "1 KB"): Named(11.7, FEW_BYTES),
    ("mistral_chat", "openai_responses", "1 KB"): Named(12.3, FEW_BYTES),
    ("mistral_chat", "openrouter_chat", "1 KB"): Named(11.6, FEW_BYTES),
    ("mistral_chat", "anthropic_messages", "1 KB"): Named(8.7, FEW_BYTES),
    ("mistral_chat", "gemini_generate", "1 KB"): Named(14.8, FEW_BYTES),
    ("mistral_chat", "ollama_chat", "1 KB"): Named(11.8, FEW_BYTES),
    ("mistral_chat", "turnwire", "1 KB"): Named(6.4, FEW_BYTES),
    ("ollama_chat", "openai_chat", "1 KB"): Named(11.6, FEW_BYTES),
    ("ollama_chat", "openai_responses", "1 KB"): Named(12.1, FEW_BYTES),
    ("ollama_chat", "openrouter_chat", "1 KB"): Named(11.2, FEW_BYTES),
    ("ollama_chat", "anthropic_messages", "1 KB"): Named(8.3, FEW_BYTES),
    ("ollama_chat", "gemini_generate", "1 KB"): Named(14.2, FEW_BYTES),
    ("ollama_chat", "mistral_chat", "1 KB"): Named(12.2, FEW_BYTES),
    ("ollama_chat", "turnwire", "1 KB"): Named(5.6, FEW_BYTES),
    ("turnwire", "openai_chat", "1 KB"): Named(6.8, FEW_BYTES),
    ("turnwire", "openai_responses", "1 KB"): Named(6.8, FEW_BYTES),
    ("turnwire", "openrouter_chat", "1 KB"): Named(6.0, FEW_BYTES),
    ("turnwire", "anthropic_messages", "1 KB"): Named(4.1, FEW_BYTES),
    ("turnwire", "gemini_generate", "1 KB"): Named(8.7, FEW_BYTES),
    ("turnwire", "mistral_chat", "1 KB"): Named(7.0, FEW_BYTES),
    ("turnwire", "ollama_chat", "1 KB"): Named(6.1, FEW_BYTES),
    ("openai_chat", "openai_responses", "13 KB"): Named(6.7, MESSAGES),
    ("openai_chat", "openrouter_chat", "13 KB"): Named(5.7, MESSAGES),
    ("openai_chat", "anthropic_messages", "13 KB"): Named(4.1, MESSAGES),
    ("openai_chat", "gemini_generate", "13 KB"): Named(8.1, RESPONSES),
    ("openai_chat", "mistral_chat", "13 KB"): Named(9.6, IDS),
    ("openai_chat", "ollama_chat", "13 KB"): Named(6.9, MESSAGES),
    ("openai_responses", "openai_chat", "13 KB"): Named(7.2, MESSAGES),
    ("openai_responses", "openrouter_chat", "13 KB"): Named(7.0, MESSAGES),
    ("openai_responses", "anthropic_messages", "13 KB"): Named(5.5, MESSAGES),
    ("openai_responses", "gemini_generate", "13 KB"): Named(9.9, RESPONSES),
    ("openai_responses", "mistral_chat", "13 KB"): Named(11.4, IDS),
    ("openai_responses", "ollama_chat", "13 KB"): Named(8.2, MESSAGES),
    ("openai_responses", "turnwire", "13 KB"): Named(4.0, MESSAGES),
    ("openrouter_chat", "openai_chat", "13 KB"): Named(5.6, MESSAGES),
    ("openrouter_chat", "openai_responses", "13 KB"): Named(6.3, MESSAGES),
    ("openrouter_chat", "anthropic_messages", "13 KB"): Named(4.0, MESSAGES),
    ("openrouter_chat", "gemini_generate", "13 KB"): Named(7.8, RESPONSES),
    ("openrouter_chat", "mistral_chat", "13 KB"): Named(9.4, IDS),
    ("openrouter_chat", "ollama_chat", "13 KB"): Named(6.6, MESSAGES),
    ("openrouter_chat", "turnwire", "13 KB"): Named(2.6, MESSAGES),
    ("anthropic_messages", "openai_chat", "13 KB"): Named(6.2, MESSAGES),
    ("anthropic_messages", "openai_responses", "13 KB"): Named(6.8, MESSAGES),
    ("anthropic_messages", "openrouter_chat", "13 KB"): Named(6.0, MESSAGES),
    ("anthropic_messages", "gemini_generate", "13 KB"): Named(8.8, RESPONSES),
    ("anthropic_messages", "mistral_chat", "13 KB"): Named(10.2, IDS),
    ("anthropic_messages", "ollama_chat", "13 KB"): Named(7.5, MESSAGES),
    ("anthropic_messages", "turnwire", "13 KB"): Named(3.6, MESSAGES),
    ("gemini_generate", "openai_chat", "13 KB"): Named(11.1, RESPONSES),
    ("gemini_generate", "openai_responses", "13 KB"): Named(11.2, RESPONSES),
    ("gemini_generate", "openrouter_chat", "13 KB"): Named(10.9, RESPONSES),
    ("gemini_generate", "anthropic_messages", "13 KB"): Named(9.7, RESPONSES),
    ("gemini_generate", "mistral_chat", "13 KB"): Named(13.2, IDS),
    ("gemini_generate", "ollama_chat", "13 KB"): Named(10.9, RESPONSES),
    ("gemini_generate", "turnwire", "13 KB"): Named(7.1, RESPONSES),
    ("mistral_chat", "openai_chat", "13 KB"): Named(6.8, MESSAGES),
    ("mistral_chat", "openai_responses", "13 KB"): Named(7.4, MESSAGES),
    ("mistral_chat", "openrouter_chat", "13 KB"): Named(6.6, MESSAGES),
    ("mistral_chat", "anthropic_messages", "13 KB"): Named(5.2, MESSAGES),
    ("mistral_chat", "gemini_generate", "13 KB"): Named(9.2, RESPONSES),
    ("mistral_chat", "ollama_chat", "13 KB"): Named(7.9, MESSAGES),
    ("mistral_chat", "turnwire", "13 KB"): Named(3.7, MESSAGES),
    ("ollama_chat", "openai_chat", "13 KB"): Named(6.7, MESSAGES),
    ("ollama_chat", "openai_responses", "13 KB"): Named(7.2, MESSAGES),
    ("ollama_chat", "openrouter_chat", "13 KB"): Named(6.4, MESSAGES),
    ("ollama_chat", "anthropic_messages", "13 KB"): Named(5.3, MESSAGES),
    ("ollama_chat", "gemini_generate", "13 KB"): Named(8.8, RESPONSES),
    ("ollama_chat", "mistral_chat", "13 KB"): Named(10.3, IDS),
    ("ollama_chat", "turnwire", "13 KB"): Named(3.9, MESSAGES),
    ("turnwire", "openai_chat", "13 KB"): Named(4.3, MESSAGES),
    ("turnwire", "openai_responses", "13 KB"): Named(4.8, MESSAGES),
    ("turnwire", "openrouter_chat", "13 KB"): Named(4.0, MESSAGES),
    ("turnwire", "anthropic_messages", "13 KB"): Named(2.9, MESSAGES),
    ("turnwire", "gemini_generate", "13 KB"): Named(6.0, RESPONSES),
    ("turnwire", "mistral_chat", "13 KB"): Named(7.6, IDS),
    ("turnwire", "ollama_chat", "13 KB"): Named(5.0, MESSAGES),
    ("openai_chat", "openai_responses", "800 KB"): Named(2.6, MESSAGES),
    ("openai_chat", "openrouter_chat", "800 KB"): Named(2.4, MESSAGES),
    ("openai_chat", "gemini_generate", "800 KB"): Named(3.0, RESPONSES),
    ("openai_chat", "mistral_chat", "800 KB"): Named(3.7, IDS),
    ("openai_chat", "ollama_chat", "800 KB"): Named(2.7, MESSAGES),
    ("openai_responses", "openai_chat", "800 KB"): Named(2.7, MESSAGES),
    ("openai_responses", "openrouter_chat", "800 KB"): Named(2.7, MESSAGES),
    ("openai_responses", "anthropic_messages", "800 KB"): Named(2.2, MESSAGES),
    ("openai_responses", "gemini_generate", "800 KB"): Named(3.3, RESPONSES),
    ("openai_responses", "mistral_chat", "800 KB"): Named(3.9, IDS),
    ("openai_responses", "ollama_chat", "800 KB"): Named(3.0, MESSAGES),
    ("openai_responses", "turnwire", "800 KB"): Named(2.0, MESSAGES),
    ("openrouter_chat", "openai_chat", "800 KB"): Named(2.4, MESSAGES),
    ("openrouter_chat", "openai_responses", "800 KB"): Named(2.6, MESSAGES),
    ("openrouter_chat", "anthropic_messages", "800 KB"): Named(1.9, MESSAGES),
    ("openrouter_chat", "gemini_generate", "800 KB"): Named(3.1, RESPONSES),
    ("openrouter_chat", "mistral_chat", "800 KB"): Named(3.7, IDS),
    ("openrouter_chat", "ollama_chat", "800 KB"): Named(2.8, MESSAGES),
    ("anthropic_messages", "openai_chat", "800 KB"): Named(2.6, MESSAGES),
    ("anthropic_messages", "openai_responses", "800 KB"): Named(2.8, MESSAGES),
    ("anthropic_messages", "openrouter_chat", "800 KB"): Named(2.5, MESSAGES),
    ("anthropic_messages", "gemini_generate", "800 KB"): Named(3.2, RESPONSES),
    ("anthropic_messages", "mistral_chat", "800 KB"): Named(3.7, IDS),
    ("anthropic_messages", "ollama_chat", "800 KB"): Named(2.9, MESSAGES),
    ("gemini_generate", "openai_chat", "800 KB"): Named(4.5, RESPONSES),
    ("gemini_generate", "openai_responses", "800 KB"): Named(4.4, RESPONSES),
    ("gemini_generate", "openrouter_chat", "800 KB"): Named(4.4, RESPONSES),
    ("gemini_generate", "anthropic_messages", "800 KB"): Named(3.9, RESPONSES),
    ("gemini_generate", "mistral_chat", "800 KB"): Named(5.1, IDS),
    ("gemini_generate", "ollama_chat", "800 KB"): Named(4.3, RESPONSES),
    ("gemini_generate", "turnwire", "800 KB"): Named(3.3, RESPONSES),
    ("mistral_chat", "openai_chat", "800 KB"): Named(2.7, MESSAGES),
    ("mistral_chat", "openai_responses", "800 KB"): Named(2.9, MESSAGES),
    ("mistral_chat", "openrouter_chat", "800 KB"): Named(2.6, MESSAGES),
    ("mistral_chat", "anthropic_messages", "800 KB"): Named(2.2, MESSAGES),
    ("mistral_chat", "gemini_generate", "800 KB"): Named(3.3, RESPONSES),
    ("mistral_chat", "ollama_chat", "800 KB"): Named(3.1, MESSAGES),
    ("mistral_chat", "turnwire", "800 KB"): Named(2.0, MESSAGES),
    ("ollama_chat", "openai_chat", "800 KB"): Named(2.8, MESSAGES),
    ("ollama_chat", "openai_responses", "800 KB"): Named(3.0, MESSAGES),
    ("ollama_chat", "openrouter_chat", "800 KB"): Named(2.8, MESSAGES),
    ("ollama_chat", "anthropic_messages", "800 KB"): Named(2.3, MESSAGES),
    ("ollama_chat", "gemini_generate", "800 KB"): Named(3.4, RESPONSES),
    ("ollama_chat", "mistral_chat", "800 KB"): Named(4.1, IDS),
    ("ollama_chat", "turnwire", "800 KB"): Named(2.1, MESSAGES),
    ("turnwire", "openai_chat", "800 KB"): Named(2.0, MESSAGES),
    ("turnwire", "openai_responses", "800 KB"): Named(2.2, MESSAGES),
    ("turnwire", "openrouter_chat", "800 KB"): Named(2.0, MESSAGES),
    ("turnwire", "gemini_generate", "800 KB"): Named(2.7, RESPONSES),
    ("turnwire", "mistral_chat", "800 KB"): Named(3.2, IDS),
    ("turnwire", "ollama_chat", "800 KB"): Named(2.3, MESSAGES),
    ("openai_chat", "turnwire", "13 KB"): Named(2.7, MESSAGES),
    ("gemini_generate", "openai_responses", "5 MB images"): Named(0.8, PICTURES),
    ("gemini_generate", "openai_chat", "5 MB images"): Named(0.8, PICTURES),
    ("gemini_generate", "openrouter_chat", "5 MB images"): Named(0.8, PICTURES),
    ("openai_chat", "anthropic_messages", "800 KB"): Named(1.7, MESSAGES),
}
"""By source, target and size."""

GROWING: dict[tuple[str, str], Named] = {}
"""By source and target, for the growth from few messages to many."""
