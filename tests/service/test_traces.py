"""Traces of calls: their spans over gRPC and HTTP, and what a real server sends to a collector of OTLP."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc
import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from tests.service.calls import PREFIX, send, wire
from tests.service.documents import HISTORY
from tests.service.test_grpc_web import frame
from tests.service.test_http import DETECT, JSON, PATH

import turnwire
from turnwire.service import server, tracing
from turnwire.service.client import Client
from turnwire.service.settings import Settings
from turnwire.service.spans import Spans
from turnwire.service.trace_settings import tracing_of
from turnwire.v1.service_pb2 import ConvertRequest, DetectRequest, WireDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = ("traceparent", f"00-{TRACE}-{PARENT}-01")
WORDS = "where the treasure lies"
STREAM = 'data: {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, '
STREAM += f'"delta": {{"role": "assistant", "content": "{WORDS}"}}, "finish_reason": "stop"}}]}}\n\ndata: [DONE]\n\n'
BODY = json.dumps({"model": "m", "messages": [{"role": "user", "name": "mira", "content": WORDS}]}).encode()


class Traced(NamedTuple):
    """A server whose spans stay in memory."""

    target: str
    http: str
    exporter: InMemorySpanExporter

    def spans(self, count: int = 1) -> Any:
        """The spans, when there are so many: they end after their replies are on their way."""
        end = time.monotonic() + 60
        while len(found := self.exporter.get_finished_spans()) < count:
            assert time.monotonic() < end
            time.sleep(0.01)
        self.exporter.clear()
        return found


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traced]:
    with tracing_server(monkeypatch) as found:
        yield found


@contextmanager
def tracing_server(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> Iterator[Traced]:
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(server, "tracing_of", lambda _: Spans(provider))
    service = server.Service(Settings(port=0, http_port=0, **settings))
    service.start()
    assert service.http is not None
    yield Traced(service.address, service.http.address, exporter)
    service.stop()


def unary(traced: Traced) -> None:
    request = ConvertRequest(wire=wire(BODY, "openai_chat"), target="anthropic_messages")
    with grpc.insecure_channel(traced.target) as channel:
        call: Any = channel.unary_unary(f"{PREFIX}Convert")
        call(request.SerializeToString(), metadata=[TRACEPARENT], timeout=60)


def unary_over_http(traced: Traced) -> None:
    request = {"wire": {"data": base64.b64encode(BODY).decode(), "dialect": "openai_chat"}}
    sent = request | {"target": "anthropic_messages"}
    assert httpx.post(f"http://{traced.http}{PATH}Convert", json=sent, headers=dict([TRACEPARENT])).is_success


def unary_over_grpc_web(traced: Traced) -> None:
    request = ConvertRequest(wire=wire(BODY, "openai_chat"), target="anthropic_messages")
    headers = {"content-type": "application/grpc-web+proto"} | dict([TRACEPARENT])
    sent = frame(request.SerializeToString())
    assert b"grpc-status: 0" in httpx.post(f"http://{traced.http}{PATH}Convert", content=sent, headers=headers).content


def stream(traced: Traced) -> None:
    with Client(traced.target, timeout=60) as client:
        b"".join(client.translate([STREAM.encode()], "openai_chat", "anthropic_messages"))


def stream_over_http(traced: Traced) -> None:
    query = {"source": "openai_chat", "target": "anthropic_messages"}
    sent = {"params": query, "content": STREAM, "headers": dict([TRACEPARENT])}
    assert WORDS in httpx.post(f"http://{traced.http}/streams/convert", **sent).text  # type: ignore[arg-type]


def lost(method: str) -> int:
    if method == "Convert":
        return len(turnwire.convert(BODY, "anthropic_messages", source="openai_chat").losses)
    translated = turnwire.translate([STREAM.encode()], "openai_chat", "anthropic_messages")
    b"".join(translated)
    return len(translated.losses)


# how it is called -> method, transport, whether its client names a parent
CALLS: list[tuple[Callable[[Traced], None], str, str, bool]] = [
    (unary, "Convert", "grpc", True),
    (unary_over_http, "Convert", "connectrpc", True),
    (unary_over_grpc_web, "Convert", "grpc", True),
    (stream, "ConvertStream", "grpc", False),
    (stream_over_http, "ConvertStream", "connectrpc", True),
]


@pytest.mark.parametrize(("call", "method", "transport", "has_parent"), CALLS)
def test_each_call_has_a_span_without_content(
    traced: Traced, call: Callable[[Traced], None], method: str, transport: str, *, has_parent: bool
) -> None:
    call(traced)
    (span,) = traced.spans()
    found = dict(span.attributes)
    sizes = [found.pop(f"turnwire.{part}.bytes") for part in ("request", "reply")]
    assert all(size > len(WORDS) for size in sizes)
    assert lost(method) == found.pop("turnwire.losses") > 0
    assert found == {
        "rpc.system.name": transport,
        "rpc.method": f"turnwire.v1.ConverterService/{method}",
        "rpc.response.status_code": "OK",
        "turnwire.source": "openai_chat",
        "turnwire.target": "anthropic_messages",
    }
    assert (SpanKind.SERVER, found["rpc.method"]) == (span.kind, span.name)
    parent = (f"{span.parent.trace_id:032x}", f"{span.parent.span_id:016x}") if span.parent else None
    assert parent == ((TRACE, PARENT) if has_parent else None)
    assert WORDS not in span.to_json()


def test_the_codes_of_errors_are_on_the_spans(traced: Traced, broken: str) -> None:
    def status(dialect: str, data: bytes) -> tuple[str, StatusCode, Any]:
        request = ConvertRequest(wire=WireDocument(data=data, dialect=dialect), target="turnwire")
        with grpc.insecure_channel(traced.target) as channel, pytest.raises(grpc.RpcError):
            send(channel, "Convert", request)
        (span,) = traced.spans()
        assert WORDS not in span.to_json()
        return (
            span.attributes["rpc.response.status_code"],
            span.status.status_code,
            span.attributes.get("turnwire.source"),
        )

    assert ("INVALID_ARGUMENT", StatusCode.UNSET, "turnwire") == status("turnwire", WORDS.encode())
    assert ("INVALID_ARGUMENT", StatusCode.UNSET, None) == status(WORDS, HISTORY)
    assert ("INTERNAL", StatusCode.ERROR, broken) == status(broken, HISTORY)


def refused(traced: Traced) -> None:
    with grpc.insecure_channel(traced.target) as channel:
        call: Any = channel.unary_unary(f"{PREFIX}Detect")
        with pytest.raises(grpc.RpcError):
            call(b"", metadata=[TRACEPARENT], timeout=60)


def refused_over_http(traced: Traced) -> None:
    headers = JSON | dict([TRACEPARENT])
    assert httpx.post(f"http://{traced.http}{PATH}Detect", content=DETECT, headers=headers).is_error


def refused_over_grpc_web(traced: Traced) -> None:
    headers = {"content-type": "application/grpc-web+proto"} | dict([TRACEPARENT])
    assert httpx.post(f"http://{traced.http}{PATH}Detect", content=frame(b""), headers=headers).is_success


def stream_refused_over_http(traced: Traced) -> None:
    sent = {"content": STREAM, "headers": dict([TRACEPARENT])}
    assert httpx.post(f"http://{traced.http}/streams/convert", **sent).is_error  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "method", "transport"),
    [
        (refused, "Detect", "grpc"),
        (refused_over_http, "Detect", "connectrpc"),
        (refused_over_grpc_web, "Detect", "grpc"),
        (stream_refused_over_http, "ConvertStream", "connectrpc"),
    ],
)
def test_a_call_that_is_refused_before_it_is_read_has_a_span(
    call: Callable[[Traced], None], method: str, transport: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tokens.toml").write_text('[gateway]\ntoken = "open sesame"\n', "utf-8")
    with tracing_server(monkeypatch, tokens=str(tmp_path / "tokens.toml")) as traced:
        call(traced)
        (span,) = traced.spans()
    assert (f"{span.parent.trace_id:032x}", span.status.status_code) == (TRACE, StatusCode.UNSET)
    assert dict(span.attributes) == {
        "rpc.system.name": transport,
        "rpc.method": f"turnwire.v1.ConverterService/{method}",
        "rpc.response.status_code": "UNAUTHENTICATED",
        "turnwire.request.bytes": 0,
        "turnwire.reply.bytes": 0,
        "turnwire.losses": 0,
    }


def test_what_is_no_call_has_no_span(traced: Traced) -> None:
    assert httpx.get(f"http://{traced.http}/secret").is_error
    unary_over_http(traced)
    (span,) = traced.spans()
    assert "turnwire.v1.ConverterService/Convert" == span.name


def test_a_session_file_for_the_page_has_a_span(traced: Traced) -> None:
    assert 400 == httpx.post(f"http://{traced.http}/sessions/threads", content=DETECT, headers=JSON).status_code
    (span,) = traced.spans()
    assert ("connectrpc", "INVALID_ARGUMENT") == tuple(
        span.attributes[key] for key in ("rpc.system.name", "rpc.response.status_code")
    )


def test_a_batch_has_one_span_for_all_its_documents(traced: Traced) -> None:
    with Client(traced.target, timeout=60) as client:
        list(client.convert_batch([BODY] * 3, "anthropic_messages"))
    (span,) = traced.spans()
    assert 3 * len(BODY) < span.attributes["turnwire.request.bytes"]
    assert 3 <= span.attributes["turnwire.losses"]


class Collector(NamedTuple):
    """A collector of OTLP, and what it got."""

    endpoint: str
    got: list[Any]


@contextmanager
def collecting() -> Iterator[Collector]:
    got: list[Any] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append((self.path, ExportTraceServiceRequest.FromString(body)))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        yield Collector(f"http://127.0.0.1:{receiver.server_port}", got)
        receiver.shutdown()


@contextmanager
def served(environ: dict[str, str]) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`turnwire serve` as a program; ends with SIGTERM."""
    command = [sys.executable, "-m", "turnwire", "serve", "--port", "0", "--http-port", "0", "--lame-duck", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ) as child:
        try:
            assert child.stderr is not None
            line = child.stderr.readline()
            while "listening" not in line:
                line = child.stderr.readline()
            yield json.loads(line)["http"], child
        finally:
            child.terminate()
            child.wait(60)


