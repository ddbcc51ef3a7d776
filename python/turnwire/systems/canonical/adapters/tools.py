"""Tools that not every provider takes: their findings, with pointers into the document of the request.

"The `input_schema` of every ToolDefinition is a subset of JSON Schema" (canonical message format, 5.4); its name is
"canonical, snake_case, globally unique" (4.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import InvalidDocument
from turnwire.validation.tool_schemas import check_tools

if TYPE_CHECKING:
    from turnwire.model import Diagnostic, History


def checked_tools(document: History, *, strict: bool) -> tuple[Diagnostic, ...]:
    """Find the tools whose names or schemas are not portable.

    Args:
        document: the conversation that a request is made of.
        strict: whether to refuse it if there are any.

    Returns:
        The findings of `check_tools`, without those about side effects: they are sent to no provider.

    Raises:
        InvalidDocument: with all findings, if `strict`; and for a schema that is not JSON.

    >>> from turnwire.model import History, Settings, ToolDefinition
    >>> history = History([], settings=Settings(tools=[ToolDefinition("Look-up")]))
    >>> [found.code for found in checked_tools(history, strict=False)]
    ['tool.name']
    """
    tools = () if document.settings is None else document.settings.tools
    found = tuple(each for each in check_tools(tools) if each.code != "tool.side-effects")
    if found and strict:
        raise InvalidDocument(*found)
    return found
