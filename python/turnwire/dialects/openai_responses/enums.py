"""The words of the format and what they mean in the model.

Source: the provider's OpenAPI description (2026), the named schema.
"""

from __future__ import annotations

import re
from typing import Final

# Of ToolChoiceOptions it says: "`none` means the model will not call any tool and instead generates a message. [...]"
TOOL_CHOICES: Final = {b'"auto"': "auto", b'"none"': "none", b'"required"': "required"}

# The words of ServiceTierResponses and of ReasoningEffort
TIERS: Final = frozenset(("auto", "default", "flex", "scale", "priority", "fast", "ultrafast"))
EFFORTS: Final = frozenset(("none", "minimal", "low", "medium", "high", "xhigh", "max"))

# Of Reasoning.summary it says: "One of `auto`, `concise`, or `detailed`."
SUMMARIES: Final = frozenset(("auto", "concise", "detailed"))

# ImageDetail and FileInputDetail: "enum"
DETAILS: Final = frozenset(("low", "high", "auto", "original"))

# Of IncludeEnum: "`message.output_text.logprobs`: Include logprobs with assistant messages."
LOGPROBS: Final = "message.output_text.logprobs"

# The name of a FunctionToolParam has "maxLength": 128, "minLength": 1, "pattern": "^[a-zA-Z0-9_-]+$"
NAME_PATTERN: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
NAME_LENGTH: Final = 128

# The call_id of a FunctionCallOutputItemParam has "maxLength": 64, "minLength": 1
ID_PATTERN: Final = re.compile(r".{1,64}", re.DOTALL)
ID_LENGTH: Final = 64

FORMATS: Final = {"text": "text", "json_object": "json", "json_schema": "json_schema"}

# The reasons of Response.incomplete_details, "The reason why the response is incomplete."
INCOMPLETE: Final = {"max_output_tokens": "max_tokens", "content_filter": "content_filter"}

# ToolChoiceTypes, SpecificApplyPatchParam, SpecificFunctionShellParam, SpecificProgrammaticToolCallingParam
HOSTED: Final = frozenset(
    (
        "file_search",
        "web_search",
        "web_search_preview",
        "web_search_preview_2025_03_11",
        "computer",
        "computer_use",
        "computer_use_preview",
        "image_generation",
        "code_interpreter",
        "programmatic_tool_calling",
        "apply_patch",
        "shell",
    )
)
# ToolChoiceTypes.type: "enum": file_search, web_search_preview, computer, computer_use_preview, computer_use,
# web_search_preview_2025_03_11, image_generation, code_interpreter; ToolChoiceApplyPatch; ToolChoiceShell;
# SpecificProgrammaticToolCallingParam
CHOSEN: Final = HOSTED - {"web_search"}
