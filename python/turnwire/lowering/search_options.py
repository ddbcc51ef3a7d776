"""`web_search_options`: chat completions have the search of the web as a setting, where other formats have a tool.

"This tool searches the web for relevant results to use in a response." (OpenAI's API description)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.values import members_of, object_with
from turnwire.lowering.choice import is_foreign
from turnwire.lowering.draft import ODD_TOOLS, SETTINGS_RESIDUE, Draft, Pass, when
from turnwire.lowering.equal_tools import SEARCH_OF_CHAT, EqualTool, known_tool, parameters_of
from turnwire.lowering.model_rules import rules_for
from turnwire.model import ProviderTool, ToolDefinition

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Settings

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
