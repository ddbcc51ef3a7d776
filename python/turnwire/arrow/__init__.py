"""Convert, check and mend documents in Arrow record batches: the operators that engines for large archives call.

    convert_batch    write the document of each row in another dialect
    validate_batch   check the document of each row
    repair_batch     mend the document of each row
    detect_batch     find the dialect and the kind of the document of each row
    read_batch       read the document of each row into columns, for questions about many conversations
    write_batch      write the columns as a document again, in any dialect

Each takes a record batch or a table, and gives one with as many rows in the same order; a document that is refused is a
row, too.
`RESULT` is the schema of what they make, and `READ` that of `read_batch`.
This package needs `pip install 'turnwire[arrow]'`.
"""

from __future__ import annotations

from turnwire.arrow.batches import result_schema
from turnwire.arrow.columns import DIAGNOSTIC, ERROR, LOSS, RESULT
from turnwire.arrow.conversations import (
    CONVERSATION,
    READ,
    ReadSpec,
    WriteSpec,
    columns_of,
    document_of,
    read_batch,
    write_batch,
)
from turnwire.arrow.operators import convert_batch, detect_batch, repair_batch, validate_batch
from turnwire.arrow.run import run_batch
from turnwire.arrow.specs import ConvertSpec, DetectSpec, RepairSpec, ValidateSpec

__all__ = [
    "CONVERSATION",
    "DIAGNOSTIC",
    "ERROR",
    "LOSS",
    "READ",
    "RESULT",
    "ConvertSpec",
    "DetectSpec",
    "ReadSpec",
    "RepairSpec",
    "ValidateSpec",
    "WriteSpec",
    "columns_of",
    "convert_batch",
    "detect_batch",
    "document_of",
    "read_batch",
    "repair_batch",
    "result_schema",
    "run_batch",
    "validate_batch",
    "write_batch",
]
