"""The OpenAPI document: it is what the protos make, it is valid, and it says what a real server does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx
import jsonschema_rs
import pytest
from click.testing import CliRunner
from google.protobuf import descriptor_pb2
from openapi_spec_validator import validate
from tests.service.test_http import DETECT, FAILED, JSON, PATH, running
from tests.service.test_security import TOKENS

from service_openapi.__main__ import document as made
from turnwire.documents.openapi import openapi_document
from turnwire.service import http_server
from turnwire.service.command import serve
from turnwire.service.http_openapi import openapi
from turnwire.service.http_routes import application
from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCUMENT = openapi_document("turnwire")
CALLS = [path for path in DOCUMENT["paths"] if path.startswith(PATH)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as address:
        yield address


@pytest.fixture(scope="module")
def served(address: str) -> Any:
    reply = httpx.get(f"http://{address}/openapi.json")
    assert "application/json" == reply.headers["content-type"]
    return reply.json()


def without_comments(node: Any) -> Any:
    """The node without what comes from comments, which the descriptors of the installed package do not have."""
    if isinstance(node, list):
        return [without_comments(each) for each in node]
    if not isinstance(node, dict):
        return node
    texts = {key for key in ("description", "summary") if isinstance(node.get(key), str)}
    return {key: without_comments(value) for key, value in node.items() if key not in texts}


def files(descriptor: Any) -> Iterator[descriptor_pb2.FileDescriptorProto]:
    """The descriptors of a file and of what it imports, with the names that fields have in JSON."""
    found = descriptor_pb2.FileDescriptorProto.FromString(descriptor.serialized_pb)
    for message in found.message_type:
        fields = descriptor.message_types_by_name[message.name].fields_by_name
        for field in message.field:
            field.json_name = fields[field.name].json_name
    yield found
    for each in descriptor.dependencies:
        yield from files(each)


def test_it_is_what_the_protos_and_the_service_make() -> None:
    expected = made(list(files(service_pb2.DESCRIPTOR)))
    assert without_comments(expected) == without_comments(DOCUMENT), "stale: run `make generate`"


def test_it_is_valid_by_the_official_schema() -> None:
    validate(DOCUMENT)
    validate(json.loads(openapi(has_tokens=False)))
    with pytest.raises(Exception, match="responses"):
        validate({**DOCUMENT, "paths": {"/x": {"get": {"responses": 1}}}})


def test_all_of_it_has_descriptions() -> None:
    schemas = DOCUMENT["components"]["schemas"].items()
    missing = [name for name, schema in schemas if "description" not in schema]
    missing += [
        f"{name}.{key}"
        for name, schema in schemas
        for key, value in schema.get("properties", {}).items()
        if "description" not in value
    ]
    assert [] == missing


def test_it_has_every_path_of_the_server_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    applications: list[Any] = []

    def kept(*arguments: Any) -> Any:
        applications.append(application(*arguments))
        return applications[-1]

    monkeypatch.setattr(http_server, "application", kept)
    with running(no_page=True):  # the page is for people, and no program calls it
        (found,) = applications
    routes = {each.path: each.methods - {"HEAD"} for each in found.routes}
    methods = {path: {method.upper() for method in each} for path, each in DOCUMENT["paths"].items()}
    assert routes == methods


def fits(document: Any, schema: Any, value: Any) -> list[str]:
    """Why a value does not fit a schema of the document."""
    whole = {"components": document["components"], **schema}
    return [error.message for error in jsonschema_rs.Draft202012Validator(whole).iter_errors(value)]


def content(document: Any, path: str, status: int) -> Any:
    """The content of a documented response."""
    (operation,) = document["paths"][path].values()
    response = operation["responses"][str(status)]
    if ref := response.get("$ref"):
        response = document["components"]["responses"][ref.rpartition("/")[2]]
    return response.get("content", {})


@pytest.mark.parametrize("path", CALLS)
def test_its_examples_work(address: str, served: Any, path: str) -> None:
    request = served["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    example = request["examples"]["example"]["value"]
    assert [] == fits(served, request["schema"], example)
    reply = httpx.post(f"http://{address}{path}", json=example)
    documented = content(served, path, reply.status_code)["application/json"]
    assert (200, []) == (reply.status_code, fits(served, documented["schema"], reply.json()))
    assert documented.get("examples", {}).get("example", {}).get("value", reply.json()) == reply.json()


def test_the_example_of_a_stream_works(address: str, served: Any) -> None:
    operation = served["paths"]["/streams/convert"]["post"]
    query = {each["name"]: each["example"] for each in operation["parameters"] if "example" in each}
    body = operation["requestBody"]["content"]["text/event-stream"]["examples"]["example"]["value"]
    reply = httpx.post(f"http://{address}/streams/convert", params=query, content=body)
    assert reply.headers["content-type"].partition(";")[0] in content(served, "/streams/convert", 200)
    assert (200, True) == (reply.status_code, '"text":"Yes."' in reply.text)


@pytest.mark.parametrize("report", ["comment", "event", "none", None])
def test_its_parameters_of_a_stream_are_those_of_the_server(address: str, served: Any, report: str | None) -> None:
    parameters = [each for each in served["paths"]["/streams/convert"]["post"]["parameters"] if "name" in each]
    (known,) = (each for each in parameters if each["name"] == "report")
    values = {"source": "openai_chat", "target": "anthropic_messages", "createdAt": "2026-01-01T00:00:00Z"}
    values |= {"keeping.reasoning": "REASONING_FORM_TEXT", "keeping.hostedTools": "HOSTED_TOOLS_FORM_TEXT"}
    values |= {"withoutUsage": "true", "truncationAsError": "false", "model": "m", "idsJson": "{}"}
    assert values.keys() | {"report"} == {each["name"] for each in parameters}
    assert report is None or report in known["schema"]["enum"]
    query = values if report is None else values | {"report": report}
    assert 200 == httpx.post(f"http://{address}/streams/convert", params=query).status_code


@pytest.mark.parametrize(("method", "body", "headers", "wanted"), FAILED)
def test_errors_are_those_that_it_has(
    address: str, served: Any, method: str, body: bytes, headers: dict[str, str], wanted: tuple[int, str, str]
) -> None:
    reply = httpx.post(f"http://{address}{PATH}{method}", content=body, headers=JSON | headers)
    schema = content(served, PATH + method, wanted[0])["application/json"]["schema"]
    assert (wanted[0], []) == (reply.status_code, fits(served, schema, reply.json()))


def test_a_reply_that_does_not_fit_is_seen(served: Any) -> None:
    schema = content(served, PATH + "Detect", 200)["application/json"]["schema"]
    assert [] == fits(served, schema, {"guesses": [{"dialect": "x", "kind": "KIND_REQUEST"}]})
    for wrong in ({"guesses": [{"kind": "KIND_NO"}]}, {"other": 1}, {"guesses": [{"dialect": 1}]}):
        assert fits(served, schema, wrong)
    both = {"wire": {}, "document": {}, "target": "x"}
    assert fits(served, {"$ref": "#/components/schemas/ConvertRequest"}, both)


def test_it_asks_for_a_token_where_the_server_does(tmp_path: Path, served: Any) -> None:
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(TOKENS, "utf-8")
    with running(tokens=str(tokens)) as address:
        document = httpx.get(f"http://{address}/openapi.json").json()
        refused = httpx.post(f"http://{address}{PATH}Detect", content=DETECT, headers=JSON)
    schema = content(document, PATH + "Detect", refused.status_code)["application/json"]["schema"]
    assert (401, []) == (refused.status_code, fits(document, schema, refused.json()))
    assert ([{"token": []}], "http") == (
        document["security"],
        document["components"]["securitySchemes"]["token"]["type"],
    )
    assert not {"security"} & served.keys()
    assert [] == [path for path in CALLS if "401" in served["paths"][path]["post"]["responses"]]
    printed = CliRunner().invoke(serve, ["--openapi", "--tokens", str(tokens)])
    assert (0, document) == (printed.exit_code, json.loads(printed.output))
