"""What each line of a Codex rollout is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.members import begins, object_of
from turnwire.sessions.files.codex.context import is_context
from turnwire.sessions.files.codex.mirrors import with_unrepeated
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import number_of, record_of, text_of, time_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered
    from turnwire.sessions.files.line import LineRole

# The variants of `RolloutItem` (openai/codex, codex-rs/protocol/src/protocol.rs; later codex-rs/history/src/lib.rs),
# and of the JSON Schema of a line that Codex 0.171.0 makes (`codex app-server generate-internal-json-schema`).
TYPES: Final[Mapping[str, LineRole]] = {
    "session_meta": "event",
    "response_item": "message",
    "compacted": "compaction",
    "turn_context": "event",
    "event_msg": "event",
    "world_state": "event",
    "inter_agent_communication": "interaction",
    "inter_agent_communication_metadata": "event",
    "token_usage_record": "event",
    "security_risk_score": "event",
    "retained_context": "event",
    "realtime_item": "event",
    "dynamic_tools_updated": "event",
}
"""The type of a line -> what the line is."""

# The variants of `ResponseItem` (openai/codex, codex-rs/protocol/src/models.rs), and those of the same schema.
ITEMS: Final[Mapping[str, bool]] = {
    "message": False,
    "reasoning": True,
    "local_shell_call": True,
    "function_call": True,
    "function_call_output": False,
    "custom_tool_call": True,
    "custom_tool_call_output": False,
    "tool_search_call": True,
    "tool_search_output": False,
    "web_search_call": True,
    "image_generation_call": True,
    "ghost_snapshot": False,
    "compaction": True,
    "compaction_summary": True,
    "context_compaction": True,
    "agent_message": True,
    "additional_tools": False,
    "compaction_trigger": False,
    "configuration_update": False,
}
"""The type of an item -> whether the model wrote it; a message tells it by its role."""


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is."""
    return with_unrepeated(_each(numbered))


def _each(numbered: Numbered) -> Iterator[Line]:
    reading = _Reading()
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="event" if not text.strip() else "broken", fault=fault)
        else:
            yield reading.line(number, text, members)


class _Reading:
    """What earlier lines tell about the next one: the session, the model, and the message that goes on."""

    def __init__(self) -> None:
        self._session: str | None = None
        self._model: str | None = None
        self._folder: str | None = None
        self._branch: str | None = None
        self._group = 0
        self._sessions: set[str] = set()
        self._is_at_head = False

    def line(self, number: int, text: bytes, members: dict[str, Raw]) -> Line:
        kind = text_of(members, "type") or ""
        payload = members.get("payload")
        if payload is None:
            return self._early(number, text, members, kind)
        inside = object_of(payload)
        inner = text_of(inside, "type")
        role = TYPES.get(kind, "unknown") if begins(payload, b"{") else "unknown"
        self._note(kind, inside)
        other = self._other_session(kind, inside)
        is_summary = kind == "compacted" and bool(text_of(inside, "message"))
        named = text_of(inside, "thread_name") if inner == "thread_name_updated" else None
        has_prompt = kind == "session_meta" and system_prompt(inside) is not None
        return Line(
            number=number,
            text=text,
            role="message" if has_prompt else "title" if named else role,
            name=f"{kind}/{inner}" if inner else kind,
            speaker=_speaker(kind, inside),
            group=self._group_of(kind, inside),
            time=time_of(members),
            session=self._session,
            payload=payload if role == "message" or is_summary or has_prompt else None,
            model=self._model if kind == "response_item" and _is_by_model(inside) else None,
            tokens=_tokens(inside) if inner == "token_count" else None,
            title=named,
            is_summary=is_summary,
            is_context=is_context(inside),
            other_session=other,
            drops=number_of(inside, "num_turns") if inner == "thread_rolled_back" else 0,
            failure=text_of(inside, "message") if (kind, inner) == ("event_msg", "error") else None,
            folder=self._folder,
            branch=self._branch,
        )

    def _early(self, number: int, text: bytes, members: dict[str, Raw], kind: str) -> Line:
        """Return a line of the first versions, which wrote the items without an envelope."""
        if kind in ITEMS:
            self._note("response_item", members)
            return Line(
                number=number,
                text=text,
                role="message",
                name=f"response_item/{kind}",
                speaker=_speaker("response_item", members),
                group=self._group_of("response_item", members),
                session=self._session,
                payload=_whole(text),
                is_context=is_context(members),
            )
        if "instructions" in members:
            self._session = text_of(members, "id")
        known = "record_type" in members or "instructions" in members
        role: LineRole = "event" if known else "unknown"
        return Line(number=number, text=text, role=role, name=kind, time=time_of(members), session=self._session)

    def _note(self, kind: str, inside: Mapping[str, Raw]) -> None:
        if kind == "session_meta":
            self._session = self._session or text_of(inside, "id")
            self._folder = self._folder or text_of(inside, "cwd")
            self._branch = self._branch or text_of(object_of(inside.get("git")), "branch")
        elif kind == "turn_context":
            self._model = text_of(inside, "model") or self._model
        elif kind != "event_msg" and not (kind == "response_item" and _is_by_model(inside)):
            self._group += 1

    def _other_session(self, kind: str, inside: Mapping[str, Raw]) -> str | None:
        """Return the id of another session that begins with this line, as in files that were joined; else None.

        "During thread/fork, the new rollout includes the fork's own session_meta plus copied history that can contain
        older session_meta entries from the source thread." (https://github.com/openai/codex/pull/11241): these follow
        its own one.
        """
        was_at_head, self._is_at_head = self._is_at_head, kind == "session_meta"
        own = text_of(inside, "id") if self._is_at_head else None
        if own is None:
            return None
        is_other = bool(self._sessions) and own not in self._sessions and not was_at_head
        self._sessions.update(filter(None, (own, text_of(inside, "forked_from_id"))))
        return own if is_other else None

    def _group_of(self, kind: str, inside: Mapping[str, Raw]) -> str | None:
        return str(self._group) if kind == "response_item" and _is_by_model(inside) else None


def _whole(text: bytes) -> Raw:
    return Raw(text)


def _is_by_model(item: Mapping[str, Raw]) -> bool:
    kind = text_of(item, "type") or ""
    return text_of(item, "role") == "assistant" if kind == "message" else ITEMS.get(kind, False)


def _speaker(kind: str, inside: Mapping[str, Raw]) -> str | None:
    if kind == "session_meta":
        return "system"
    if kind == "compacted":
        return "user"
    if kind != "response_item":
        return None
    if _is_by_model(inside):
        return "assistant"
    role = text_of(inside, "role")
    if role:
        return {"developer": "system"}.get(role, role)
    return "tool" if (text_of(inside, "type") or "").endswith("_output") else "assistant"


def system_prompt(meta: Mapping[str, Raw]) -> str | None:
    """Return the instructions of a session: those of the program, or of its first versions."""
    return text_of(object_of(meta.get("base_instructions")), "text") or text_of(meta, "instructions")


def _tokens(inside: Mapping[str, Raw]) -> tuple[int, int] | None:
    total = object_of(object_of(inside.get("info")).get("total_token_usage"))
    return (number_of(total, "input_tokens"), number_of(total, "output_tokens")) if total else None
