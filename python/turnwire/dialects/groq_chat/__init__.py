"""Groq: console.groq.com/docs/openai, read 2026-11-21."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.legal import FUNCTIONS_ONLY, calls_are_of_functions
from turnwire.families.chat.passes import NAME_MARKS, NAMES, REPLY, REQUEST
from turnwire.families.chat.vendor import LACKS, Vendor

VENDOR = Vendor(
    name="groq_chat",
    title="Groq chat completions",
    # "Added `reasoning` field for chat completion assistant messages." (console.groq.com/docs/changelog, SDK 0.28.0)
    takes_thoughts=True,
    # "The following fields are currently not supported and will result in a 400 error (yikes) if they are supplied:
    # logprobs, logit_bias, top_logprobs, messages[].name.  If N is supplied, it must be equal to 1."
    lacks=LACKS | {"logprobs", "logit_bias", "top_logprobs", "candidates", "message.name", "custom", "allowed"},
    # groq-python, completions.create: service_tier: Optional[Literal["auto", "on_demand", "flex"]]
    tiers=frozenset(("auto", "on_demand", "flex")),
    # Recorded replies have the reasoning as `reasoning`.
    thoughts=("reasoning", "reasoning_content"),
    # Its description has tools of type `function` only.
    # "The name of the function to be called. Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum
    # length of 64." (Groq's API reference)
    request=(*FUNCTIONS_ONLY, *REQUEST, *NAMES),
    marks=NAME_MARKS,
    reply=(calls_are_of_functions, *REPLY),
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
