"""Tools that a target refuses: their names, types and schemas, and the choice among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.families import ANTHROPIC, GEMINI
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.target.settings import setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Path, Tool
    from turnwire.validation.target.aim import Aim
    from turnwire.validation.target.letters import Letters

_HI: Final = '{"role": "user", "content": "Hi."}'


def _groq(tool: str, model: str = "openai/gpt-oss-120b") -> Example:
    return Example("groq_chat", f'{{"model": "{model}", "messages": [{_HI}], "tools": [{tool}]}}', target="groq_chat")


def _gemini(more: str) -> Example:
    tools = f'{{"functionDeclarations": [{{"name": "clock"}}]}}{more}'
    text = f'{{"contents": [{{"role": "user", "parts": [{{"text": "Hi."}}]}}], "tools": [{tools}]}}'
    return Example("gemini_generate", text, target="gemini_generate:gemini-2.5-flash")


def _mistral(tool: str) -> Example:
    text = f'{{"model": "mistral-small-latest", "messages": [{_HI}], "tools": [{tool}]}}'
    return Example("mistral_chat", text, target="mistral_chat")


def _function(name: str = "clock") -> str:
    return f'{{"type": "function", "function": {{"name": "{name}", "parameters": {{"type": "object"}}}}}}'


def _forced(thinking: str) -> Example:
    choice = '{"type": "function", "function": {"name": "clock"}}'
    head = f'{{"model": "deepseek-v4-pro", "messages": [{_HI}], "tools": [{_function()}], "tool_choice": {choice}'
    return Example("deepseek_chat", f'{head}, "thinking": {{"type": "{thinking}"}}}}', target="deepseek_chat")


NAME: Final = Rule(
    "TW408",
    "illegal-tool-name",
    "error",
    "The name of a tool has letters that the target refuses, or too many: most take letters, digits, underscores and"
    " dashes. OpenAI's servers refuse such a name in a tool use of the history, too. Rename it; `turnwire"
    " convert` does so when it writes another format, and knows the way back.",
    failing=_groq(_function("what time?")),
    passing=_groq(_function()),
)
TYPE: Final = Rule(
    "TW409",
    "tool-type-not-taken",
    "error",
    "The target's server does not know tools of this type. Give it as a function, or leave it out.",
    failing=_mistral('{"type": "web_search"}'),
    passing=_mistral(_function()),
)
NO_TOOLS: Final = Rule(
    "TW410",
    "tools-not-taken",
    "error",
    "The target's model calls no tools, and its server refuses a request that offers some. Choose another model.",
    failing=_groq(_function(), "groq/compound"),
    passing=_groq(_function()),
)
CHOICE: Final = Rule(
    "TW411",
    "refused-tool-choice",
    "error",
    'The tool choice forces a call, and the target refuses that while the model thinks ("Thinking mode does not support'
    ' this tool_choice", "Thinking may not be enabled when tool_choice forces tool use."), or always. Let the model'
    " choose, or disable thinking.",
    failing=_forced("enabled"),
    passing=_forced("disabled"),
)

MIXED: Final = Rule(
    "TW429",
    "tools-not-together",
    "error",
    "Models of Gemini before Gemini 3 take either functions or tools of the server, such as Google Search, and refuse"
    ' both in one request ("Tool use with function calling is unsupported"). Leave one of the two out. Those since'
    ' Gemini 3 take both with `"includeServerSideToolInvocations": true` in `toolConfig`, and refuse them without it.',
    failing=_gemini(', {"googleSearch": {}}'),
    passing=_gemini(""),
)

RULES: Final = (NAME, TYPE, NO_TOOLS, CHOICE, MIXED)

_FUNCTIONS: Final = ("functionDeclarations", "function_declarations")
_CIRCULATION: Final = (
    ("toolConfig", "includeServerSideToolInvocations"),
    ("tool_config", "include_server_side_tool_invocations"),
)
_RUN_BY_SERVER: Final = (
    "googleSearch",
    "google_search",
    "codeExecution",
    "code_execution",
    "urlContext",
    "url_context",
)


def check(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find tools and tool choices that the target refuses."""
    if outline.tools and aim.known is not None and not aim.known.takes_tools:
        message = f"{aim.name} takes no tools"
        yield NO_TOOLS.found(message, outline.tools[0].pointer, hint="choose another model, or leave the tools out")
        return
    for tool in outline.tools:
        yield from _of_tool(tool, aim)
    if aim.server.call_names is not None:
        yield from _of_calls(outline, aim, aim.server.call_names)
    yield from _choice(tree, aim)
    if aim.dialect in GEMINI and aim.is_enforced:
        yield from _mixed(tree, aim)


