"""How spoken answers shall sound: `audio` of a request.

Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.residue import restore
from turnwire.families.chat.media import is_text
from turnwire.lowering.rewrite_blocks import was_illegal_in_source

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.model import AudioOutput

# `format`: "Specifies the output audio format. Must be one of wav, mp3, flac, opus, or pcm16."
_FORMATS = frozenset(("wav", "aac", "mp3", "flac", "opus", "pcm16"))
# `audio` requires both; the voice is the first of those listed.
_VOICE, _FORMAT = "alloy", "mp3"
_PLACE = "/settings/audio_output"


class _Custom(msgspec.Struct, forbid_unknown_fields=True):
    """`voice`: "You may also provide a custom voice object with an `id`"."""

    id: str


_CUSTOM = msgspec.json.Decoder(_Custom)


def strange_sound(voice: Raw, word: str | None) -> list[str]:
    """Return the fields that a request lacks, or whose values the API does not describe."""
    found = [] if _is_voice(voice) else ["voice"]
    return found if word in _FORMATS else [*found, "format"]


def _is_voice(voice: Raw) -> bool:
    if not voice or is_text(voice):
        return bool(voice)
    try:
        _CUSTOM.decode(voice)
    except msgspec.DecodeError:
        return False
    return True


def write_audio_output(audio: AudioOutput, losses: Losses) -> Any:
    """Write the voice and the format; a missing one is invented and reported."""
    strange = strange_sound(audio.voice, audio.format)
    wire: dict[str, Any] = {}
    for name, made in (("voice", _VOICE), ("format", _FORMAT)):
        value = getattr(audio, name)
        if name not in strange:
            wire[name] = value
        elif was_illegal_in_source(audio.provider_raw, losses.dialect, name):
            if value or value == "":
                wire[name] = value
        else:
            if value or value == "":
                losses.dropped(f"{_PLACE}/{name}", f"audio_output.{name}", value)
            losses.invented(f"{_PLACE}/{name}", f"audio_output.{name}", made)
            wire[name] = made
    return restore(wire, audio.provider_raw, losses, _PLACE) if audio.provider_raw else wire
