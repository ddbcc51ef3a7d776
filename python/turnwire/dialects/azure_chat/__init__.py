"""Azure OpenAI: the API of OpenAI, with what its content filters found."""

from __future__ import annotations

from turnwire.families.chat.detect import LISTED
from turnwire.families.chat.dialect import dialect_of
from turnwire.families.chat.enums import ROLES
from turnwire.families.chat.legal_models import MODEL_RULES, REFUSED
from turnwire.families.chat.passes import NAMES, PAIRED, REQUEST, SHORT_ID_MARKS, SHORT_IDS
from turnwire.families.chat.shared import AZURE
from turnwire.families.chat.vendor import Vendor
from turnwire.lowering.files import files_have_names, mark_nameless_files
from turnwire.lowering.speakers import mark_speakers

VENDOR = Vendor(
    name="azure_chat",
    title="Azure OpenAI chat completions",
    # Its description has messages of the developer ("Developer-provided instructions that the model should follow").
    roles=ROLES | {"developer"},
    # "content_filter_results" and "prompt_filter_results" are residue of servers that pass on what Azure found, too.
    shared=AZURE,
    request=(*REQUEST, files_have_names, *NAMES, *SHORT_IDS, *PAIRED, *MODEL_RULES),
    marks=(*SHORT_ID_MARKS, mark_nameless_files, mark_speakers),
    refused=REFUSED,
    paired=True,
    looks_like=LISTED,
)

DIALECT = dialect_of(VENDOR)
