"""Exports of Open WebUI, of our own: a name and the document."""

from __future__ import annotations

import html
import json
from typing import Any, Final


def message(name: str, role: str, content: object, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {"id": name, "parentId": parent, "role": role, "content": content, "timestamp": 1755511200, **more}


def chat(*messages: dict[str, Any], current: str | None = None, **more: Any) -> dict[str, Any]:
    by_id = {
        each["id"]: {**each, "childrenIds": [other["id"] for other in messages if other["parentId"] == each["id"]]}
        for each in messages
    }
    history = {"messages": by_id, "currentId": current or (messages[-1]["id"] if messages else None)}
    inner = {"title": "Greeting", "models": ["llama3"], "params": {}, "history": history, "messages": list(messages)}
    return {"id": "ow-1", "user_id": "u", "title": "Greeting", "chat": inner, "created_at": 1755511200, **more}


def asked(**more: Any) -> list[Any]:
    """An export with one message of the user."""
    return [chat(message("u1", "user", "hello", **more))]


def answered(content: object = "hi", **more: Any) -> list[Any]:
    """An export with a reply."""
    return [chat(_HELLO, message("a1", "assistant", content, "u1", model="llama3", **more))]


def asked_with(content: str) -> list[Any]:
    """An export with this message of the user."""
    return [chat(message("u1", "user", content))]


def _called(own: str, name: str, arguments: str, result: str) -> str:
    """A call as Open WebUI writes it into the text of a reply."""
    given, given_back = html.escape(json.dumps(arguments)), html.escape(json.dumps(result, ensure_ascii=False))
    head = f'<details type="tool_calls" done="true" id="{own}" name="{name}" arguments="{given}" result="{given_back}"'
    return f'{head} files="" embeds="&quot;&quot;">\n<summary>Tool Executed</summary>\n</details>\n'


_HELLO: Final = message("u1", "user", "hello", models=["llama3"])
_FILE: Final = {"id": "f1", "filename": "a.txt", "data": {"content": "tides"}, "meta": {"content_type": "text/plain"}}
_PLAIN: Final = answered()[0]

OPEN_WEBUI: Final[dict[str, Any]] = {
    "plain": answered(),
    "alone": _PLAIN,
    "two": [_PLAIN, {**_PLAIN, "id": "ow-2"}],
    "empty": [chat()],
    "system": [chat(message("s1", "system", "Be brief."), message("u1", "user", "hello", "s1"))],
    "branch": [
        chat(
            _HELLO,
            message("a1", "assistant", "one", "u1"),
            message("a2", "assistant", "two", "u1"),
            current="a1",
        )
    ],
    "edited": [chat(_HELLO, message("a1", "assistant", "hi", "u1"), message("u2", "user", "hello there"))],
    "children-first": [chat(message("a1", "assistant", "hi", "u1"), _HELLO, current="a1")],
    "circle": [chat(message("a", "user", "x", "b"), message("b", "assistant", "y", "a"))],
    "missing-parent": [chat(message("u1", "user", "hello", "nowhere"))],
    "unknown-current": [chat(_HELLO, current="nowhere")],
    "current-id": [
        {**_PLAIN, "chat": {"history": {"messages": {"u1": _HELLO}, "current_id": "u1"}, "title": "Greeting"}}
    ],
    "image": asked(files=[{"type": "image", "url": "data:image/png;base64,aGk="}]),
    "image-by-id": asked(files=[{"type": "image", "url": "f-1"}]),
    "image-by-url": asked(files=[{"type": "image", "url": "https://x.test/a.png"}]),
    "file": asked(files=[{"type": "file", "id": "f1", "name": "a.txt", "file": _FILE}]),
    "file-without-text": asked(files=[{"type": "file", "id": "f1", "name": "a.txt", "file": {}}]),
    "collection": asked(files=[{"type": "collection", "id": "k", "name": "Tides"}]),
    "odd-files": asked(files=[5, {"type": "image"}, {"type": "file", "file": 5}, None]),
    "odd-file-list": asked(files="a"),
    "usage": answered(usage={"prompt_tokens": 9, "completion_tokens": 2}),
    "usage-of-ollama": answered(usage={"prompt_eval_count": 9, "eval_count": 2, "total_duration": 5}),
    "odd-usage": answered(usage={"prompt_tokens": "many"}),
    "error": answered("", error={"content": "no model"}, done=True),
    "calls": answered(
        '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n'
        "> hm\n> 1 &lt; 2\n</details>\nI look.\n"
        + _called("c1", "tides", '{"port":"Oslo"}', "high")
        + _called("c2", "tides", '{"port":"Bergen"}', "low")
        + "High in Oslo.\n"
    ),
    "call-unanswered": answered(
        '<details type="tool_calls" done="false" id="c1" name="tides" arguments="&quot;{}&quot;">\n'
        "<summary>Executing...</summary>\n</details>\n"
    ),
    "call-of-objects": answered(
        '<details type="tool_calls" done="true" name="tides" arguments="{&quot;port&quot;: &quot;Oslo&quot;}" '
        'result="{&quot;high&quot;: true}">\n<summary>Tool Executed</summary>\n</details>\n\nhi'
    ),
    "call-with-result-inside": answered(
        '<details type="tool_calls" done="true" id="c1" name="tides" arguments="">\n<summary>Tool Executed</summary>\n'
        "&quot;high&quot;\n</details>\nhi"
    ),
    "odd-details": answered(
        '<details type="tool_calls" arguments="{a" result="&quot;x"></details><details type="reasoning">'
        '<details type="reasoning" done="true"> > a</details><details><summary>s</summary>t</details><details type="rea'
    ),
    "details-of-the-user": asked_with('<details type="reasoning" done="true">x</details>'),
    "reasoning": answered('<details type="reasoning" done="true"><summary>Thought</summary>hm</details>\nhi'),
    "sources": answered(sources=[{"source": {"name": "a"}, "document": ["x"]}], statusHistory=[{"action": "search"}]),
    "output": answered(output=[{"type": "message", "content": [{"type": "output_text", "text": "hi"}]}]),
    "annotation": answered(annotation={"rating": 1}, favorite=True, modelIdx=0, modelName="Llama 3"),
    "parts": answered([{"type": "text", "text": "hi"}, {"type": "image_url", "image_url": {"url": "u"}}, 5]),
    "odd-content": answered(5),
    "null-content": answered(None),
    "unknown-role": [chat(_HELLO, message("x1", "oracle", "?", "u1"))],
    "odd-message": [{**_PLAIN, "chat": {"history": {"messages": {"u1": 5, "u2": [1]}, "currentId": None}}}],
    "odd-times": [chat(message("u1", "user", "hello", timestamp="now"), created_at=None)],
    "folder": [{**_PLAIN, "folder_id": "f", "pinned": True, "archived": False, "meta": {"tags": ["sea"]}}],
    "no-messages-in-second": [_PLAIN, {"id": "ow-2", "chat": {"history": {}}}, {"id": "ow-3", "chat": {}}, {"id": "x"}],
}
