"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.enums import ROLES
from turnwire.families.chat.legal_models import MODEL_RULES, REFUSED
from turnwire.families.chat.passes import NAMES, PAIRED, REQUEST, SHORT_ID_MARKS, SHORT_IDS
from turnwire.families.chat.shared import OPENAI
from turnwire.families.chat.vendor import Vendor
from turnwire.lowering.equal_tools import search_as_options
from turnwire.lowering.files import files_have_names, mark_nameless_files, take_files_of
from turnwire.lowering.speakers import mark_speakers

# The defaults of `Vendor` are this API: the other vendors declare their differences from it.
DIALECT = dialect_of(
    Vendor(
        name="openai_chat",
        title="OpenAI chat completions and compatible servers",
        # There are messages of the developer ("Developer-provided instructions that the model should follow").
        roles=ROLES | {"developer"},
        shared=OPENAI,
        # `file_id`: "The ID of an uploaded file to use as input." (of both APIs)
        request=(
            take_files_of("openai_responses"),
            search_as_options,
            *REQUEST,
            files_have_names,
            *NAMES,
            *SHORT_IDS,
            *PAIRED,
            *MODEL_RULES,
        ),
        marks=(*SHORT_ID_MARKS, mark_nameless_files, mark_speakers),
        refused=REFUSED,
        paired=True,
    )
)
