"""Provider-run tools that several providers have: web search, a sandbox for code, fetching of pages.

If the source's request offers the model such a tool, the target's request offers the target's own tool.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.values import members_of, object_with
from turnwire.documents.residue import pointer_part, report_foreign, report_others
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.draft import ODD_TOOLS, SETTINGS_RESIDUE, Draft, Pass, when
from turnwire.lowering.ids import renamed_choice
from turnwire.lowering.model_rules import rules_for
from turnwire.lowering.settings import when_tool
from turnwire.model import ABSENT, ProviderTool, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import Settings


class EqualTool(Struct, frozen=True):
    """A provider-run tool, and what it does.

    Args:
        work: what it does: `search`, `code` or `fetch`.
        type: the provider's type of the tool.
        name: the name by which a tool choice refers to it; the same as `type` if the format has no names.
        members: the paths of its parameters, by their meaning; the members of a path are separated by `/`.
        always: parameters that the provider requires.
    """

    work: str
    type: str
    name: str
    members: dict[str, str] = {}
    always: dict[str, Any] = {}


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


_DOMAINS: Final = ("allowed_domains", "blocked_domains")
_PLACE: Final = ("city", "country", "region", "timezone")
_LOCATION: Final = tuple(f"user_location/{name}" for name in ("type", *_PLACE))
SEARCH_OF_ANTHROPIC: Final = EqualTool(
    "search", "web_search_20250305", "web_search", _same(*_DOMAINS, *_LOCATION, "max_uses")
)
SEARCH_OF_OPENAI: Final = EqualTool(
    "search",
    "web_search",
    "web_search",
    {"allowed_domains": "filters/allowed_domains", **_same(*_LOCATION, "search_context_size")},
)
SEARCH_OF_OPENROUTER: Final = EqualTool(
    "search",
    "openrouter:web_search",
    "openrouter:web_search",
    {
        "allowed_domains": "parameters/allowed_domains",
        "blocked_domains": "parameters/excluded_domains",
        **{path: f"parameters/{path}" for path in _LOCATION},
        "search_context_size": "parameters/search_context_size",
        "max_uses": "parameters/max_uses",
    },
)
SEARCH_OF_CHAT: Final = EqualTool(
    "search",
    "web_search_options",
    "web_search_options",
    {
        "user_location/type": "user_location/type",
        **{f"user_location/{name}": f"user_location/approximate/{name}" for name in _PLACE},
        **_same("search_context_size"),
    },
)
SEARCH_OF_GOOGLE: Final = EqualTool("search", "googleSearch", "googleSearch")
CODE_OF_ANTHROPIC: Final = EqualTool("code", "code_execution_20250825", "code_execution")
CODE_OF_OPENAI: Final = EqualTool(
    "code", "code_interpreter", "code_interpreter", always={"container": {"type": "auto"}}
)
CODE_OF_GOOGLE: Final = EqualTool("code", "codeExecution", "codeExecution")
FETCH_OF_ANTHROPIC: Final = EqualTool("fetch", "web_fetch_20250910", "web_fetch")
FETCH_OF_GOOGLE: Final = EqualTool("fetch", "urlContext", "urlContext")

# The types that providers have given these tools over the years.
_KNOWN: Final = (
    (re.compile(r"web_search_20\d{6}"), SEARCH_OF_ANTHROPIC),
    (re.compile(r"web_search(_preview)?(_20\d\d_\d\d_\d\d)?"), SEARCH_OF_OPENAI),
    (re.compile(r"openrouter:web_search"), SEARCH_OF_OPENROUTER),
    (re.compile(r"googleSearch(Retrieval)?|google_search(_retrieval)?|enterpriseWebSearch"), SEARCH_OF_GOOGLE),
    (re.compile(r"code_execution_20\d{6}"), CODE_OF_ANTHROPIC),
    (re.compile(r"code_interpreter"), CODE_OF_OPENAI),
    (re.compile(r"codeExecution|code_execution"), CODE_OF_GOOGLE),
    (re.compile(r"web_fetch_20\d{6}"), FETCH_OF_ANTHROPIC),
    (re.compile(r"urlContext|url_context"), FETCH_OF_GOOGLE),
)


def take_equal_tools(*own: EqualTool, only_alone: bool = False) -> Pass:
    """Make a pass that replaces a tool of another provider by the target's own tool for the same work.

    Args:
        own: the target's tools.
        only_alone: for targets that refuse provider-run tools together with functions of the caller.
    """
    targets = {tool.work: tool for tool in own}

    @when(ODD_TOOLS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None or not any(is_foreign(tool, losses.dialect) for tool in settings.tools):
            return draft
        if only_alone and _has_functions(draft):
            return draft
        taken = _Taken(targets, losses)
        tools = [taken.tool(tool, n) for n, tool in enumerate(settings.tools)]
        choice = renamed_choice(settings.tool_choice, taken.names, losses.reshaped)
        changed = structs.replace(settings, tools=tools, tool_choice=choice)
        return structs.replace(draft, settings=changed)

    return rule


def take_tools_of_kin(
    kin: frozenset[str], words: str, *, bare: str = "", refuses_both: Callable[[Draft], bool] | None = None
) -> Pass:
    """Make a pass that keeps tools of another platform of the same models, if this platform has them, too.

    Args:
        kin: the dialects of these platforms.
        words: a regular expression for the types of this platform's tools.
        bare: a regular expression for tools whose parameters differ here: these are kept if they have no parameters.
        refuses_both: whether the model of a draft refuses such tools together with functions: only these are kept then.
    """
    whole, alone = re.compile(words), re.compile(bare)

    @when_tool(ODD_TOOLS)
    def rule(tool: ToolDefinition, place: str, draft: Draft, losses: Losses) -> ToolDefinition:
        provider = tool.provider_tool
        if provider is None or provider.dialect == losses.dialect or provider.dialect not in kin:
            return tool
        if not whole.fullmatch(provider.type) and (provider.parameters or not alone.fullmatch(provider.type)):
            return tool
        if refuses_both is not None and _has_functions(draft) and refuses_both(draft):
            return tool
        # The same tool; read back, it is this platform's.
        losses.degraded(f"{place}/provider_tool/dialect", "tool.provider_tool.dialect", provider.dialect)
        return structs.replace(tool, provider_tool=structs.replace(provider, dialect=losses.dialect))

    return rule


def _has_functions(draft: Draft) -> bool:
    return draft.settings is not None and any(tool.provider_tool is None for tool in draft.settings.tools)


class _Taken:
    """The tools of one request, and their new names."""

    def __init__(self, targets: dict[str, EqualTool], losses: Losses) -> None:
        self.targets, self.losses = targets, losses
        self.names: dict[str, str] = {}
        self.written: set[str] = set()

    def tool(self, tool: ToolDefinition, n: int) -> ToolDefinition:
        """Return the target's own tool, once for each work; else the same tool."""
        provider = tool.provider_tool
        if provider is None or not is_foreign(tool, self.losses.dialect):
            return tool
        known = known_tool(provider.type)
        target = self.targets.get(known.work) if known is not None else None
        if known is None or target is None or target.work in self.written:
            return tool
        self.written.add(target.work)
        place = f"/settings/tools/{n}"
        self.losses.degraded(place, "tool.provider_tool", tool)
        report_others(tool.provider_raw, self.losses, place)
        report_foreign(provider.provider_raw, self.losses, f"{place}/provider_tool")
        inside = f"{place}/provider_tool/parameters"
        parameters = parameters_of(provider.parameters, known, target, inside, self.losses)
        self.names[tool.name] = target.name
        own = ProviderTool(target.type, self.losses.dialect, parameters)
        return structs.replace(tool, name=target.name, provider_tool=own, provider_raw=None)


