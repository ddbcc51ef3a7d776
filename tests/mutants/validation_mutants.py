"""The modules of validation whose mutants are tried, the tests that must notice them, and what is spared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_BROKEN: Final = ("validation/broken", "validation/test_messages.py")
_MEANING: Final = ("validation/meaning", "validation/test_rule_schemas.py", *_BROKEN)
_SETTLED: Final = ("validation/meaning/test_settled.py",)
_SCHEMA: Final = (
    "validation/test_chat_schemas.py",
    "validation/test_rule_schemas.py",
    "validation/test_near.py",
    *_BROKEN,
)
_TARGET: Final = (
    "validation/test_target_bounds.py",
    "validation/test_target_settings.py",
    "validation/test_target_causes.py",
    "validation/test_servers.py",
    *_BROKEN,
)
_READERS: Final = ("validation/test_readers.py", "validation/test_systems.py", *_BROKEN)
_REPAIR: Final = ("validation/repair",)
_REDACTION: Final = ("validation/redaction",)

_ADVICE: Final = ("validation/test_misplaced.py", "validation/test_habits.py", *_SCHEMA)

_WORDS: Final = (
    "validation/test_wording.py",
    "validation/test_messages.py",
    "validation/test_habits.py",
    "validation/broken",
)

TESTED: Final[Mapping[str, tuple[str, ...]]] = {
    "turnwire.codec.colons": ("codec/test_counted.py",),
    "turnwire.codec.counted": ("codec/test_counted.py",),
    "turnwire.codec.wire_format": ("codec/test_wire_format.py",),
    "turnwire.validation.doubles": ("validation/test_one_cause.py", *_BROKEN),
    "turnwire.validation.faultless": ("validation/test_faultless.py",),
    "turnwire.validation.meaning.batches": _MEANING,
    "turnwire.validation.meaning.calls": _MEANING,
    "turnwire.validation.meaning.contents": _MEANING,
    "turnwire.validation.meaning.definitions": _MEANING,
    "turnwire.validation.meaning.inputs": _MEANING,
    "turnwire.validation.meaning.media": _MEANING,
    "turnwire.validation.meaning.order": _MEANING,
    "turnwire.validation.meaning.settled.anthropic": _SETTLED,
    "turnwire.validation.meaning.settled.chat": _SETTLED,
    "turnwire.validation.meaning.settled.gemini": _SETTLED,
    "turnwire.validation.meaning.settled.responses": _SETTLED,
    "turnwire.validation.meaning.settled.sound": _SETTLED,
    "turnwire.validation.meaning.settled.tally": (*_SETTLED, "validation/test_faultless.py"),
    "turnwire.validation.misplaced": _ADVICE,
    "turnwire.validation.near": _SCHEMA,
    "turnwire.validation.readers": _READERS,
    "turnwire.validation.schema": _SCHEMA,
    "turnwire.validation.untagged": _ADVICE,
    "turnwire.validation.wording": _WORDS,
    "turnwire.validation.target.gemini": _TARGET,
    "turnwire.validation.target.items": _TARGET,
    "turnwire.validation.target.limits": _TARGET,
    "turnwire.validation.target.marks": _TARGET,
    "turnwire.validation.target.reasons": _TARGET,
    "turnwire.validation.target.together": _TARGET,
    "turnwire.validation.fixes.answers": _REPAIR,
    "turnwire.validation.fixes.calls": _REPAIR,
    "turnwire.validation.fixes.contents": _REPAIR,
    "turnwire.validation.fixes.systems": _REPAIR,
    "turnwire.validation.fixes.values": _REPAIR,
    "turnwire.validation.repair": _REPAIR,
    "turnwire.validation.redaction.texts": _REDACTION,
}
"""Each module with the files and folders of its tests."""

_OFFERED = "meaning.inputs._offered"
_FASTER = "it saves comparisons, and changes no result"
SPARED: Final[Mapping[str, str]] = {
    "near._can_be_near: moved: abs(len(other) - len(one)) >= least": _FASTER,
    "near._can_be_near: moved: len(letters - others) < least": _FASTER,
    "near._can_be_near: moved: len(others - letters) < least": _FASTER,
    "near.edits: moved: min(row) >= enough": _FASTER,
    f"""{_OFFERED}: not: f', "tool_choice": {{{{"type": "tool", "name": "{{choice}}"}}}}' if choice else ''""": (
        "a choice of no tool breaks the rule of the example as well"
    ),
    "meaning.settled.sound.parsed: moved: len(arguments) <= _SHORT": (
        "a text of that length cannot open more levels than are allowed, and end them"
    ),
    "schema._union: moved: place.depth >= _DEEPEST": "a union that deep inside of unions is in no schema",
    "schema._none_given: not: place.node if isinstance(place.node, dict) else {}": (
        "only members of objects are required, and a list of names of none is as good"
    ),
    "schema._other: silent: yield RULES_BY_NAME['no-form-fits'].found(message, pointer_of(place.path), hint=hint)": (
        "no schema has a keyword without a rule of its own; it is there for those to come"
    ),
    "fixes.calls.put_behind: moved: turn.at < target.at": "a result and its call are never one entry",
    "fixes.answers.block_behind: moved: turn.at < target.at": "a result and its call are never in one entry",
    "repair._is_free: moved: wanted.end <= edits[at].start > wanted.start": (
        "what waits for the next round is mended there"
    ),
    "redaction.texts.Redactor.text: moved: len(text) > 1": "a bracket alone is no JSON",
}
"""Mutants that change nothing that can be seen, each with the reason."""
