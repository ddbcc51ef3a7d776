"""What ours makes of the files of a real Geppetto server, and where that is not what is recorded.

A difference is (file, place, what ours says).  Those that are wanted stand in geppetto_deviations.json with a reason.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.systems.geppetto_binary import in_binary

import geppetto_openapi
import turnwire
from turnwire.codec import yaml
from turnwire.dialects.geppetto.wire import count_words
from turnwire.documents import schemas
from turnwire.systems.geppetto import filedrawers as fd
from turnwire.testing import difference

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "geppetto"


class Difference(NamedTuple):
    """One thing that is not as recorded."""

    file: str
    place: str
    ours: str


# Payloads by how their names begin: the messages they are, and the kind of document where they are of the dialect.
PAYLOADS: dict[str, tuple[str, Any, str | None]] = {
    "query-request": ("conversation-request", None, "request"),
    "query-response": ("conversation-response", None, "response"),
    "setchatfile-request": ("conversation-request", fd.SetRequest, "request"),
    "list-request": ("list-request", fd.ListRequest, None),
    "list-response": ("list-response", fd.ListReply, None),
    "upload-response": ("upload-response", fd.UploadReply, None),
    "ingest-request": ("ingest-request", fd.IngestRequest, None),
    "ingest-response": ("ingest-response", fd.IngestReply, None),
}


def payload(path: Path) -> Iterator[Difference]:
    """Reads a payload, writes it, and asks detection and the schema what they think of it."""
    schema, message, kind = PAYLOADS[path.name.partition(".")[0].removesuffix(".json")]
    data = path.read_bytes()
    if message is not None:
        yield from _told(path.name, "message", difference(data, fd.write(fd.read(data, message))))
    if kind is not None:
        yield from document(path.name, "", data, kind, {})
    yield from _told(path.name, "detected", _detected(data, kind or schema))
    faults = sorted(each.message for each in schemas.validator(f"{NAME}/{schema}").iter_errors(json.loads(data)))
    yield from _told(path.name, "schema", "; ".join(faults))
    yield from _told(path.name, "binary", in_binary(json.loads(data), schema))


def document(file: str, place: str, data: bytes, kind: Any, envelope: dict[str, Any]) -> Iterator[Difference]:
    """Reads a document, and writes it: equal, and nothing lost."""
    written = turnwire.write(turnwire.read(data, NAME, kind=kind, envelope=envelope), NAME)
    lost = "; ".join(f"{loss.kind} {loss.path}" for loss in written.losses)
    yield from _told(file, f"{place} {kind}".strip(), difference(data, written.data) or lost)


def _told(file: str, place: str, ours: str | None) -> Iterator[Difference]:
    if ours:
        yield Difference(file, place, ours)


def _detected(data: bytes, kind: str) -> str:
    found = turnwire.detect(data)
    return "" if found[:1] == [(NAME, kind)] else f"{' '.join(found[0]) if found else 'nothing'}"


PROBE = "server-probe.json"
# path -> the schema of its body, of its reply, and the types of the messages that are no conversation
_ENDPOINTS: dict[str, tuple[str, str, Any, Any]] = {
    "/message/": ("conversation-request", "conversation-response", None, None),
    "/setfiledrawer/": ("conversation-request", "conversation-response", fd.SetRequest, fd.SetReply),
    "/listfiledrawers/": ("list-request", "list-response", fd.ListRequest, fd.ListReply),
    "/uploadfile/": ("upload-request", "upload-response", fd.UploadRequest, fd.UploadReply),
    "/ingestlocalweb/": ("ingest-request", "ingest-response", fd.IngestRequest, fd.IngestReply),
}


def probe(case: dict[str, Any]) -> Iterator[Difference]:
    """One request and what the server answered."""
    path = case["path"].rstrip("/") + "/"
    asked_schema, answered_schema, asked, answered = _ENDPOINTS[path]
    request = case.get("request") or uploaded(case["multipart"])
    body, reply = json.dumps(request).encode(), json.dumps(case["response"]).encode()
    name, status = case["name"], case["status"]
    if asked_schema == "conversation-request":
        yield from document(PROBE, f"{name} asked", body, "request", {})
        yield from _told(PROBE, f"{name} asked detected", _detected(body, "request"))
        yield from _told(PROBE, f"{name} path", _path(body, path))
    if asked is not None:
        yield from _told(PROBE, f"{name} asked message", difference(body, fd.write(fd.read(body, asked))))
    yield from _told(PROBE, f"{name} verdict", _verdict(case, request, asked_schema))
    yield from _told(PROBE, f"{name} asked binary", in_binary(request, asked_schema))
    refused = "refusal" if case["status"] in (401, 422) else answered_schema
    if isinstance(case["response"], dict):
        yield from _told(PROBE, f"{name} answered binary", in_binary(case["response"], refused))
    if is_error(case):
        yield from document(PROBE, f"{name} answered", reply, "error", {"status": status})
        if isinstance(case["response"], dict):
            yield from _told(PROBE, f"{name} answered detected", _detected(reply, "error"))
        return
    faults = sorted(e.message for e in schemas.validator(f"{NAME}/{answered_schema}").iter_errors(case["response"]))
    yield from _told(PROBE, f"{name} answered schema", "; ".join(faults))
    if answered is not None:
        yield from _told(PROBE, f"{name} answered message", difference(reply, fd.write(fd.read(reply, answered))))
    if answered_schema == "conversation-response":
        yield from document(PROBE, f"{name} answered", reply, "response", {})
    kind = "response" if answered_schema == "conversation-response" else answered_schema
    yield from _told(PROBE, f"{name} answered detected", _detected(reply, kind))
    yield from _told(PROBE, f"{name} derived", derived(path, request, case["response"]))


def uploaded(form: dict[str, Any]) -> dict[str, Any]:
    """The form that a recorded upload was, as JSON; its bytes are not recorded."""
    told = {name: value for name, value in form.items() if name != "files"}
    return told | ({"files": [{"filename": each, "data": ""} for each in form["files"]]} if "files" in form else {})


def is_error(case: dict[str, Any]) -> bool:
    """Whether the answer is one of the dialect's errors."""
    answer = case["response"]
    words = [answer.get(key) for key in ("requestType", "responseType", "status")] if isinstance(answer, dict) else []
    return case["status"] != 200 or any(isinstance(word, str) and word.lower() == "error" for word in words)


