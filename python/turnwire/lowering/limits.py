"""Bounds and demands on the settings of a request."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.documents.residue import report_foreign
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import NO_MODEL, STOPS, USER, Draft, Pass, when, with_added
from turnwire.lowering.ids import digest
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import when_set

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Generation, History


def ask_the_used_model(draft: Draft, losses: Losses) -> tuple[Draft, str | None]:
    """Ask for the model that a chat was held with, for a format that requires a model.

    "The model used for the chat." (GLM, format_specifications.md).  The model is reported as reshaped, and the other
    facts about the chat as dropped, since formats of requests have no place for them.
    """
    history: History = draft.document
    meta = history.meta
    if meta is None or meta.used_model is None:
        return draft, None
    losses.reshaped("/meta/used_model", "meta.used_model", meta.used_model)
    losses.dropped_fields(meta, frozenset(("used_model",)), "/meta", "meta")
    report_foreign(meta.provider_raw, losses, "/meta")
    without = structs.replace(history, meta=None)
    return structs.replace(draft, document=without), meta.used_model


def model_of_path(history: History) -> str | None:
    """Return the model for the path of a request: that of the settings, or the one that the chat was held with.

    A used model with a slash in its name cannot be part of a path, and is not asked for.
    """
    settings, meta = history.settings, history.meta
    if settings is not None and settings.model is not None:
        return settings.model
    used = meta.used_model if meta is not None else None
    return used if used and "/" not in used else None


@when(NO_MODEL)
def ask_the_used_model_in_path(draft: Draft, losses: Losses) -> Draft:
    """Ask for the model that the chat was held with, in a request whose path names the model (`model_of_path`).

    "https://generativelanguage.googleapis.com/v1beta/{model=models/*}:generateContent" (the method's page, 2026)
    """
    return draft if model_of_path(draft.document) is None else ask_the_used_model(draft, losses)[0]


def require_model(name: str) -> Pass:
    """`model` is required; a document that leaves it to its URL gets `name`, for the caller to replace."""

    @when(NO_MODEL)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is not None and (
            settings.model is not None or was_illegal_in_source(settings.provider_raw, losses.dialect, "model")
        ):
            return draft
        asked, model = ask_the_used_model(draft, losses)
        if model is None:
            losses.invented("/settings/model", "settings.model", name)
        return with_added(asked, "model", name if model is None else model)

    return rule


@when_set("generation", STOPS)
def drop_blank_stops(generation: Generation, _: Draft, losses: Losses) -> Generation:
    """Blank texts are refused: "stop_sequences: each stop sequence must contain non-whitespace" (a refusal)."""
    stops = generation.stop_sequences
    if all(map(str.strip, stops)) or was_illegal_in_source(generation.provider_raw, losses.dialect, "stop_sequences"):
        return generation
    for n, stop in enumerate(stops):
        if not stop.strip():
            losses.dropped(f"/settings/generation/stop_sequences/{n}", "generation.stop_sequences", stop)
    return structs.replace(generation, stop_sequences=[stop for stop in stops if stop.strip()])


_DIGEST = 10


@functools.cache
def short_user(longest: int) -> Pass:
    """Make a pass that cuts a longer `settings.user` and appends a digest, so that each user keeps a name of its own.

    Args:
        longest: how many characters the server takes.
    """

    @when(USER)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None or settings.user is None or len(settings.user) <= longest:
            return draft
        if was_read_so(draft, settings.provider_raw, losses.dialect, "user"):
            return draft
        losses.degraded("/settings/user", "settings.user", settings.user)
        short = f"{settings.user[: longest - _DIGEST - 1]}_{digest(settings.user, _DIGEST)}"
        return structs.replace(draft, settings=structs.replace(settings, user=short))

    return rule
