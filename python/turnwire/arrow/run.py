"""Run any of the operators, as its specification says: what the engines under `turnwire.arrow.engines` call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from turnwire.arrow.operators import convert_batch, detect_batch, repair_batch, validate_batch
from turnwire.arrow.specs import ConvertSpec, DetectSpec, RepairSpec, ValidateSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.arrow.batches import Rows

Spec: TypeAlias = ConvertSpec | ValidateSpec | RepairSpec | DetectSpec
"""What is done with each document: the type says which operator, the fields say how."""

_OPERATORS: Final[dict[type[Spec], Callable[[Any, Any], Any]]] = {
    ConvertSpec: convert_batch,
    ValidateSpec: validate_batch,
    RepairSpec: repair_batch,
    DetectSpec: detect_batch,
}


def run_batch(batch: Rows, spec: Spec) -> Rows:
    """Do with the document of each row what a specification says.

    Args:
        batch: the rows, as a record batch or a table.
        spec: what is done.

    Returns:
        What the specification's operator returns, such as `convert_batch` for a `ConvertSpec`.

    Raises:
        ValueError: as the operator does.
        TypeError: as the operator does, or `spec` is not a specification.

    Example:
        `run_batch(batch, DetectSpec())`
    """
    operator = _OPERATORS.get(type(spec))
    if operator is None:
        names = ", ".join(each.__name__ for each in _OPERATORS)
        raise TypeError(f"a specification is one of {names}, not {spec!r:.80}")
    done: Rows = operator(batch, spec)
    return done
