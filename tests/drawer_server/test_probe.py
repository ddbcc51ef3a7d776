"""What a real server answered to 27 requests, ours answers, but for named deviations.

The model, the documents and the allowed pages are those of the recorded answers.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import data
from tests.drawer_server.conftest import Server, serving
from tests.drawer_server.sending import FORM, sent, upload

if TYPE_CHECKING:
    from collections.abc import Iterator

DEVIATIONS = json.loads(Path(__file__).with_name("probe_deviations.json").read_bytes())
JSON = "application/json"
_NOTHING = object()

MODEL = """
import json
from pathlib import Path

from turnwire.systems.geppetto.server import Answer

CONTENT, CITATIONS = json.loads(Path("answer.json").read_text("utf-8"))


class Recorded:
    def answer(self, query, documents):
        return Answer(CONTENT, tuple(CITATIONS))
"""


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(data("systems/geppetto/derived/server-probe.json").read_bytes())
    return found


@pytest.fixture(scope="module")
def server(cases: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the documents that the recorded one lists, and a model that says what it said."""
    folder = tmp_path_factory.mktemp("probe")
    listed = next(case["response"] for case in cases if is_said(case, "responseType", "OK"))
    for drawer, documents in json.loads(listed["responseMsg"]).items():
        for document in documents:
            place = folder / "drawers" / drawer / document
            place.mkdir(parents=True)
            (place / f"{document}.txt").write_text("A text.\n")
    asked = next(case["response"] for case in cases if is_said(case, "requestType", "query"))
    (folder / "answer.json").write_text(json.dumps([asked["content"], asked["citations"]]))
    (folder / "recorded.py").write_text(MODEL)
    with serving(folder / "drawers", "--model", "recorded:Recorded") as running:
        yield running


def is_said(case: dict[str, Any], member: str, word: str) -> bool:
    return isinstance(case["response"], dict) and case["response"].get(member) == word


def answered(server: Server, case: dict[str, Any]) -> tuple[int, Any]:
    """The status and the body that ours gives."""
    if form := case.get("multipart"):
        files = [(name, b"%PDF-1.4\n") for name in form.get("files", [])]
        return sent(server.address, case["path"], upload(form["filedrawer"], *files), {"Content-Type": FORM})
    body = json.dumps(case["request"]).encode()
    return sent(server.address, case["path"], body, {"Content-Type": JSON, **case["headers"]})


def differences(place: str, theirs: Any, ours: Any) -> Iterator[tuple[str, str]]:
    """The leaves in which two bodies differ, and what ours says there."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted({*theirs, *ours}):
            yield from differences(f"{place}/{name}", theirs.get(name, _NOTHING), ours.get(name, _NOTHING))
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for number, pair in enumerate(zip(theirs, ours, strict=True)):
            yield from differences(f"{place}/{number}", *pair)
    elif theirs != ours:
        yield place, _said(theirs, ours)


def _said(theirs: Any, ours: Any) -> str:
    """What ours says, without names of the recorded files: they have no licence."""
    if ours is _NOTHING:
        return "nothing"
    if (drawers := _drawers(ours)) is not None:
        return "the same names in another order" if drawers == _drawers(theirs) else "a list of drawers"
    return json.dumps(ours, ensure_ascii=False)


def _drawers(text: Any) -> dict[str, set[str]] | None:
    try:
        found = json.loads(text)
    except (TypeError, ValueError):
        return None
    return {drawer: set(names) for drawer, names in found.items()} if isinstance(found, dict) else None


def below(root: str, reply: Any) -> Any:
    """An answer with the paths of its files below the root, which each server has for itself."""
    if not isinstance(reply, dict) or "listfiles" not in reply:
        return reply
    return {**reply, "listfiles": [path.partition(root)[2] for path in reply["listfiles"]]}


def found_in(server: Server, case: dict[str, Any]) -> list[tuple[str, str, str]]:
    status, reply = answered(server, case)
    root = f"/{case.get('multipart', {}).get('filedrawer')}/"
    found = list(differences("", below(root, case["response"]), below(root, reply)))
    found = found if status == case["status"] else [("status", str(status))]
    return [(case["name"], place, ours) for place, ours in found]


def test_every_difference_is_a_named_deviation_and_every_deviation_is_met(
    server: Server, cases: list[dict[str, Any]]
) -> None:
    assert 27 == len(cases)
    found = [each for case in cases for each in found_in(server, case)]
    assert sorted((each["case"], each["place"], each["ours"]) for each in DEVIATIONS) == sorted(found)


def test_every_deviation_has_a_reason_and_stands_once() -> None:
    assert [] == [each for each in DEVIATIONS if len(each["reason"]) < 20]
    told = Counter((each["case"], each["place"]) for each in DEVIATIONS)
    assert [] == [place for place, times in told.items() if times > 1]


def test_another_answer_would_be_seen(server: Server, cases: list[dict[str, Any]]) -> None:
    listed, *_ = (case for case in cases if case["name"] == "set-ok")
    assert [] == found_in(server, listed)
    changed = {**listed, "status": 500, "response": {**listed["response"], "citations": []}}
    assert ["status"] == [place for _, place, _ in found_in(server, changed)]
    assert ["/citations"] == [place for _, place, _ in found_in(server, {**changed, "status": 200})]
