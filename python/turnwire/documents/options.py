"""The options of a conversion: how reasoning and provider-run tools are written."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

Reasoning = Literal["native", "text", "drop"]
"""How the text of reasoning is written."""
HostedTools = Literal["calls", "text", "drop"]
"""How tools that a provider ran itself are written for another provider."""


class Keeping(Struct, frozen=True):
    """How reasoning and provider-run tools are written for a dialect that they do not come from.

    Args:
        reasoning: `"native"` writes the text of reasoning where the target has a place for it that its reader takes,
            and drops it elsewhere.  `"text"` writes it as ordinary text where there is no such place.
            `"drop"` never writes it.
        hosted_tools: in a request, `"calls"` writes the call and its result as an ordinary tool use and tool result,
            `"text"` writes them as ordinary text, `"drop"` leaves them out.  In a reply a client would run an ordinary
            tool use, so there `"calls"` leaves them out, too.

    Signatures, encrypted reasoning and the ids of a server are never written for another provider.

    Raises:
        ValueError: an option has another value.

    Example:
        `turnwire.convert(body, "openai_chat", keeping=Keeping(reasoning="text"))`
    """

    reasoning: Reasoning = "native"
    hosted_tools: HostedTools = "calls"

    def __post_init__(self) -> None:
        """Refuse unknown values: msgspec checks types only when it decodes."""
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} must be one of {', '.join(choices)}, not {getattr(self, name)!r}")


CHOICES: Final[dict[str, tuple[str, ...]]] = {"reasoning": get_args(Reasoning), "hosted_tools": get_args(HostedTools)}
"""The words that each field of `Keeping` takes, the default first."""


def check_model(model: object) -> None:
    """Raise TypeError if the name of a model is not a str."""
    if not isinstance(model, str):
        raise TypeError(f"model is the name of a model, as text, not {model!r:.80}")


def check_keeping(keeping: object) -> None:
    """Raise TypeError if the value is not a Keeping, such as a bare `"text"`."""
    if not isinstance(keeping, Keeping):
        raise TypeError(f'keeping is a turnwire.Keeping, such as Keeping(reasoning="text"), not {keeping!r:.80}')


DEFAULT: Final = Keeping()
"""What a gateway wants: everything that the target's reader takes, and nothing that a client would run."""
