"""Laws of the two orders, over threads of every shape."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from turnwire.systems.gpt2099.threads import Frame, InMemory, resolve, walk
from turnwire.systems.gpt2099.threads.frames import decode, encode
from turnwire.systems.gpt2099.threads.options import merge

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)
records = st.dictionaries(st.sampled_from(["provider_ptr", "servers", "search", "tool_mode"]), values, max_size=3)


@st.composite
def threads(draw: st.DrawFn, most: int = 8) -> list[dict[str, Any]]:
    """Frames as JSON, each continuing some of those before it, in any of the ways there are to say so."""
    found: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, most))):
        earlier = [each["id"] for each in found]
        meta: dict[str, Any] = draw(st.fixed_dictionaries({}, optional={"options": records, "inherited": records}))
        if earlier:
            some = st.lists(st.sampled_from(earlier), max_size=3)
            links = draw(st.none() | st.sampled_from(earlier) | some)
            if links is not None:
                meta["continues"] = links
        frame = {"id": f"{number:025d}", "topic": "gpt.turn", "meta": meta}
        if draw(st.booleans()):
            frame["hash"] = str(number)
            meta["content_type"] = "application/json"
        found.append(frame)
    return found


def opened(frames: list[dict[str, Any]]) -> InMemory:
    contents = {str(number): json.dumps([{"type": "text", "text": str(number)}]).encode() for number in range(20)}
    return InMemory([decode(json.dumps(each).encode()) for each in frames], contents)


def parents_of(frame: Frame) -> list[str]:
    return frame.about.parents


@given(threads())
def test_frames_come_back_equal(frames: list[dict[str, Any]]) -> None:
    assert frames == [json.loads(encode(decode(json.dumps(each).encode()))) for each in frames]


@given(threads(), st.sampled_from(["gpt2099", "fixed"]))
def test_the_same_thread_resolves_to_the_same_window(frames: list[dict[str, Any]], order: Any) -> None:
    once = resolve(opened(frames), order=order).to_json()
    assert once == resolve(opened(frames[::-1]), order=order).to_json()


@given(threads())
def test_the_fixed_order_has_every_ancestor_once_and_what_is_continued_first(frames: list[dict[str, Any]]) -> None:
    turns = opened(frames)
    found = [each.id for each in walk(turns, order="fixed")]
    every = {each.id for each in walk(turns)}
    assert (sorted(every), len(every)) == (sorted(found), len(found))
    for place, each in enumerate(walk(turns, order="fixed")):
        assert set(parents_of(each)) <= set(found[:place])


@given(threads())
def test_as_gpt2099_walks_a_turn_comes_once_for_each_path_to_it(frames: list[dict[str, Any]]) -> None:
    turns = opened(frames)
    walked = walk(turns)

    def paths(turn_id: str, target: str) -> int:
        frame = turns.frame(turn_id)
        assert frame is not None
        return (turn_id == target) + sum(paths(each, target) for each in parents_of(frame))

    last = frames[-1]["id"]
    for frame in frames:
        assert paths(last, frame["id"]) == sum(each.id == frame["id"] for each in walked)


@given(threads())
def test_both_orders_are_one_in_a_thread_without_branches(frames: list[dict[str, Any]]) -> None:
    for before, after in zip([None, *frames[:-1]], frames, strict=True):
        after["meta"]["continues"] = [before["id"]] if before else []
    assert resolve(opened(frames)).to_json() == resolve(opened(frames), order="fixed").to_json()


@given(records, records)
def test_merged_options_say_what_came_last(before: dict[str, Any], after: dict[str, Any]) -> None:
    found = merge(before, after)
    assert {*before, *after} == set(found)
    assert after == {name: found[name] for name in after if not isinstance(found[name], dict | list)} | {
        name: value for name, value in after.items() if isinstance(found[name], dict | list)
    }
    assert merge(before, {}) == before
    assert merge({}, after) == after
    assert found == merge(found, {})