def _path(body: bytes, path: str) -> str:
    ours = turnwire.write(turnwire.read(body, NAME, kind="request"), NAME).envelope["path"]
    return "" if ours == path else f"{ours} for {path}"


def _verdict(case: dict[str, Any], request: dict[str, Any], schema: str) -> str:
    """Who is let in, and which bodies are refused for what: 401 and 422."""
    if "headers" in case and case["path"] != "/ingestlocalweb/":
        allowed = fd.is_authorized(case["headers"].get("Authorization"))
        if allowed is (case["status"] == 401):
            return f"authorized: {allowed}"
    ours = sorted(_fault(each) for each in schemas.validator(f"{NAME}/{schema}").iter_errors(request))
    told = case["response"].get("detail") if case["status"] == 422 else []
    theirs = sorted((each["type"] == "missing", "/".join(map(str, each["loc"][1:]))) for each in told)
    return "" if ours == theirs else f"{ours} for {theirs}"


def _fault(error: Any) -> tuple[bool, str]:
    missing = re.match(r'"(\w+)" is a required property', error.message)
    place = [*map(str, error.instance_path), *([missing[1]] if missing else [])]
    return missing is not None, "/".join(place)


def derived(path: str, request: dict[str, Any], answer: dict[str, Any]) -> str:
    """What can be computed of an answer, where it is not what is recorded."""
    found = {"/message/": _counts, "/listfiledrawers/": _listing, "/uploadfile/": _stored}.get(path, _repeated)
    ours, theirs = found(request, answer)
    return "" if ours == theirs else f"{ours} for {theirs}"


def _counts(request: dict[str, Any], answer: dict[str, Any]) -> tuple[Any, Any]:
    ours = (count_words(request["message"]), count_words(answer["content"]))
    return ours, (answer["inputTokenCount"], answer["outputTokenCount"])


def _listing(_: dict[str, Any], answer: dict[str, Any]) -> tuple[Any, Any]:
    drawers = fd.drawers_of(fd.read(answer, fd.ListReply)).drawers
    ours = in_binary(drawers, "file-drawers") or fd.list_text(drawers)
    return ours, answer["responseMsg"]


def _stored(request: dict[str, Any], answer: dict[str, Any]) -> tuple[Any, Any]:
    form = fd.read_form(*fd.write_form(fd.read(request, fd.UploadRequest), "between"))
    drawer = str(form.filedrawer)
    root = answer["listfiles"][0].partition(f"/{drawer}/")[0]
    return [fd.stored_at(root, drawer, str(file.filename)) for file in form.files or []], answer["listfiles"]


