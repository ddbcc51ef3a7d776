"""The settings of plain requests: read, changed by the target's passes, written, and remembered.

The requests of one program have the same settings again and again: its model, its tools and their schemas.  What
becomes of settings depends on nothing else in a plain request, so that it is found when they come for the second time,
and remembered for each pair of dialects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.dialects.write_errors import check_numbers
from turnwire.documents.envelope import given_back
from turnwire.documents.ids import SAME_IDS
from turnwire.documents.records import leave_out_records
from turnwire.documents.written import changed
from turnwire.losses import Losses
from turnwire.lowering.as_read import mark_refused
from turnwire.lowering.draft import ODD_NUMBERS, Draft, bits_of, lowered
from turnwire.lowering.features import features_of_settings
from turnwire.model import History, Loss, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.documents.ids import IdMap
    from turnwire.lane.pairs import Pair
    from turnwire.lane.turns import LaneReader

_ODD_NUMBERS = bits_of(ODD_NUMBERS)
_LONGEST: Final = 32 * 1024
"""Longer settings are not remembered."""
MOST: Final = 128
"""So many settings are remembered by one process, 4 MB of text at most, before it begins anew."""
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})

Key = tuple[str, str, str | None, bytes]
"""The dialects of source and target, the model that the caller names, and the settings as text."""


class Asked(Struct):
    """The settings of a request, as the target gets them."""

    history: History
    """A conversation of no messages with these settings."""
    features: int
    text: bytes | None
    """The settings as JSON; None where they cannot be encoded as the source had them."""
    repeats_no_key: bool = False
    """Whether the text is known to repeat no key."""
    body: Any = None
    """The body as it was written last, without messages; None where it has to be written anew."""
    losses: tuple[Loss, ...] = ()
    is_kept: bool = False
    """Whether these settings are remembered."""
    envelope: dict[str, Any] | None = None
    """The envelope as it was made last; None where it has to be made anew."""


class Memory:
    """The settings that came more than once.

    The settings of many programs never come again, since they have a seed or the name of a user; to keep those would
    only cost.  So of settings that come for the first time, a hash is kept; the second time, they are.
    """

    def __init__(self) -> None:
        self._kept: dict[Key, Asked] = {}
        self._came_once: set[int] = set()
        self.found = self._kept.get
        """Return the settings that were kept for a key; None if there are none."""

    def __len__(self) -> int:
        return len(self._kept)

    def is_worth_keeping(self, key: Key) -> bool:
        """Return whether a key is one of the last that came once, and note that it came.

        Two keys with the same hash are kept a little too early.
        """
        came = hash(key)
        if came in self._came_once:
            return True
        if len(self._came_once) >= MOST:
            self._came_once.clear()
        self._came_once.add(came)
        return False

    def keep(self, key: Key, settings: Asked) -> None:
        """Keep settings, and forget all others where there are too many."""
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[key] = settings

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._came_once.clear()


REMEMBERED: Final = Memory()


def taken_out(wire: Any, reader: LaneReader) -> tuple[Any, Any]:
    """Take the messages and the system prompt out of a decoded request, and return them."""
    if reader.free_json is None:
        return None, UNSET
    messages, prompt = getattr(wire, reader.messages), UNSET
    setattr(wire, reader.messages, [])
    if reader.prompt:
        prompt = getattr(wire, reader.prompt)
        setattr(wire, reader.prompt, UNSET)
    return messages, prompt


def settings_of(wire: Any, pair: Pair, model: str | None) -> Asked:
    """Return the settings of a decoded request.

    Args:
        wire: the decoded request, whose messages and system prompt have been taken out.
        pair: the dialects.
        model: the model that the output names; None keeps the request's own.

    Raises:
        InvalidDocument: a setting cannot be read.
    """
    text = text_of(wire, pair)
    if text is None or len(text) > _LONGEST:
        return _read(wire, pair, model, text)
    key = (pair.source, pair.target, model, text)
    asked = REMEMBERED.found(key)
    if asked is None:
        asked = _read(wire, pair, model, text)
        if REMEMBERED.is_worth_keeping(key):
            asked.is_kept = True
            REMEMBERED.keep(key, asked)
    return asked


def text_of(wire: Any, pair: Pair) -> bytes | None:
    """Return the settings as JSON, of which equal texts mean equal settings; None if they cannot be encoded."""
    if pair.reader.free_json is None:
        return None
    try:
        return ENCODER.encode(wire)
    except (TypeError, ValueError, OverflowError):  # a number of more than 64 bits
        return None


def _read(wire: Any, pair: Pair, model: str | None, text: bytes | None) -> Asked:
    settings = pair.read_settings(wire)
    history = History([], settings)
    features = features_of_settings(settings)
    if features & _ODD_NUMBERS:
        check_numbers(history)
    if model is not None or pair.refused.rules_for(features, None if settings is None else settings.model):
        features = _mark(history, pair, model, features)
    return Asked(history, features, text)


def _mark(history: History, pair: Pair, model: str | None, features: int) -> int:
    """Make the marks of reading, set the model that the caller names, and return the features of the settings."""
    is_changed = mark_refused(history, pair.source, pair.refused, features)
    if model is not None:
        history.settings = structs.replace(history.settings or Settings(), model=model)
        is_changed = True
    return features_of_settings(history.settings) if is_changed else features


def written(asked: Asked, plain: Any, pair: Pair) -> tuple[bytes, tuple[Loss, ...], IdMap]:
    """Write the body of a request, its settings as they were written before.

    Args:
        asked: the settings.
        plain: the messages, as the target's writer of turns returns them.
        pair: the dialects.

    Returns:
        The body, the losses of the settings, and the ids that a pass has changed.
    """
    body = asked.body
    if body is None:
        return _first_written(asked, plain, pair)
    data = ENCODER.encode(_with_messages(body, pair, plain))
    # A caller may change its losses.
    return data, tuple([structs.replace(loss) for loss in asked.losses]) if asked.losses else (), SAME_IDS


def envelope_of(asked: Asked, pair: Pair) -> Mapping[str, Any]:
    """Return the envelope of a request with these settings."""
    if not callable(pair.envelope):
        return pair.envelope
    if asked.envelope is not None:
        return dict(asked.envelope)
    made = given_back(asked.history, pair.target, pair.envelope)
    # A caller may change it, and its query.
    if asked.is_kept and all(type(value) in _SCALARS for value in made.values()):
        asked.envelope = dict(made)
    return made


def _with_messages(body: Any, pair: Pair, plain: Any) -> Any:
    """Return the body with other messages, and with another system prompt if it has one of its own."""
    if type(body) is dict:
        (name,) = pair.members
        return {**body, name: plain}
    whole = structs.replace(body)
    prompt, messages = pair.members
    setattr(whole, prompt, plain[0])
    setattr(whole, messages, plain[1])
    return whole


def _first_written(asked: Asked, plain: Any, pair: Pair) -> tuple[bytes, tuple[Loss, ...], IdMap]:
    losses = Losses(pair.target)
    history = asked.history
    draft = Draft(history, [], asked.features, history.settings, [], {}, plain)
    body = pair.write(lowered(draft, pair.lower, losses), losses)
    data = body if type(body) is bytes else ENCODER.encode(body)
    told: tuple[Loss, ...] = ()
    if losses.found:
        leave_out_records(losses, history)
        told = losses.told(history)
    ids = changed(losses)
    if asked.is_kept and ids is SAME_IDS and all(type(loss.value) in _SCALARS for loss in told):
        _remember(asked, body, plain, told, pair)
    return data, told, ids


def _remember(asked: Asked, body: Any, plain: Any, told: tuple[Loss, ...], pair: Pair) -> None:
    """Remember a body without its messages; JSON that residue was merged into is written anew each time."""
    if type(body) is dict:
        (name,) = pair.members
        if body[name] is plain:
            body[name] = None
            asked.losses, asked.body = told, body
    elif type(body) not in (bytes, Raw):
        parts = plain if type(plain) is tuple else (plain,)
        if all(getattr(body, name) is part for name, part in zip(pair.members, parts, strict=True)):
            for name in pair.members:
                setattr(body, name, UNSET)
            asked.losses, asked.body = told, body
