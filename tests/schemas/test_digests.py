"""The content of a released `$id` never changes."""

from __future__ import annotations

import pytest
from tests.schemas import digests

A, B = "a" * 64, "b" * 64


def test_every_schema_is_as_it_is_written_down() -> None:
    assert digests.findings(digests.manifest(), digests.actual()) == []


CASES: list[tuple[digests.Manifest, dict[str, str], list[str]]] = [
    ({"released": {"x": A}, "draft": {"y": B}}, {"x": A, "y": B}, []),
    ({"released": {"x": A}, "draft": {}}, {"x": B}, ["x: released, and changed; give the new content a new $id"]),
    ({"released": {}, "draft": {"x": A}}, {"x": B}, ["x: a draft that changed; write it down anew"]),
    ({"released": {}, "draft": {}}, {"x": A}, ["x: not written down"]),
    ({"released": {"x": A}, "draft": {"y": A}}, {}, ["x: the file is gone", "y: the file is gone"]),
    ({"released": {"x": A}, "draft": {"x": A}}, {"x": A}, ["x: both released and a draft"]),
]


@pytest.mark.parametrize(("written", "files", "expected"), CASES)
def test_what_is_not_as_written_down_is_named(
    written: digests.Manifest, files: dict[str, str], expected: list[str]
) -> None:
    assert expected == digests.findings(written, files)


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        (False, {"released": {"x": A}, "draft": {"y": B}}),
        (True, {"released": {"x": A, "y": B}, "draft": {}}),
    ],
)
def test_writing_down_anew_leaves_what_is_released(release: bool, expected: digests.Manifest) -> None:  # noqa: FBT001 - a case
    written = {"released": {"x": A}, "draft": {"y": A}}
    assert expected == digests.renewed(written, {"x": B, "y": B}, release=release)