def _mixed(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    needed = _needed_to_mix(tree, aim)
    given = member(tree, "tools")
    rows = [each for each in given if type(each) is dict] if type(given) is list else []
    if needed is None or not any(_any_of(each, _FUNCTIONS) for each in rows):
        return
    for n, each in enumerate(rows):
        name = _any_of(each, _RUN_BY_SERVER)
        if name is not None:
            message = f"{aim.name} refuses `{name}` next to functions{needed.without}"
            yield MIXED.found(message, f"/tools/{n}/{name}", hint=needed.hint)


class _Needed(NamedTuple):
    """What a target needs to take functions and tools of the server together, in words."""

    without: str
    hint: str


def _needed_to_mix(tree: Any, aim: Aim) -> _Needed | None:
    """Return what the target needs besides; None if nothing is missing, or it is not known.

    "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling."
    (a refusal of gemini-3.1-pro-preview, github.com/owndev/Open-WebUI-Functions/pull/159); "Tool call context
    circulation is not enabled for models/gemini-2.5-flash" (its refusal of this setting, github.com/prism-php/prism/
    issues/972)
    """
    if not aim.takes.json_with_functions:
        return _Needed("", "leave one of the two out")
    is_since_gemini_3 = aim.takes.signed_calls and aim.dialect == "gemini_generate"
    if not is_since_gemini_3 or any(member(member(tree, outer), inner) is True for outer, inner in _CIRCULATION):
        return None
    setting = _CIRCULATION[0][1]
    return _Needed(f" without `{setting}`", f'write `"{setting}": true` into `toolConfig`, or leave one of the two out')


def _any_of(group: Any, names: tuple[str, ...]) -> str | None:
    """Return the name of the member that a group of tools has."""
    return next((name for name in names if member(group, name) not in (None, [])), None)


def _of_tool(tool: Tool, aim: Aim) -> Iterator[Diagnostic]:
    kind, known = text(tool.node, "type"), aim.server.tool_types
    also = aim.known.tool_types if aim.known is not None else frozenset()
    if known is not None and kind and kind not in known | also:
        expected = ", ".join(f"`{each}`" for each in sorted(known | also))
        message = f"{aim.name} knows no tools of type `{kind[:40]}`"
        yield TYPE.found(
            message, f"{tool.pointer}/type", hint="give it as a function, or leave it out", expected=expected
        )
        return
    place = _name_path(tool)
    # A tool of another format has no name in the place where this one's have it, and the schema says so.
    if place and tool.name and aim.server.names is not None:
        yield from _named(tool.name, place, aim, aim.server.names)


def _of_calls(outline: Outline, aim: Aim, legal: Letters) -> Iterator[Diagnostic]:
    for _, part in outline.marked:
        if part.kind == "tool_use" and part.name:
            inner = _inner(part.node)
            if inner or text(part.node, "name") == part.name:
                yield from _named(part.name, (*part.path, *inner, "name"), aim, legal)


def _named(name: str, place: Path, aim: Aim, legal: Letters) -> Iterator[Diagnostic]:
    if not legal.takes(name):
        message = f"{aim.name} does not take the name `{name[:60]}`"
        yield NAME.found(message, pointer_of(place), hint=f"write {legal.words}", expected=legal.words)


def _name_path(tool: Tool) -> Path:
    """Return the path of the name of a function; an empty one for a tool that the provider runs."""
    inner = _inner(tool.node)
    if inner:
        return (*tool.path, *inner, "name")
    is_function = tool.schema is not None or "type" not in tool.node
    return (*tool.path, "name") if is_function and text(tool.node, "name") else ()


def _inner(node: Any) -> Path:
    """Return the path from a tool, or a call of one, to the object that has its name; an empty one for itself."""
    return tuple(name for name in ("function", "custom") if text(member(node, name), "name"))[:1]


def _choice(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    if forces_a_call(tree) and _refuses_force(tree, aim):
        is_thinking = aim.takes.forced_tools
        message = f"{aim.name} refuses to be forced to call a tool{' while it thinks' if is_thinking else ''}"
        hint = 'choose "auto", or disable thinking' if is_thinking else "let the model choose"
        yield CHOICE.found(message, "/tool_choice", hint=hint)


def forces_a_call(tree: Any) -> bool:
    """Return whether the tool choice of a request forces the model to call a tool."""
    choice = member(tree, "tool_choice")
    if type(choice) is str:
        return choice in {"required", "any"}
    return text(choice, "type") in {"function", "custom", "tool", "any"}


def _refuses_force(tree: Any, aim: Aim) -> bool:
    mode = setting(tree, "mode")
    thinks = mode is not None and mode[1] == "enabled"
    if aim.dialect in ANTHROPIC:
        return not aim.takes.forced_tools or (thinks and not aim.takes.forced_while_thinking)
    if aim.dialect == "deepseek_chat":
        # The models of DeepSeek V4 think unless thinking is disabled (api-docs.deepseek.com).
        return thinks or (mode is None and "deepseek-v4" in aim.model)
    return aim.dialect == "alibaba_chat" and member(tree, "enable_thinking") is True
