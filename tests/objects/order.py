"""In which order the providers send the parts of a stream: what of it does not hold for one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def disorder(dialect: str, stream: bytes, chunks: list[Any]) -> list[str]:
    """What is out of order in a whole stream of a format in ORDERS."""
    is_done = stream.endswith(b"data: [DONE]\n\n") and 1 == stream.count(b"data: [DONE]\n")
    faults = ORDERS[dialect](chunks)
    return [*faults, "[DONE] is not last, and once"] if ORDERS[dialect] is _chat and not is_done else faults


def _chat(chunks: list[Any]) -> list[str]:
    """The chunk of the usage has no choices, and is the last; a role first, and one finish_reason for each choice.

    A call is whole where the next one begins: so OpenAI's package has it.
    """
    faults, begun, ended, calls = [], set[int](), Counter[int](), dict[int, int]()
    for n, chunk in enumerate(chunks):
        if chunk.get("usage") and (chunk["choices"] or n + 1 != len(chunks)):
            faults.append("usage stands beside choices, or is not last")
        for choice in chunk["choices"]:
            index = choice["index"]
            if index not in begun and "role" not in choice["delta"]:
                faults.append(f"choice {index} begins without a role")
            if ended[index]:
                faults.append(f"choice {index} goes on when it has ended")
            for call in choice["delta"].get("tool_calls") or ():
                number = call["index"] if isinstance(call, dict) else 0
                if number < calls.setdefault(index, number):
                    faults.append(f"call {number} goes on when the next one has begun")
                calls[index] = max(calls[index], number)
            begun.add(index)
            ended[index] += choice["finish_reason"] is not None
    return faults


def _message(events: list[Any]) -> list[str]:
    """message_start, each block with its start, deltas and stop, one after the other; message_delta, message_stop."""
    kinds = [event["type"] for event in events]
    if (kinds[:1], kinds[-2:]) != (["message_start"], ["message_delta", "message_stop"]):
        return [f"begins with {kinds[:1]} and ends with {kinds[-2:]}"]
    faults, here, count = [], None, 0
    for event in events[1:-2]:
        kind = event["type"]
        if kind == "content_block_start":
            ok, here, count = here is None and event["index"] == count, event["index"], count + 1
        else:
            ok = kind in ("content_block_delta", "content_block_stop") and event["index"] == here
        if kind == "content_block_stop":
            here = None
        if not ok:
            faults.append(f"{event.get('delta', event)['type']} of block {event.get('index')} is out of order")
    return faults if here is None else [*faults, f"block {here} does not stop"]


def _response(events: list[Any]) -> list[str]:
    """Numbered by one; an item is added, then its parts and pieces, then done; all that is said of it, by its id."""
    faults = []
    if [event["sequence_number"] for event in events] != list(range(len(events))):
        faults.append("sequence_number does not rise by one")
    kinds = [event["type"] for event in events]
    if kinds[:2] != ["response.created", "response.in_progress"]:
        faults.append(f"begins with {kinds[:2]}")
    return [*faults, *_items(events), *_parts(events)]


def _items(events: list[Any]) -> list[str]:
    faults = []
    added: list[Any] = []
    done: set[int] = set()
    for event in (event for event in events if "output_index" in event):
        number, kind = event["output_index"], event["type"]
        if kind == "response.output_item.added":
            faults += [] if number == len(added) else [f"item {number} is added out of order"]
            added.append(event["item"])
        elif number >= len(added) or number in done:
            faults.append(f"{kind} of item {number} is out of order")
        elif "item_id" in event and added[number].get("id") not in (None, event["item_id"]):
            faults.append(f"{kind} of item {number} has another id")
        if kind == "response.output_item.done":
            done.add(number)
    return faults if done == set(range(len(added))) else [*faults, "an item is not done"]


def _parts(events: list[Any]) -> list[str]:
    """A part is added before its deltas, and done after them; a done text is what its deltas said."""
    faults = []
    texts: dict[tuple[Any, ...], str] = {}
    for event in events:
        _, _, name = event["type"].partition(".")
        place = (event.get("output_index"), event.get("content_index"), event.get("summary_index"))
        if name.endswith("part.added"):
            texts[place] = ""
        elif name in ("output_text.delta", "refusal.delta", "reasoning_summary_text.delta", "reasoning_text.delta"):
            if place not in texts:
                faults.append(f"{name} before its part")
            texts[place] = texts.get(place, "") + event["delta"]
        elif name.endswith("part.done") and place not in texts:
            faults.append(f"{name} of no part")
    return faults


def _lines(lines: list[Any]) -> list[str]:
    """One line says that it is done, the last."""
    done = [line.get("done") for line in lines]
    return [] if done == [False] * (len(lines) - 1) + [True] else [f"done: {done}"]


def _candidates(chunks: list[Any]) -> list[str]:
    """The last chunk of each candidate has why it stopped; the last of all has the usage."""
    ended: set[int] = set()
    faults = []
    for chunk in chunks:
        for candidate in chunk.get("candidates") or []:
            index = candidate.get("index", 0)
            if index in ended:
                faults.append(f"candidate {index} goes on when it has ended")
            if candidate.get("finishReason"):
                ended.add(index)
    return faults


def _cohere(events: list[Any]) -> list[str]:
    """message-start, then the parts one after the other, each from its start to its end, and message-end."""
    kinds = [event["type"] for event in events]
    if (kinds[:1], kinds[-1:]) != (["message-start"], ["message-end"]):
        return [f"begins with {kinds[:1]} and ends with {kinds[-1:]}"]
    faults, here, counts = list[str](), None, Counter[str]()
    for event in events[1:-1]:
        place, _, what = event["type"].rpartition("-")
        number = event.get("index")
        if what == "start":
            ok, here, counts[place] = here is None and number == counts[place], (place, number), counts[place] + 1
        else:
            ok = here == (None if place == "tool-plan" else (place, number))
        if what == "end":
            here = None
        if not ok:
            faults.append(f"{event['type']} {number} is out of order")
    return faults if here is None else [*faults, f"{here} does not end"]


ORDERS: dict[str, Callable[[list[Any]], list[str]]] = {
    "openai_chat": _chat,
    "mistral_chat": _chat,
    "anthropic_messages": _message,
    "openai_responses": _response,
    "ollama_chat": _lines,
    "gemini_generate": _candidates,
    "cohere_chat": _cohere,
}
"""The formats whose order is known here, from what their providers send: a dialect may be without one."""
