"""What the system's own adapters declare of three models, and what ours declares otherwise, with the reason."""

from __future__ import annotations

import pytest
from msgspec import structs

from turnwire.systems.canonical.adapters import adapter_for

# The table of systems.md, D.2.7: "Claude 4 line", "gpt-5" and "gpt-5-mini".
RECORDED: dict[tuple[str, str], dict[str, object]] = {
    ("anthropic_messages", "anthropic:claude-sonnet-4-5"): {
        "max_context_tokens": 200_000,
        "max_output_tokens": 8_192,
        "supports_thinking": True,
        "supports_images": True,
        "supports_structured_output": False,
        "supports_system_messages_in_list": False,
    },
    ("openai_chat", "openai:gpt-5"): {
        "max_context_tokens": 200_000,
        "max_output_tokens": 16_384,
        "supports_thinking": False,
        "supports_images": True,
        "supports_structured_output": True,
        "supports_system_messages_in_list": True,
    },
    ("openai_chat", "openai:gpt-5-mini"): {
        "max_context_tokens": 128_000,
        "max_output_tokens": 16_384,
        "supports_thinking": False,
        "supports_images": True,
        "supports_structured_output": True,
        "supports_system_messages_in_list": True,
    },
}
LIMITS = "The system's own table has limits of its adapter; ours has what the provider's page of the model says."
FORMAT = "Anthropic's API takes a schema of the answer (`output_config.format`) since the table was made."
THINKS = "The system's own adapter drops reasoning for OpenAI; the model reasons, and takes an effort."
# What ours says, and why.
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("anthropic:claude-sonnet-4-5", "max_output_tokens"): (64_000, LIMITS),
    ("anthropic:claude-sonnet-4-5", "supports_structured_output"): (True, FORMAT),
    ("openai:gpt-5", "max_context_tokens"): (400_000, LIMITS),
    ("openai:gpt-5", "max_output_tokens"): (128_000, LIMITS),
    ("openai:gpt-5", "supports_thinking"): (True, THINKS),
    ("openai:gpt-5-mini", "max_context_tokens"): (400_000, LIMITS),
    ("openai:gpt-5-mini", "max_output_tokens"): (128_000, LIMITS),
    ("openai:gpt-5-mini", "supports_thinking"): (True, THINKS),
}


def test_every_difference_is_a_named_deviation_and_every_deviation_is_met() -> None:
    found: dict[tuple[str, str], object] = {}
    for (dialect, model), recorded in RECORDED.items():
        ours = structs.asdict(adapter_for(dialect, model=model).capabilities)
        found |= {(model, name): ours[name] for name, value in recorded.items() if ours[name] != value}
    assert {place: ours for place, (ours, _) in DEVIATIONS.items()} == found


@pytest.mark.parametrize(("dialect", "model"), RECORDED)
def test_the_types_of_pictures_are_as_recorded(dialect: str, model: str) -> None:
    types = adapter_for(dialect, model=model).capabilities.accepted_image_media_types
    assert {"image/png", "image/jpeg", "image/gif", "image/webp"} == set(types)
