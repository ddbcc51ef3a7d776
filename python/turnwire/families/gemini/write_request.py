"""A lowered conversation -> a request body, and the path, which has the model and whether to stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import form_of, report_others
from turnwire.families.gemini.overlays import restore
from turnwire.families.gemini.read_request import PATH, STREAM
from turnwire.families.gemini.wire import Content, Part
from turnwire.families.gemini.wire_request import Body
from turnwire.families.gemini.write_parts import write_parts
from turnwire.families.gemini.write_settings import write_settings
from turnwire.losses import others
from turnwire.lowering.limits import model_of_path
from turnwire.model import History, TextBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn

_DOCUMENT = frozenset({"history", "settings"})
_more_of, _NO_MORE = others(History, _DOCUMENT)
_ROLES = {"user": "user", "assistant": "model", "system": "system", "tool": "user"}


def write_request(draft: Draft, losses: Losses) -> Any:
    """The body of a conversation whose passes have run."""
    document: History = draft.document
    contents: Any
    system: Any
    system, contents = draft.plain or (UNSET, [_content(turn, losses) for turn in draft.turns])
    if document.provider_raw is not None and len(contents) == 1:
        form = form_of(document.provider_raw, losses.dialect)
        contents = contents[0] if form.get("contents") == "single" else contents
    body = Body(contents, system_instruction=system)
    if draft.system:
        body.system_instruction = _system(draft.system, losses)
    if _more_of(document) != _NO_MORE:
        losses.dropped_fields(document, _DOCUMENT, "", "history")
    whole = write_settings(body, draft.settings, losses)
    return whole if document.provider_raw is None else restore(whole, document.provider_raw, losses, "")


def _content(turn: Turn, losses: Losses) -> Any:
    raw, blocks = turn.message.provider_raw, turn.blocks
    if raw is None and len(blocks) == 1 and type(blocks[0]) is TextBlock and blocks[0] == TextBlock(blocks[0].text):
        return Content(_ROLES[turn.role], [Part(blocks[0].text)])
    parts: Any = write_parts(turn, losses)
    if raw is None:
        return Content(_ROLES[turn.role], parts)
    form = form_of(raw, losses.dialect)
    if form.get("message") == "text" and len(blocks) == 1 and blocks[0] == TextBlock(getattr(blocks[0], "text", "")):
        report_others(raw, losses, turn.path)
        return blocks[0].text
    role: Any = _ROLES[turn.role]
    if "role" in form and role == "user":
        role = UNSET if form["role"] is None else form["role"]
    return restore(Content(role, _spelled(parts, form)), raw, losses, turn.path)


def _spelled(parts: Any, form: dict[str, Any]) -> Any:
    if form.get("parts") == "single" and len(parts) == 1:
        return parts[0]
    return UNSET if form.get("parts") == "none" and not parts else parts


def _system(turns: list[Turn], losses: Losses) -> Any:
    form = form_of(turns[0].message.provider_raw, losses.dialect)
    parts = [part for turn in turns for part in write_parts(turn, losses)]
    if form.get("message") == "text" and len(turns) == 1 and len(turns[0].blocks) == 1:
        block = turns[0].blocks[0]
        if type(block) is TextBlock and block == TextBlock(block.text):
            return block.text
    return Content(form.get("role", UNSET), _spelled(parts, form))


def address(before: str) -> Callable[[History, Mapping[str, Any]], Mapping[str, Any]]:
    """Make the function that makes the envelope of a request; `before` is the path up to `models/`.

    A path kept from reading is used as long as its model and method are the same.
    """

    def envelope(document: History, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        settings, model = document.settings, model_of_path(document)
        generation = settings.generation if settings is not None else None
        stream = generation.stream if generation is not None else None
        path = kept.get("path")
        found = PATH.search(path) if isinstance(path, str) else None
        method = STREAM if stream else "generateContent"
        if found is not None and isinstance(path, str):
            short = found["model"] if model is None else model.rpartition("models/")[2]
            if (found["model"].rpartition("models/")[2], found["method"]) == (short, method):
                return _told(kept, stream, is_new=False)
            return _told({**kept, "path": f"{path[: found.start('model')]}{short}:{method}"}, stream, is_new=True)
        if model is None:
            return _told(kept, stream, is_new=stream is not None)
        return _told({**kept, "path": f"{before}models/{model.rpartition('models/')[2]}:{method}"}, stream, is_new=True)

    return envelope


def _told(kept: Mapping[str, Any], stream: object, *, is_new: bool) -> Mapping[str, Any]:
    """Return the envelope with `alt=sse` for a stream, and with `stream` as a word, which the body does not have."""
    found = dict(kept)
    if "stream" in found or is_new:
        found.pop("stream", None)
        if stream is not None:
            found["stream"] = stream
    query = found.get("query")
    if is_new and (stream or (isinstance(query, dict) and query.get("alt") == "sse")):
        rest = {name: value for name, value in query.items() if name != "alt"} if isinstance(query, dict) else {}
        found["query"] = {**rest, "alt": "sse"} if stream else rest
    return found
