"""Parts, roles and lists of allowed functions that Gemini refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import GEMINI
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.target.turns import ROLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Path
    from turnwire.validation.target.aim import Aim

_TOOLS: Final = '"tools": [{"functionDeclarations": [{"name": "clock"}]}]'


def _asked(parts: str, more: str = "") -> Example:
    text = f'{{"contents": [{{"role": "user", "parts": [{parts}]}}]{more}}}'
    return Example("gemini_generate", text, target="gemini_generate:gemini-2.5-flash")


def _chosen(mode: str) -> Example:
    config = f'{{"mode": "{mode}", "allowedFunctionNames": ["clock"]}}'
    return _asked('{"text": "Hi."}', f', {_TOOLS}, "toolConfig": {{"functionCallingConfig": {config}}}')


_PICTURE: Final = '"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}'

TWO_KINDS: Final = Rule(
    "TW441",
    "part-of-two-kinds",
    "error",
    "A part has two kinds of content, such as a text and a picture. Gemini refuses that"
    " (\"oneof field 'data' is already set.\"). Give each its own part.",
    failing=_asked(f'{{"text": "What is this?", {_PICTURE}}}'),
    passing=_asked(f'{{"text": "What is this?"}}, {{{_PICTURE}}}'),
)
ALLOWED: Final = Rule(
    "TW442",
    "allowed-names-not-taken",
    "error",
    "The request names the functions that the model may call, but does not make it call one. Gemini"
    " takes `allowedFunctionNames` only with the mode `ANY` or `VALIDATED`. Leave the names out, or choose one of these"
    " modes.",
    failing=_chosen("AUTO"),
    passing=_chosen("ANY"),
)


def _spoken(config: str) -> Example:
    text = f'{{"contents": [{{"role": "user", "parts": [{{"text": "Say: Hi."}}]}}], "generationConfig": {{{config}}}}}'
    return Example("gemini_generate", text, target="gemini_generate:gemini-2.5-flash-preview-tts")


MODALITY: Final = Rule(
    "TW443",
    "modality-not-named",
    "error",
    "The model answers with sound alone, and the request does not ask for sound alone. Gemini refuses that"
    ' ("The requested combination of response modalities (TEXT) is not supported by the model."). Write'
    ' `"responseModalities": ["AUDIO"]` into `generationConfig`, or choose another model.',
    failing=_spoken('"temperature": 1'),
    passing=_spoken('"temperature": 1, "responseModalities": ["AUDIO"]'),
)

RULES: Final = (TWO_KINDS, ALLOWED, MODALITY)

# "data: Union type. data can be only one of the following" (ai.google.dev/api/caching#Part)
_KINDS: Final = (
    *("text", "inlineData", "inline_data", "functionCall", "function_call", "functionResponse", "function_response"),
    *("fileData", "file_data", "executableCode", "executable_code", "codeExecutionResult", "code_execution_result"),
)
_CONFIGS: Final = (("toolConfig", "functionCallingConfig"), ("tool_config", "function_calling_config"))
_SETTINGS: Final = ("generationConfig", "generation_config")
_MODALITIES: Final = ("responseModalities", "response_modalities")
_NAMES: Final = ("allowedFunctionNames", "allowed_function_names")
# "This should only be set when the Mode is ANY or VALIDATED." (ai.google.dev/api/caching, `allowedFunctionNames`)
_FREE: Final = frozenset({"", "AUTO", "NONE", "MODE_UNSPECIFIED"})


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find parts, roles and allowed names that Gemini refuses.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    if aim.dialect not in GEMINI or not aim.is_enforced:
        return
    contents = member(tree, "contents")
    for n, content in enumerate(contents if type(contents) is list else ()):
        # "Please use a valid role: user, model." (a refusal of Gemini)
        if text(content, "role") == "system":
            message = f"{aim.name} takes no messages of the role `system`"
            place = pointer_of(("contents", n, "role"))
            yield ROLE.found(message, place, hint="give the text as `systemInstruction`", expected="`user` or `model`")
        parts = member(content, "parts")
        for m, part in enumerate(parts if type(parts) is list else ()):
            yield from _two_kinds(part, ("contents", n, "parts", m), aim)
    yield from _allowed(tree, aim)
    if aim.known is not None and aim.known.answers_in:
        yield from _modality(tree, aim.known.answers_in, aim)


def _modality(tree: Any, wanted: str, aim: Aim) -> Iterator[Diagnostic]:
    outer = next((name for name in _SETTINGS if member(tree, name) is not None), None)
    config = None if outer is None else member(tree, outer)
    inner = next((name for name in _MODALITIES if member(config, name) is not None), None)
    named = None if inner is None else member(config, inner)
    if type(named) is list and {str(each).upper() for each in named} == {wanted}:
        return
    message = f"{aim.name} answers only with the modality `{wanted}`"
    hint = f'write `"responseModalities": ["{wanted}"]` into `generationConfig`'
    place = pointer_of(tuple(name for name in (outer, inner) if name))
    yield MODALITY.found(message, place, hint=hint, expected=f'["{wanted}"]')


def _two_kinds(part: Any, path: Path, aim: Aim) -> Iterator[Diagnostic]:
    held = [name for name in _KINDS if member(part, name) is not None]
    if len(held) > 1:
        message = f"{aim.name} refuses a part with both `{held[0]}` and `{held[1]}`"
        yield TWO_KINDS.found(message, pointer_of((*path, held[1])), hint="give each its own part")


def _allowed(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    for outer, inner in _CONFIGS:
        config = member(member(tree, outer), inner)
        named = next((name for name in _NAMES if member(config, name)), None)
        if named is not None and text(config, "mode").upper() in _FREE:
            message = f"{aim.name} takes `{named}` only with the mode `ANY` or `VALIDATED`"
            hint = "leave the names out, or choose one of these modes"
            yield ALLOWED.found(message, pointer_of((outer, inner, named)), hint=hint)
