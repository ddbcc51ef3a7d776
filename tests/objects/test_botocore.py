"""botocore takes what is written for Amazon Bedrock, and what it gives is read.

botocore has the service model of Bedrock: its validator checks the parameters of a call against it, and its parser
makes the dict of a reply or of an error.

It is not among the packages of turnwire[test-objects], since it refuses the python-dateutil that they bring along:
`pip install botocore` makes these tests run.
"""

from __future__ import annotations

import base64
import functools
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import case
from tests.data import data
from tests.laws.accepting import ENDPOINTS

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "bedrock_converse"
FOUND = [found for file in case.files() for found in case.load(file)]
WIRES = [found for found in FOUND if found.source == NAME]
# What the service refuses on purpose, and blocks that it does not have yet.
REFUSED = {"what the service refuses", "blocks of tomorrow", "settings that say nothing"}
EVERY = 6
OK = 200


def package(name: str) -> Any:
    """A module of botocore.  Without botocore the test that asks is skipped."""
    return pytest.importorskip(name, reason="SKIPPED: botocore is not there; pip install botocore")


@functools.cache
def model() -> Any:
    """The service model of Bedrock's runtime."""
    found = package("botocore.loaders").Loader().load_service_model("bedrock-runtime", "service-2")
    return package("botocore.model").ServiceModel(found)


def with_bytes(shape: Any, value: Any) -> Any:
    """Parameters as botocore wants them: what is base64 in JSON are bytes there."""
    if shape.type_name == "blob":
        return base64.b64decode(value, validate=True)
    if shape.type_name == "structure" and isinstance(value, dict) and not shape.is_document_type:
        members = shape.members
        return {key: with_bytes(members[key], each) if key in members else each for key, each in value.items()}
    if shape.type_name == "list" and isinstance(value, list):
        return [with_bytes(shape.member, each) for each in value]
    return value


def refusals(shape: Any, value: Any) -> str:
    """What the validator says of parameters; empty if nothing is wrong."""
    report = package("botocore.validate").ParamValidator().validate(with_bytes(shape, value), shape)
    return str(report.generate_report()) if report.has_errors() else ""


def refused_request(body: dict[str, Any]) -> str:
    return refusals(model().operation_model("Converse").input_shape, {"modelId": "m", **body})


REQUESTS = [each for each in WIRES if each.case.kind == "request"]


@pytest.mark.parametrize("found", REQUESTS, ids=lambda found: found.case.name)
def test_the_requests_of_the_cases_are_parameters(found: case.Found) -> None:
    assert (found.case.name in REFUSED) == bool(refused_request(json.loads(bytes(found.case.wire))))


def parsed(status: int, headers: dict[str, str], body: Any) -> dict[str, Any]:
    """What botocore makes of a reply."""
    parser = package("botocore.parsers").create_parser("rest-json")
    shape = model().operation_model("Converse").output_shape
    response = {"status_code": status, "headers": headers, "body": json.dumps(body).encode()}
    found: dict[str, Any] = parser.parse(response, shape)
    return found


def as_json(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {name: as_json(each) for name, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("found", [each for each in WIRES if each.case.chunks], ids=lambda found: found.case.name)
def test_a_reply_that_botocore_parsed_is_read_as_the_same_reply(found: case.Found) -> None:
    wire = json.loads(bytes(found.case.wire))
    reply = as_json(parsed(200, {}, wire))
    reply.pop("ResponseMetadata")
    assert turnwire.read(wire, NAME, kind="response") == turnwire.read(reply, NAME, kind="response")


def test_an_error_that_botocore_parsed_is_read() -> None:
    headers = {"x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/coral/"}
    found = parsed(429, headers, {"message": "Slow down."})
    error = turnwire.read(found, NAME, kind="error")
    assert isinstance(error, turnwire.ErrorReply)
    assert ("Slow down.", "ThrottlingException") == (error.message, error.type)
    bare = turnwire.read({"message": "Slow down."}, NAME, kind="error", envelope={"status": 429, "headers": headers})
    assert isinstance(bare, turnwire.ErrorReply)
    assert ("ThrottlingException", 429) == (bare.type, bare.status)
    written = turnwire.write(bare, NAME)
    assert ({"message": "Slow down."}, headers) == (written.json(), written.envelope["headers"])


def test_a_written_error_is_an_exception_of_botocore() -> None:
    written = turnwire.convert({"error": {"message": "Slow down.", "type": "rate_limit_error"}, "type": "error"}, NAME)
    assert {"Message": "Slow down.", "Code": "ThrottlingException"} == parsed(429, {}, written.json())["Error"]


@pytest.mark.parametrize("found", [each for each in WIRES if each.case.chunks], ids=lambda found: found.case.name)
def test_the_events_of_written_streams_are_the_service_models(found: case.Found) -> None:
    shape = model().operation_model("ConverseStream").output_shape.members["stream"]
    writer = turnwire.stream_writer(NAME)
    reply = turnwire.read(bytes(found.case.wire), NAME, kind="response")
    assert isinstance(reply, turnwire.Completion)
    lines = b"".join([*(writer.send(event) for event in turnwire.unfold(reply)), writer.close()])
    events = [json.loads(line) for line in lines.splitlines()]
    assert "" == "".join(
        refusals(shape, event) for event in [*events, *map(json.loads, map(json.dumps, found.case.chunks))]
    )


def recorded() -> Iterator[tuple[str, str, Any]]:
    for endpoint, dialect in ENDPOINTS.items():
        with gzip.open(Path(data("corpus")) / f"{endpoint}.jsonl.gz") as file:
            for n, line in enumerate(file):
                if n % EVERY == 0 and (item := json.loads(line))["status"] == OK:
                    yield f"{endpoint} {n}", dialect, item["request"]


def test_recorded_requests_become_parameters() -> None:
    found = Counter[str]()
    for name, dialect, request in recorded():
        try:
            history = turnwire.read(request, dialect, kind="request")
        except turnwire.InvalidDocument:
            continue
        body = turnwire.write(history, NAME).json()
        if said := refused_request(body):
            found[f"{name}: {said}"] += 1
        report = turnwire.validate(body, NAME, kind="request")
        found.update(
            f"{name}: {each.code} {each.pointer}" for each in report.diagnostics if each.code.startswith("TW2")
        )
    assert {} == dict(found)
