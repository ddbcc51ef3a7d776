"""What is held of each real file of gpt2099, as functions from a file to its faults: what deviates -> how."""

from __future__ import annotations

import base64
import itertools
import json
from typing import TYPE_CHECKING, Any

import msgspec
from tests.gpt2099 import nuon
from tests.gpt2099.conftest import REAL
from tests.laws import checks

import turnwire
from turnwire.documents import schemas
from turnwire.errors import InvalidDocument
from turnwire.gpt2099.v1 import structs, upb
from turnwire.systems.gpt2099.providers import PROVIDERS, aggregate, prepare_request, qualified, streamed, tool_result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from turnwire.dialects.dialect import Kind

Json = dict[str, Any]
Faults = dict[str, str]

NAME = "gpt2099"
# "`.err` fixtures match by substring; several contain only nushell's generic" words for any error.
GENERIC = "Eval block failed with pipeline input"


def encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def different(what: str, expected: Any, found: Any) -> Faults:
    return {} if expected == found else {what: f"{found!r} is not {expected!r}"[:400]}


def _document(body: Any, kind: Kind, what: str = "") -> Faults:
    """Read, written back equal and without loss, told what it is, and valid by its schema."""
    found = _comes_back(body, kind, what)
    text = encoded(body)
    if turnwire.detect(text)[:1] != [(NAME, kind)]:
        found[f"{what} is told".strip()] = str(turnwire.detect(text))
    schema = {"request": f"{NAME}/context-window", "response": f"{NAME}/reply"}[kind]
    invalid = [each.message for each in schemas.validator(schema).iter_errors(body)]
    return found | ({f"{what} is valid".strip(): "; ".join(invalid)[:300]} if invalid else {})


def _comes_back(body: Any, kind: Kind, what: str = "") -> Faults:
    return {f"{what} comes back".strip(): fault for fault in checks.identity(NAME, kind, encoded(body))}


# The structs of the generated package, and the two ways between them and Protobuf.
MESSAGES: dict[str, tuple[Any, Any, Any]] = {
    "ContextWindow": (structs.ContextWindow, upb.context_window_to_upb, upb.context_window_from_upb),
    "Reply": (structs.Reply, upb.reply_to_upb, upb.reply_from_upb),
    "TurnFrame": (structs.TurnFrame, upb.turn_frame_to_upb, upb.turn_frame_from_upb),
    "StreamerEvent": (structs.StreamerEvent, upb.streamer_event_to_upb, upb.streamer_event_from_upb),
    "McpResponse": (structs.McpResponse, upb.mcp_response_to_upb, upb.mcp_response_from_upb),
}


def _in_binary(body: Any, message: str, what: str = "") -> Faults:
    """The same through the generated package and Protobuf; null is absence there."""
    struct, to_upb, from_upb = MESSAGES[message]
    held = msgspec.json.decode(encoded(body), type=struct)
    sent = to_upb(held)
    back = from_upb(type(sent).FromString(sent.SerializeToString()))
    found = json.loads(msgspec.json.encode(back))
    return different(f"{what} in Protobuf".strip(), _said(body), _said(found))


def _said(value: Any) -> Any:
    """JSON without what says no more than absence: nulls of records, and empty lists of those."""
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items() if each is not None and each != []}
    return [_said(each) for each in value] if isinstance(value, list) else value


def window(path: Path) -> Faults:
    body = json.loads(path.read_bytes())
    return _document(body, "request") | _in_binary(body, "ContextWindow")