def environment(**variables: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")} | variables


def test_a_server_sends_its_spans_to_a_collector() -> None:
    with collecting() as collector:
        variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.endpoint, "OTEL_SERVICE_NAME": "converter"}
        with served(environment(**variables)) as (http, _):
            headers = JSON | dict([TRACEPARENT])
            assert httpx.post(f"http://{http}{PATH}Detect", content=DETECT, headers=headers).is_success
        ((path, request),) = collector.got  # sent at the end, when the server had stopped
    (group,) = request.resource_spans
    (span,) = group.scope_spans[0].spans
    names = {each.key: each.value.string_value for each in group.resource.attributes}
    assert ("/v1/traces", "converter", TRACE) == (path, names["service.name"], span.trace_id.hex())
    assert "turnwire.v1.ConverterService/Detect" == span.name


def test_a_collector_that_is_gone_delays_nothing() -> None:
    with served(environment(OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1")) as (http, child):
        assert httpx.post(f"http://{http}{PATH}Detect", content=DETECT, headers=JSON).is_success
        begin = time.monotonic()
        child.terminate()
        assert (0, True) == (child.wait(60), time.monotonic() - begin < 30)


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"}, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}, ""),
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER is otlp or none"),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, "http/protobuf or grpc"),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "turnwire[otel]"),
    ],
)
def test_traces_are_off_unless_they_are_turned_on(
    variables: dict[str, str], wanted: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.grpc", None)
    assert isinstance(tracing_of(variables), tracing.Untraced)
    assert wanted in caplog.text
    assert bool(wanted) == bool(caplog.records)


def test_nothing_of_opentelemetry_is_imported_unless_it_is_turned_on() -> None:
    program = (
        "import sys; from turnwire.service.server import Service; from turnwire.service.settings import Settings;"
        "Service(Settings(port=0)); print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, env=environment()
    )
    assert "[]" == done.stdout.strip()


def test_the_names_of_clients_are_no_attributes() -> None:
    facts = tracing.Facts()
    facts.requested(DetectRequest(data=b"x"), 1)
    facts.requested(ConvertRequest(wire=wire(b"x", WORDS), target=WORDS), 2)
    assert ("", "", 3) == (facts.source, facts.target, facts.request_bytes)
    facts.requested(ConvertRequest(wire=wire(b"x", "ollama"), target="anthropic_messages:claude-opus-5"), 1)
    assert ("ollama_chat", "anthropic_messages") == (facts.source, facts.target)