def known_tool(word: str) -> EqualTool | None:
    """Return the tool of this type, whoever runs it; None if no other provider has the same."""
    return next((equal for words, equal in _KNOWN if words.fullmatch(word)), None)


def parameters_of(parameters: Raw, known: EqualTool, target: EqualTool, place: str, losses: Losses) -> Raw:
    """Return the parameters of `known` that the target has, too; the others are dropped.

    Args:
        parameters: the parameters, a JSON object.
        known: the tool that has them.
        target: the tool that gets them.
        place: where they stand in the caller's document.
        losses: where the dropped ones are reported.
    """
    made: dict[str, Any] = {**target.always}
    meanings = {path: meaning for meaning, path in known.members.items()}
    for path, value in _leaves(parameters, known.members.values()).items():
        there = target.members.get(meanings.get(path, ""))
        if bytes(value) == b"null":
            continue  # the same as no value, and not every provider takes it
        if there is not None:
            _put(made, there, value)
        else:
            losses.dropped(f"{place}/{path}", "tool.provider_tool.parameters", value)
    return object_with(made) if made else ABSENT


def _leaves(parameters: Raw, paths: Any) -> dict[str, Raw]:
    """Return the parameters by their paths, which are JSON Pointers; objects are opened if a path leads into them."""
    found: dict[str, Raw] = {}
    for name, value in members_of(parameters).items():
        own = pointer_part(name)
        inner = [path.partition("/")[2] for path in paths if path.startswith(f"{name}/")]
        leaves = _leaves(value, inner) if inner else {}
        found |= {f"{own}/{path}": each for path, each in leaves.items()} if leaves else {own: value}
    return found


