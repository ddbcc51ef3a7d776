"""Read a request as a conversation; the model and whether to stream are in its path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.families.gemini.overlays import fields_of, keep, verbatim
from turnwire.families.gemini.read_contents import ROLES, read_contents, read_system
from turnwire.families.gemini.read_settings import read_settings
from turnwire.families.gemini.reading import Reading
from turnwire.families.gemini.wire import Content
from turnwire.model import Generation, History, Message, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.inputs import Envelope
    from turnwire.families.gemini.wire_request import Body

# "https://generativelanguage.googleapis.com/v1beta/{model=models/*}:streamGenerateContent" (the method's page, 2026)
PATH: Final = re.compile(r"models/(?P<model>.*):(?P<method>generateContent|streamGenerateContent)\Z", re.DOTALL)
STREAM: Final = "streamGenerateContent"


def reader(name: str, marks_id: Callable[[str, str], bool]) -> Callable[[Body, Envelope | None], History]:
    """The reader of requests of a dialect of this name."""

    def read_request(body: Body, envelope: Envelope | None) -> History:
        reading = Reading(name, marks_id)
        system: Message | None = None
        inside: Any = {}
        if isinstance(body.system_instruction, Content | str):
            system = read_system(body.system_instruction, reading)
            inside = _beside(body.system_instruction, kept_whole=system is None)
        elif body.system_instruction is None:
            inside = None
        messages, form = read_contents(body.contents, reading)
        settings = read_settings(body, reading, inside)
        if envelope:
            settings = _from_envelope(envelope, settings)
        history = messages if system is None else [system, *messages]
        return History(history, settings, provider_raw=keep(name, {}, form=form))

    return read_request


def _beside(content: Content | str, *, kept_whole: bool) -> Any:
    if isinstance(content, str):
        return {}
    if kept_whole:
        return verbatim(content)
    role = {} if content.role in (*ROLES, UNSET) else {"role": content.role}
    return {**fields_of(content.unknown), **role}


def _from_envelope(envelope: Envelope, settings: Settings | None) -> Settings | None:
    path, stream = envelope.get("path"), envelope.get("stream")
    found = PATH.search(path) if isinstance(path, str) else None
    if found is not None and (settings is None or settings.model is None):
        settings = settings or Settings()
        settings.model = found["model"]
    if not isinstance(stream, bool):
        stream = True if found is not None and found["method"] == STREAM else None
    if stream is not None:
        settings = settings or Settings()
        settings.generation = settings.generation or Generation()
        settings.generation.stream = stream
    return settings
