"""On recorded traffic that a server accepted there is no finding of severity error."""

from __future__ import annotations

from tests.validation.meaning.recorded import bodies

from turnwire.validation.meaning import meaning
from turnwire.validation.outline import outline_of

# Recorded item -> the codes of its findings, and why the server took it.
EXCEPTIONS = {
    # Recordings of 2024 with claude-3-opus: the ids of the call and of its result differ.  Anthropic refuses that now:
    # "unexpected `tool_use_id` found in `tool_result` blocks: ... Each `tool_result` block must have a corresponding
    # `tool_use` block in the previous message."
    "10e87c160dafef38": {"TW301", "TW302"},
    "cc37d485a0920939": {"TW301", "TW302"},
    # A recording of 2024 with claude-3-5-sonnet: a JPEG is called a PNG.  Anthropic refuses that now: "The image was
    # specified using the image/png media type, but the image appears to be a image/jpeg image".
    "802dfcb6fb3cd8a1": {"TW315"},
}


def test_what_a_server_accepted_has_no_error() -> None:
    found: dict[str, set[str]] = {}
    for name, dialect, kind, tree in bodies(200):
        codes = {each.code for each in meaning(outline_of(dialect, tree, kind)) if each.severity == "error"}
        if codes:
            found[name] = codes
    assert found == EXCEPTIONS
