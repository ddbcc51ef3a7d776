"""The specifications of the operators: what is done with each document, as values that engines send to workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from turnwire.codec.limits import STRICT, Limits
from turnwire.dialects import check_names
from turnwire.dialects.dialect import Kind
from turnwire.documents.options import DEFAULT, Keeping, check_keeping, check_model
from turnwire.validation.rules import LAYERS, LayerName


class ConvertSpec(Struct, frozen=True, kw_only=True):
    """What `convert_batch` does.

    Args:
        target: the dialect to write, by its name or a short name.
        source: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.
        model: the model that requests name; None keeps their own.  Replies keep the model that made them.
        keeping: how reasoning and provider-run tools are written for another provider.
        strict: refuse a document of which something is lost.
        allow: kinds or features of losses that `strict` accepts.
        limits: how large and deep a document may be.  `STRICT`, the default, refuses a document that repeats a key;
            `FAST` takes the last value, and saves a second scan of the text.

    Raises:
        UnknownDialect: a dialect or the kind does not exist.
        TypeError: `keeping` is not a Keeping, or `model` is not a str.

    Example:
        `ConvertSpec(target="anthropic_messages", model="claude-sonnet-4-5")`
    """

    target: str
    source: str | None = None
    kind: Kind | None = None
    column: str = "document"
    model: str | None = None
    keeping: Keeping = DEFAULT
    strict: bool = False
    allow: tuple[str, ...] = ()
    limits: Limits = STRICT

    def __post_init__(self) -> None:
        check_names(self.target, self.kind)
        check_names(self.source, None)
        check_keeping(self.keeping)
        if self.model is not None:
            check_model(self.model)


class ValidateSpec(Struct, frozen=True, kw_only=True):
    """What `validate_batch` does; the other fields are those of `turnwire.validate`.

    Args:
        dialect: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.

    Raises:
        UnknownDialect: the dialect, the kind or the target's dialect does not exist.
        ValueError: there is no such layer.

    Example:
        `ValidateSpec(target="openai_chat:gpt-4.1", strict=True)`
    """

    dialect: str | None = None
    kind: Kind | None = None
    column: str = "document"
    invariants: bool = False
    target: str | None = None
    tools: Sequence[Any] = ()
    layers: tuple[LayerName, ...] | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        check_names(self.dialect, self.kind)
        check_names(self.target and self.target.partition(":")[0], None)
        if odd := sorted({*(self.layers or ())} - {*LAYERS}):
            raise ValueError(f"there is no layer {odd[0]!r}; there are {', '.join(LAYERS)}")


class RepairSpec(Struct, frozen=True, kw_only=True):
    """What `repair_batch` does; the other fields are those of `turnwire.repair`.

    Args:
        dialect: the dialect of all documents; None takes that of the column `dialect`, or detects it.
        kind: the kind of all documents; None takes that of the column `kind`, or detects it.
        column: the name of the column that has the documents.

    Raises:
        UnknownDialect: the dialect or the kind does not exist.

    Example:
        `RepairSpec(unsafe=True)`
    """

    dialect: str | None = None
    kind: Kind | None = None
    column: str = "document"
    unsafe: bool = False
    tools: Sequence[Any] = ()

    def __post_init__(self) -> None:
        check_names(self.dialect, self.kind)


class DetectSpec(Struct, frozen=True, kw_only=True):
    """What `detect_batch` does.

    Args:
        column: the name of the column that has the documents.

    Example:
        `DetectSpec(column="body")`
    """

    column: str = "document"