def prepared(path: Path) -> Faults:
    """`expected-<provider>.json` is the request, `expected-<provider>.err` words of the error."""
    context = json.loads(path.with_name("input.json").read_bytes())
    servers = (context["options"] or {}).get("servers", [])
    tools = [tool for server in servers for tool in json.loads((path.parents[2] / f"tools/{server}.json").read_bytes())]
    provider = path.stem.removeprefix("expected-")
    try:
        found: Any = prepare_request(context, provider, tools=tools)
    except InvalidDocument as refusal:
        found = refusal.diagnostics[0].message
    if path.suffix == ".json":
        return different("request", json.loads(path.read_bytes()), found)
    words = path.read_text("utf-8").strip()
    is_refused = isinstance(found, str) and (words == GENERIC or words.startswith(found))
    return {} if is_refused else {"refusal": str(found)[:300]}


def tools(path: Path) -> Faults:
    """Every provider is told of the tools of a server."""
    listed = json.loads(path.read_bytes()) if path.suffix == ".json" else nuon.loads(path.read_text("utf-8"))
    named = qualified("server", listed)
    made = {each: prepare_request({"messages": [], "options": {}}, each, tools=named) for each in PROVIDERS}
    return different("names", [[each["name"] for each in named]] * len(made), [_names(each) for each in made.values()])


def _names(body: Json) -> list[str]:
    told = [each for tool in body["tools"] for each in tool.get("functionDeclarations", [tool])]
    return [each.get("function", each)["name"] for each in told]


def without_ids(body: Json) -> Json:
    """A reply whose calls have the same ids in each run: the real ones are random."""
    message = body["message"]
    content = [{**each, "id": "any"} if each["type"] == "tool_use" else each for each in message["content"]]
    return {**body, "message": {**message, "content": content}}


def reply(path: Path) -> Faults:
    """A reply as its events add up to it, read and written back."""
    body = json.loads(path.read_bytes())
    made = aggregate(lines(path.with_name("events.jsonl")), path.parents[1].name, new_id=_counted())
    found = _document(body, "response") | _in_binary(body, "Reply")
    return found | different("aggregate", without_ids(body), without_ids(made))


def _counted() -> Any:
    numbers = itertools.count(1)
    return lambda: f"call_{next(numbers)}"


def shown(path: Path) -> Faults:
    """The events that are shown of a stream, each valid by its schema."""
    expected, provider = lines(path), path.parents[1].name
    found = [made for event in lines(path.with_name("events.jsonl")) if (made := streamed(event, provider)) is not None]
    valid = schemas.validator(f"{NAME}/streamer-event")
    faults = different("events", expected, found)
    for n, event in enumerate(expected):
        faults |= _in_binary(event, "StreamerEvent", f"event {n}")
    return faults | {f"event {n} is valid": str(event) for n, event in enumerate(expected) if not valid.is_valid(event)}


def older_reply(path: Path) -> Faults:
    """The older shape; the events that it was made of stand beside it."""
    body, provider = nuon.loads(path.read_text("utf-8")), path.parent.name
    events = nuon.loads(path.with_name("01-response_stream.nuon").read_text("utf-8"))
    made = aggregate(events, provider, new_id=_counted())
    expected = {"message": body["message"]}
    found = _document(body, "response") | _in_binary(body, "Reply")
    return found | different("aggregate", without_ids(expected), without_ids(made))


def older_shown(path: Path) -> Faults:
    stream = path.name.replace("02-response_stream_streamer", "01-response_stream").replace("-streamer", "")
    events = nuon.loads(path.with_name(stream).read_text("utf-8"))
    found = [made for event in events if (made := streamed(event, path.parent.name)) is not None]
    return different("events", nuon.loads(path.read_text("utf-8")), found)


def stream(path: Path) -> Faults:
    """A stream of events that are records, and of which a reply is made."""
    is_json = path.suffix == ".jsonl"
    events = lines(path) if is_json else nuon.loads(path.read_text("utf-8"))
    made = aggregate(events, path.parents[1].name if is_json else path.parent.name, new_id=_counted())
    return _document(made, "response")