def _put(made: dict[str, Any], path: str, value: Raw) -> None:
    outer, _, inner = path.partition("/")
    if inner:
        _put(made.setdefault(outer, {}), inner, value)
    else:
        made[outer] = value


_KEY: Final = SEARCH_OF_CHAT.type
_SOURCES: Final = ("openai_chat", "azure_chat", "openrouter_chat")
"""The dialects whose readers keep the setting as residue."""


def options_as_tool(own: EqualTool, *, only_alone: bool = False) -> Pass:
    """Make a pass that offers the target's search of the web if the request has `web_search_options`.

    Args:
        own: the target's search.
        only_alone: for targets that refuse provider-run tools together with functions of the caller.
    """

    @when(SETTINGS_RESIDUE)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        source = None if settings is None or settings.provider_raw is None else _source(settings)
        if settings is None or source is None or (only_alone and settings.tools):
            return draft
        if any(tool.provider_tool is not None and tool.provider_tool.type == own.type for tool in settings.tools):
            return draft
        return structs.replace(draft, settings=_with_tool(settings, source, own, losses))

    return rule


def _source(settings: Settings) -> str | None:
    """Return the dialect whose residue has the setting."""
    found = settings.provider_raw or {}
    return next((name for name in _SOURCES if name in found and bytes(_options(found[name]))[:1] == b"{"), None)


def _options(raw: Raw) -> Raw:
    return members_of(raw).get(_KEY, Raw(b"")) if b'"web_search_options"' in bytes(raw) else Raw(b"")


def _with_tool(settings: Settings, source: str, own: EqualTool, losses: Losses) -> Settings:
    """Return the settings with the search among the tools, and no longer in the residue."""
    found = settings.provider_raw or {}
    members = members_of(found[source])
    options = members.pop(_KEY)
    place = f"/settings/provider_raw/{source}/{_KEY}"
    losses.degraded(place, "settings.provider_raw", options)
    parameters = parameters_of(options, SEARCH_OF_CHAT, own, place, losses)
    tool = ToolDefinition(own.name, provider_tool=ProviderTool(own.type, losses.dialect, parameters))
    left = {**found, source: object_with(members)}
    if not members:
        del left[source]
    return structs.replace(settings, tools=[*settings.tools, tool], provider_raw=left or None)


@when(ODD_TOOLS)
def search_as_options(draft: Draft, losses: Losses) -> Draft:
    """Write a search of the web that another provider runs as `web_search_options`.

    A model of OpenAI's that refuses the setting gets none, and the tool is dropped: "400 Web search options not
    supported with this model." (a refusal, github.com/cpbotha/obsidian-ai-chat-as-md/issues/5)
    """
    settings = draft.settings
    if settings is None or not rules_for(draft, "openai").searches:
        return draft
    for n, tool in enumerate(settings.tools):
        provider = tool.provider_tool
        known = known_tool(provider.type) if provider is not None and is_foreign(tool, losses.dialect) else None
        if provider is None or known is None or known.work != SEARCH_OF_CHAT.work:
            continue
        place = f"/settings/tools/{n}"
        losses.degraded(place, "tool.provider_tool", tool)
        # The writer drops the tools of other providers.
        losses.include([place])
        inside = f"{place}/provider_tool/parameters"
        parameters = parameters_of(provider.parameters, known, SEARCH_OF_CHAT, inside, losses)
        return structs.replace(draft, settings=_with_options(settings, parameters or Raw(b"{}"), losses))
    return draft


def _with_options(settings: Settings, options: Raw, losses: Losses) -> Settings:
    """Return the settings with the setting in the target's residue, unless it is there."""
    found = settings.provider_raw or {}
    own = found.get(losses.dialect, Raw(b"{}"))
    if _options(own):
        return settings
    whole = object_with({**members_of(own), _KEY: options})
    return structs.replace(settings, provider_raw={**found, losses.dialect: whole})
