"""Every real file of the GLM library is read, comes back, and says what it says, but for named deviations."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.data import data
from tests.systems import glm
from tests.systems.glm import Difference

DEVIATIONS = json.loads(Path(__file__).with_name("glm_deviations.json").read_bytes())
NAMES = {"Evaluation-chat.yaml", "tracker-2024-format.yaml", "tracker-2025-format.yaml"}
OUTLINE, FLAT = "format_specifications.md", "original.txt"


@pytest.fixture(scope="module")
def files() -> dict[str, Path]:
    """Every file of the folder, by its name."""
    return {path.name: path for path in sorted(data("systems/glm").iterdir())}


def found_in(files: dict[str, Path]) -> list[Difference]:
    found: list[Difference] = []
    for name, path in files.items():
        if path.suffix == ".yaml":
            found += glm.chat(path)
        elif name == OUTLINE:
            found += glm.outline(path)
        elif name == FLAT:
            found += glm.flat(path, files[OUTLINE])
        else:
            found.append(Difference(name, "", "nothing here looks at it"))
    return found


def test_every_difference_is_a_named_deviation_and_every_deviation_is_met(files: dict[str, Path]) -> None:
    wanted = [(each["file"], each["place"], each["ours"]) for each in DEVIATIONS]
    assert sorted(wanted) == sorted(map(tuple, found_in(files)))


def test_every_deviation_has_a_reason_and_stands_once() -> None:
    assert [] == [each for each in DEVIATIONS if len(each["reason"]) < 20]
    told = Counter((each["file"], each["place"]) for each in DEVIATIONS)
    assert [] == [place for place, times in told.items() if times > 1]


def test_the_folder_is_whole(files: dict[str, Path]) -> None:
    assert NAMES | {OUTLINE, FLAT} == set(files)


def test_a_name_that_is_not_ours_would_be_seen(tmp_path: Path) -> None:
    text = "- history\n- Properties\n  - content\n  - mood\n- meta\n  - chat_started\n- title\n"
    (tmp_path / OUTLINE).write_text(text, "utf-8")
    found = {each.place for each in glm.outline(tmp_path / OUTLINE) if each.ours == "not ours"}
    assert {"user/mood", "assistant/mood", "/title"} == found


def test_a_chat_that_does_not_come_back_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "chat.yaml").write_text("history:\n- {user: {content: 010}}\n", "utf-8")
    # YAML 1.1, which the library reads with, takes 010 for eight.
    assert ["yaml"] == [each.place for each in glm.chat(tmp_path / "chat.yaml") if each.place == "yaml"]
