"""A call in a stream of Converse whose input comes in pieces is a plain call, from its first event on."""

from __future__ import annotations

import json

import turnwire

EVENTS = (
    {"messageStart": {"role": "assistant"}},
    {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "t1", "name": "look"}}, "contentBlockIndex": 0}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": '{"a"'}}, "contentBlockIndex": 0}},
    {"contentBlockDelta": {"delta": {"toolUse": {"input": ":1}"}}, "contentBlockIndex": 0}},
    {"contentBlockStop": {"contentBlockIndex": 0}},
    {"messageStop": {"stopReason": "tool_use"}},
)


def test_nothing_of_such_a_call_is_reported_as_lost() -> None:
    reader, writer = turnwire.stream_reader("bedrock_converse"), turnwire.stream_writer("openai_chat")
    for event in EVENTS:
        for each in reader.feed(json.dumps(event).encode() + b"\n"):
            writer.send(each)
    for each in reader.close():
        writer.send(each)
    writer.close()
    assert {"invented"} == {loss.kind for loss in writer.losses}