def _repeated(request: dict[str, Any], answer: dict[str, Any]) -> tuple[Any, Any]:
    if "content" in answer:
        return request["message"], fd.chosen_by(fd.read(answer, fd.SetReply))
    return request["request"], answer["request"]


def original(text: str, listed: dict[str, Any]) -> Iterator[Difference]:
    """The samples inside of the server definition, and its list as a screen showed it beside the whole one."""
    samples = re.findall(r"\{\s*\"(?:persona|requestType)\"[^}]*?\}(?:\],[^}]*\})?", text)
    yield from _told("original.txt", "samples", "" if len(samples) == _SAMPLES else f"{len(samples)}")
    for number, sample in enumerate(samples):
        kind = "response" if '"content"' in sample else "request"
        yield from document("original.txt", f"sample {number}", sample.encode(), kind, {})
    shown = fd.read_console(text[text.rindex("\n{", 0, text.index("responseType:")) :])
    yield from _told("original.txt", "list whole", "" if shown.is_whole else "cut off")
    whole = list(fd.drawers_of(fd.read(listed, fd.ListReply)).drawers.items())
    told = list(shown.listing.drawers.items()) if shown.listing is not None else []
    for number, (mine, theirs) in enumerate(itertools.zip_longest(told, whole)):
        yield from _told("original.txt", f"list drawer {number}", _names(mine, theirs))
    spelled = fd.list_text(dict(told)).removesuffix("\n}")
    yield from _told("original.txt", "list text", "" if str(shown.reply.response_msg).startswith(spelled) else "other")


_SAMPLES = 5
_Drawer = tuple[str, list[str]]


def _names(mine: _Drawer | None, theirs: _Drawer | None) -> str:
    """Which names of a drawer differ, without the names: the files have no licence, and nothing of them stands here."""
    if mine is None or theirs is None or mine[0] != theirs[0]:
        return "another drawer"
    pairs = itertools.zip_longest(mine[1], theirs[1])
    return " ".join(f"name {number} differs" for number, (one, other) in enumerate(pairs) if one != other)


_LISTS = "/listfiledrawers/"


def openapi(path: Path) -> Iterator[Difference]:
    """An OpenAPI file of the repository beside ours: paths, bodies and answers, key by key."""
    theirs: Any = yaml.loads(path.read_bytes())
    ours = geppetto_openapi.document()
    for told, item in theirs["paths"].items():
        place = told if told in ours["paths"] else _LISTS
        if place != told:
            yield Difference(path.name, told, "no such path")
        mine = ours["paths"][place]["post"]
        yield from _body(path.name, place, item["post"], mine, ours)
        yield from _answers(path.name, place, item["post"], mine, ours)
    scheme = theirs.get("components", {}).get("securitySchemes", {}).get("BearerAuth")
    if scheme is not None and scheme != ours["components"]["securitySchemes"]["token"]:
        yield Difference(path.name, "security", "no bearerFormat")


def _keys(schema: dict[str, Any], whole: dict[str, Any]) -> tuple[set[str], set[str]]:
    """(properties, those that are required) of a schema or of the component that it refers to."""
    ref = schema.get("$ref", "").removeprefix("#/components/schemas/")
    node = whole["components"]["schemas"][ref] if ref else schema
    return set(node.get("properties", {})), set(node.get("required", ()))


def _schema_of(told: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(told["content"].values()))["schema"]
    return found


def _body(file: str, place: str, theirs: Any, mine: Any, whole: dict[str, Any]) -> Iterator[Difference]:
    (keys, required) = _keys(_schema_of(mine["requestBody"]), whole)
    (told, demanded) = _keys(_schema_of(theirs["requestBody"]), {})
    yield from _told(file, f"{place} body", _sets(keys, told))
    yield from _told(file, f"{place} required", _sets(required, demanded))


def _answers(file: str, place: str, theirs: Any, mine: Any, whole: dict[str, Any]) -> Iterator[Difference]:
    yield from _told(file, f"{place} statuses", _sets(set(mine["responses"]), set(theirs["responses"])))
    keys, _ = _keys(_schema_of(mine["responses"]["200"]), whole)
    told, _ = _keys(_schema_of(theirs["responses"]["200"]), {})
    yield from _told(file, f"{place} answer", _sets(keys, told))


def _sets(ours: set[str], theirs: set[str]) -> str:
    more, less = sorted(ours - theirs), sorted(theirs - ours)
    return " ".join([*(f"+{name}" for name in more), *(f"-{name}" for name in less)])
