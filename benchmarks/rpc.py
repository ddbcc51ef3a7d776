"""CPU time of one Convert call against a bare echo service of the same stack, and the conversion in process.

Allowed: echo + 1.5 times the conversion.  Both servers run in processes of their own with the same settings, the
echo with the same messages; the three are measured in turns, and what is compared is the median over the rounds of
(measured / allowed in the same round), so that a machine that slows down for a while slows all three.
The clock is that of the whole server process, all its threads, user and system time.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import grpc

from benchmarks.ratio import Row
from turnwire.codec.limits import STRICT
from turnwire.convert import read, write
from turnwire.service import conversion
from turnwire.service.server import NAME, new_server
from turnwire.service.settings import Settings
from turnwire.service.warming import warm_up
from turnwire.service.worker import spare_the_collector
from turnwire.v1.service_pb2 import KIND_REQUEST, ConvertRequest, ConvertResponse, WireDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.codec.limits import Limits

SOURCE, TARGET = "openai_chat", "anthropic_messages"
SIZES = {"2 KB": 2_000, "100 KB": 100_000}
CALLS = {"2 KB": 200, "100 KB": 40}
ROUNDS = 31
ROOT = Path(__file__).parents[1]
IN_FLIGHT = 8
METHOD = f"/{NAME}/Convert"


class Figures(NamedTuple):
    """CPU microseconds: of an echo call, of a Convert call, of the conversion alone."""

    echo: float
    convert: float
    alone: float

    @property
    def allowed(self) -> float:
        """What a Convert call may cost."""
        return self.echo + 1.5 * self.alone


def document(size: int) -> bytes:
    """An OpenAI chat request of about so many bytes: turns of text, a tool call and its result."""
    messages: list[dict[str, object]] = [{"role": "system", "content": "You are a careful assistant for bus travel."}]
    count, length = 0, len(json.dumps(messages))
    while length < size - 400:
        turn = _turn(count)
        messages += turn
        length += len(json.dumps(turn))
        count += 1
    parameters = {"type": "object", "properties": {"stop": {"type": "string"}, "limit": {"type": "integer"}}}
    tool = {
        "type": "function",
        "function": {"name": "departures", "description": "Next buses.", "parameters": parameters},
    }
    return json.dumps({"model": "gpt-4o", "messages": messages, "tools": [tool]}).encode()


def _turn(number: int) -> list[dict[str, object]]:
    """A question, a call, its result and the answer."""
    call = f"call_{number:06}"
    function = {"name": "departures", "arguments": json.dumps({"stop": f"Stop {number}", "limit": 3})}
    return [
        {"role": "user", "content": f"When does bus {number} leave?  I am at the corner of the old market."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": call, "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": call, "content": "12:04, 12:19 and 12:34 from platform 2, all on time."},
        {"role": "assistant", "content": f"The next one leaves at 12:04 from platform 2.  Shall I note {number}?"},
    ]


def echoed(request: ConvertRequest, _: object) -> ConvertResponse:
    """The document of a request, as a reply."""
    return ConvertResponse(data=request.wire.data)


def serve(answer: Callable[[ConvertRequest, Limits], ConvertResponse]) -> None:
    """A bare server: the same stack, the same messages, and nothing around the answer.  Runs until it is killed."""
    settings = Settings(port=0)
    limits = settings.limits

    def called(request: ConvertRequest, _: grpc.ServicerContext) -> ConvertResponse:
        return answer(request, limits)

    warm_up()
    server = new_server(settings, ThreadPoolExecutor(settings.workers))
    convert = grpc.unary_unary_rpc_method_handler(called, ConvertRequest.FromString, ConvertResponse.SerializeToString)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, {"Convert": convert}),))
    port = server.add_insecure_port(settings.address)
    server.start()
    spare_the_collector()
    print(json.dumps({"listening": f"{settings.host}:{port}"}), file=sys.stderr, flush=True)
    server.wait_for_termination()


class Server:
    """A server process, and its CPU clock."""

    def __init__(self, *arguments: str) -> None:
        self._child = subprocess.Popen([sys.executable, *arguments], stderr=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603
        target = json.loads(self._said().readline())["listening"]
        self._channel = grpc.insecure_channel(target, (("grpc.max_receive_message_length", -1),))
        self._call: Any = self._channel.unary_unary(METHOD)
        # clock_getcpuclockid(3) of Linux: the bits of the pid turned over, and 2 for the scheduler's own count.
        self._clock = (~_worker_of(self._child.pid) << 3) | 2

    def cost(self, request: bytes, calls: int) -> float:
        """CPU microseconds of one call, over so many with several in flight."""
        start = time.clock_gettime_ns(self._clock)
        waiting = deque(self._call.future(request) for _ in range(IN_FLIGHT))
        for _ in range(calls - IN_FLIGHT):
            waiting.popleft().result()
            waiting.append(self._call.future(request))
        for last in waiting:
            last.result()
        return (time.clock_gettime_ns(self._clock) - start) / calls / 1000

    def _said(self) -> IO[str]:
        if self._child.stderr is None:
            raise ValueError("no stderr")
        return self._child.stderr

    def end(self) -> None:
        """Kill the process."""
        self._channel.close()
        self._child.kill()
        self._child.wait()
        self._said().close()


def _worker_of(pid: int) -> int:
    """The process that answers the calls: the only child of a supervisor, or the process itself."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else pid