def thread(path: Path) -> Faults:
    """A stored thread: the list of its records."""
    records = nuon.loads(path.read_text("utf-8"))
    valid = schemas.validator(f"{NAME}/context-window#/$defs/MessageRecord")
    faults = {f"record {n} is valid": str(each) for n, each in enumerate(records) if not valid.is_valid(each)}
    return _comes_back(records, "request") | faults | _in_binary({"messages": records}, "ContextWindow")


def answer(path: Path) -> Faults:
    given = json.loads(path.with_name("input.json").read_bytes())
    found = tool_result(given["mcp_response"], given["tool_use"])
    return different("result", json.loads(path.read_bytes()), found)


def question(path: Path) -> Faults:
    response = json.loads(path.read_bytes())["mcp_response"]
    invalid = [each.message for each in schemas.validator(f"{NAME}/mcp-response").iter_errors(response)]
    return ({"is valid": "; ".join(invalid)} if invalid else {}) | _in_binary(response, "McpResponse")


def asset(path: Path) -> Faults:
    """The bytes behind the document blocks of the fixtures."""
    data = base64.b64encode(path.read_bytes()).decode()
    windows = sorted(REAL.glob("tests/fixtures/providers/prepare-request/*/input.json"))
    return {} if any(data in each.read_text("utf-8") for each in windows) else {"is used": "in no fixture"}


def resolved(path: Path) -> Faults:
    data = json.loads(path.read_bytes())
    found: Faults = {}
    for name, body in data["resolve"].items():
        found |= _document(body, "request", name) | _in_binary(body, "ContextWindow", name)
    valid = schemas.validator(f"{NAME}/turn-frame")
    for n, frame in enumerate(data["frames"]):
        found |= _in_binary(frame, "TurnFrame", f"frame {n}")
    return found | {f"frame {n}": str(each) for n, each in enumerate(data["frames"]) if not valid.is_valid(each)}


def edges(path: Path) -> Faults:
    """Inputs and what each provider is sent of them, or that it is an error."""
    found: Faults = {}
    for case in json.loads(path.read_bytes()):
        found |= {f"{case['name']}: {what}": how for what, how in _edge(case)}
    return found


def _edge(case: Json) -> Iterator[tuple[str, str]]:
    yield from _document(case["input"], "request").items()
    for provider, expected in case["results"].items():
        try:
            made: Json = {"ok": prepare_request(case["input"], provider)}
        except InvalidDocument:
            made = {"error": True}
        yield from different(provider, expected, made).items()


def probed_tools(path: Path) -> Faults:
    """Lists of tools as each provider gets them; Anthropic's have all that the providers are told."""
    probes = lines(path)
    found = different("providers of each list", [sorted(PROVIDERS)] * 3, [sorted(results) for results in probes])
    for n, results in enumerate(probes):
        listed = [{**tool, "inputSchema": tool.pop("input_schema")} for tool in map(dict, results["anthropic"])]
        for provider, expected in results.items():
            try:
                made: Any = prepare_request({"messages": [], "options": {}}, provider, tools=listed)["tools"]
            except InvalidDocument as refusal:
                made = f"ERR {refusal.diagnostics[0].message}"
            is_refused = isinstance(made, str) and isinstance(expected, str) and expected.startswith("ERR ")
            found |= different(f"list {n}: {provider}{': ' + made if is_refused else ''}", expected, made)
    return found


def new_turns(path: Path) -> Faults:
    """What new turns store: the meta of a frame, and content blocks; turnwire.systems.gpt2099.threads makes them."""
    meta = schemas.validator(f"{NAME}/turn-frame#/$defs/TurnMeta")
    found: Faults = {}
    for n, turn in enumerate(lines(path)):
        if not meta.is_valid(turn["meta"]):
            found[f"turn {n}: meta"] = str(turn["meta"])
        said = {"messages": [{"role": "user", "content": turn["body"]}], "options": {}}
        found |= _document(said, "request", f"turn {n}")
    return found


def prose(path: Path) -> Faults:
    """A page for people to read: it is text."""
    return {} if path.read_text("utf-8") else {"text": "empty"}
