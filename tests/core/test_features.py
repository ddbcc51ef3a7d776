"""The features of a document are few for plain requests, so that a conversion enters few files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks.large import body_of

import turnwire
from turnwire.catalogue.models import FAMILIES
from turnwire.lane.settings import REMEMBERED
from turnwire.lowering.features import LEAST_OF_MODELS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

PACKAGE = str(Path(turnwire.__file__).parent)
BODY = body_of("2 KB", "openai_chat", "request")


def by_lane() -> object:
    """With settings that are new: those that are remembered enter fewer files."""
    REMEMBERED.clear()
    return turnwire.convert(BODY, "anthropic_messages", source="openai_chat", kind="request")


def by_the_canonical_route() -> object:
    return turnwire.write(turnwire.read(BODY, "openai_chat", kind="request"), "anthropic_messages")


def entered(call: Callable[[], object]) -> set[str]:
    """The files of the package in which functions are called, once everything is imported and remembered."""
    call()
    call()
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return files


@pytest.mark.parametrize(("call", "most"), [(by_lane, 20), (by_the_canonical_route, 30)])
def test_a_plain_conversion_enters_few_files(call: Callable[[], object], most: int) -> None:
    assert 10 <= len(entered(call)) <= most


def test_no_known_model_gives_fewer_tokens_than_are_few() -> None:
    limits = [each.capabilities.max_output_tokens for each in FAMILIES]
    assert min(limit for limit in limits if limit is not None) >= LEAST_OF_MODELS
