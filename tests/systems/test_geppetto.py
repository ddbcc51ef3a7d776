"""Every file of a real Geppetto server is read, comes back, and gives what is recorded, but for named deviations."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.data import data
from tests.systems import geppetto
from tests.systems.geppetto import Difference
from tests.systems.geppetto_binary import in_binary

from turnwire.geppetto.v1 import upb

ROOT = Path(__file__).parents[2]
DEVIATIONS = json.loads(Path(__file__).with_name("geppetto_deviations.json").read_bytes())


@pytest.fixture(scope="module")
def files() -> dict[str, Path]:
    """Every file of the folder, by its name."""
    folder = data("systems/geppetto")
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def found_in(files: dict[str, Path]) -> list[Difference]:
    listed = json.loads(files["payloads/list-response.json"].read_bytes())
    found: list[Difference] = []
    for name, path in files.items():
        if name.startswith("payloads/"):
            found += geppetto.payload(path)
        elif name.startswith("openapi/"):
            found += geppetto.openapi(path)
        elif name == "original.txt":
            found += geppetto.original(path.read_text("utf-8"), listed)
        elif name == f"derived/{geppetto.PROBE}":
            found += [each for case in json.loads(path.read_bytes()) for each in geppetto.probe(case)]
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
    kinds = Counter(name.partition("/")[0] for name in files)
    assert {"payloads": 14, "derived": 1, "openapi": 4, "original.txt": 1} == kinds


def test_a_changed_result_would_be_seen() -> None:
    request, answer = {"message": "two words"}, {"content": "a", "inputTokenCount": 2, "outputTokenCount": 2}
    assert "(2, 1) for (2, 2)" == geppetto.derived("/message/", request, answer)
    asked = {"requestType": "query", "message": "a"}
    case = {"name": "x", "path": "/message/", "headers": {}, "status": 200, "request": asked, "response": answer}
    assert "authorized: False" in [each.ours for each in geppetto.probe(case)]


def test_every_example_goes_through_protobuf() -> None:
    paths = sorted((ROOT / "schemas" / "geppetto" / "examples").glob("*/*.json"))
    changed = {
        f"{path.parent.name}/{path.stem}": in_binary(json.loads(path.read_bytes()), path.parent.name) for path in paths
    }
    assert len(changed) > len({path.parent for path in paths})
    assert {} == {name: fault for name, fault in changed.items() if fault}


def test_a_change_on_the_way_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(message: Any) -> Any:
        message.ClearField("uid")
        return request_from_upb(message)

    asked = json.loads((ROOT / "schemas/geppetto/examples/conversation-request/query.json").read_bytes())
    request_from_upb = upb.conversation_request_from_upb
    monkeypatch.setattr(upb, "conversation_request_from_upb", forget)
    assert in_binary(asked, "conversation-request") is not None
