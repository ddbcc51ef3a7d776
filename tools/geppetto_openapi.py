#!/usr/bin/env python3
"""Writes the OpenAPI 3.1 document of a Geppetto server, made from the JSON Schemas in schemas/geppetto/.

`python tools/geppetto_openapi.py` prints it; `make generate` puts it into generated/openapi/geppetto.json.
What the schemas cannot say is in the tables here: paths, methods, statuses, and which server answers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SCHEMAS = Path(__file__).resolve().parent.parent / "schemas" / "geppetto"
_SUFFIX = ".schema.json"
_NOT_HERE = ("$schema", "$id", "$defs")
_PLACE = "#/components/schemas/"

_CHAT = "http://127.0.0.1:8000"
_ADMIN = "http://127.0.0.1:8050"
# Of the framework, not of the server's own code.
_NO_TOKEN = ("401", "The header `Authorization` does not begin with `Bearer `.", "Refusal")
_UNFIT = ("422", "The body lacks a key, or has a value of another type.", "Refusal")
_BROKEN = ("500", "The server failed to make its own reply; the body is the text `Internal Server Error`.", None)

# path -> operation: id, summary, which server, whether it wants a token, body, answers.
OPERATIONS: Json = {
    "/message/": {
        "id": "ask",
        "summary": "Ask about a document.",
        "server": _CHAT,
        "body": ("ConversationRequest", "query"),
        "answers": [("200", "The answer, or a failure with `requestType` `ERROR`.", "ConversationResponse")],
        "refusals": [_NO_TOKEN, _UNFIT],
    },
    "/setfiledrawer/": {
        "id": "choose",
        "summary": "Choose the document to talk about; `message` is its path.",
        "server": _CHAT,
        "body": ("ConversationRequest", "setchatfile"),
        "answers": [("200", "The document that is talked about from now on.", "ConversationResponse")],
        "refusals": [_NO_TOKEN, _UNFIT, _BROKEN],
    },
    "/listfiledrawers/": {
        "id": "list",
        "summary": "List the drawers and the documents in them.",
        "server": _CHAT,
        "body": ("ListRequest", "listfiles"),
        "answers": [("200", "The list as JSON in a text, or a failure with `responseType` `Error`.", "ListResponse")],
        "refusals": [_NO_TOKEN, _UNFIT],
    },
    "/uploadfile/": {
        "id": "upload",
        "summary": "Put files into a drawer.",
        "server": _ADMIN,
        "form": "UploadRequest",
        "answers": [("200", "Where the files are kept, or a failure with an `error`.", "UploadResponse")],
        "refusals": [_UNFIT],
    },
    "/ingestlocalweb/": {
        "id": "ingest",
        "summary": "Take in a page of the web, or a file that lies on the server.",
        "server": _ADMIN,
        "body": ("IngestRequest", None),
        "answers": [("200", "Whether it was taken in.", "IngestResponse")],
        "refusals": [_UNFIT, _BROKEN],
    },
}


def document() -> Json:
    """The whole document."""
    schemas = components()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Geppetto",
            "version": "1",
            "description": "Questions about documents in file drawers, as the server's code takes and answers them.",
        },
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "servers": [{"url": _CHAT}, {"url": _ADMIN}],
        "paths": {path: {"post": _operation(told, schemas)} for path, told in OPERATIONS.items()},
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def components() -> Json:
    """Every message by its title; what refers to another file refers to its component."""
    files = {path.name.removesuffix(_SUFFIX): json.loads(path.read_bytes()) for path in SCHEMAS.glob(f"*{_SUFFIX}")}
    titles = {name: schema["title"] for name, schema in files.items()}
    found = {schema["title"]: schema for schema in files.values()}
    for schema in files.values():
        found |= schema.get("$defs", {})
    return {title: _moved(schema, titles) for title, schema in sorted(found.items())}


def _moved(node: Any, titles: Json) -> Any:
    if isinstance(node, list):
        return [_moved(item, titles) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(ref := node.get("$ref"), str):
        name = titles.get(ref) or ref.removeprefix("#/$defs/")
        return {**{key: value for key, value in node.items() if key != "$ref"}, "$ref": _PLACE + name}
    # What stands in `examples` is data.
    return {
        key: value if key == "examples" else _moved(value, titles)
        for key, value in node.items()
        if key not in _NOT_HERE
    }


def _operation(told: Json, schemas: Json) -> Json:
    found: Json = {"operationId": told["id"], "summary": told["summary"], "servers": [{"url": told["server"]}]}
    if told["server"] == _CHAT:
        found["security"] = [{"token": []}]
    content = _form(schemas[told["form"]]) if "form" in told else _body(*told["body"])
    found["requestBody"] = {"required": True, "content": content}
    found["responses"] = {status: _answer(text, name) for status, text, name in (*told["answers"], *told["refusals"])}
    return found


def _body(name: str, wanted: str | None) -> Json:
    schema: Json = {"$ref": _PLACE + name}
    if wanted is not None:
        schema["properties"] = {"requestType": {"const": wanted}}
    return {"application/json": {"schema": schema}}


def _form(schema: Json) -> Json:
    """The message as a form: its files are parts of their own, with their bytes."""
    parts = {**schema["properties"], "files": {**schema["properties"]["files"], "items": {}}}
    encoding = {"files": {"contentType": "application/octet-stream"}}
    form = {"type": "object", "required": schema["required"], "properties": parts}
    return {"multipart/form-data": {"schema": form, "encoding": encoding}}


def _answer(text: str, name: str | None) -> Json:
    if name is None:
        return {"description": text, "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": text, "content": {"application/json": {"schema": {"$ref": _PLACE + name}}}}


def text() -> str:
    """The document as it is committed."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