def alone(data: bytes, calls: int) -> float:
    """CPU microseconds of one conversion in this process, read as strictly as the service does."""
    start = time.thread_time_ns()
    for _ in range(calls):
        write(read(data, SOURCE, kind="request", limits=STRICT), TARGET)
    return (time.thread_time_ns() - start) / calls / 1000


def measure(size: str, echo: Server, convert: Server) -> list[Figures]:
    """The three figures at one size, round by round."""
    data, calls = document(SIZES[size]), CALLS[size]
    wire = WireDocument(data=data, dialect=SOURCE, kind=KIND_REQUEST)
    request = ConvertRequest(wire=wire, target=TARGET).SerializeToString()
    turns: tuple[Callable[[], float], ...] = (
        lambda: echo.cost(request, calls),
        lambda: convert.cost(request, calls),
        lambda: alone(data, calls),
    )
    for turn in turns:
        turn()
    return [Figures(*(turn() for turn in turns)) for _ in range(ROUNDS)]


def figures() -> Iterator[tuple[str, list[Figures]]]:
    """The rounds at every size, by its name."""
    echo = Server("-m", "benchmarks.rpc", "echo")
    convert = Server("-m", "turnwire", "serve", "--port", "0")
    try:
        for size in SIZES:
            yield size, measure(size, echo, convert)
    finally:
        echo.end()
        convert.end()


def rows() -> list[Row]:
    """Each size: a Convert call as a ratio to what it may cost."""
    return [
        Row(f"rpc convert {size}", statistics.median(each.convert / each.allowed for each in rounds), 1.0)
        for size, rounds in figures()
    ]


def main() -> None:
    """Print the figures, and what of the conversion a call costs beyond an echo."""
    print(f"CPU us per call, {SOURCE} -> {TARGET}; allowed = echo + 1.5 x conversion")
    for size, rounds in figures():
        echo, convert, own = (statistics.median(column) for column in zip(*rounds, strict=True))
        extra = statistics.median((each.convert - each.echo) / each.alone for each in rounds)
        ratio = statistics.median(each.convert / each.allowed for each in rounds)
        print(
            f"{size:>7}: echo {echo:6.0f}  convert {convert:6.0f}  conversion {own:6.0f}"
            f"  (convert - echo) / conversion {extra:.2f}  convert / allowed {ratio:.2f}"
        )


if __name__ == "__main__":
    servers = {"echo": echoed, "conversion": conversion.convert}
    if sys.argv[1:]:
        serve(servers[sys.argv[1]])
    else:
        main()
