"""Price tables from YAML, or from the parsed JSON of one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from turnwire.catalogue.pricing.exact import DECIMALS, WHOLE_DIGITS
from turnwire.catalogue.pricing.model_ids import ModelId
from turnwire.catalogue.pricing.table import PriceTable, Rates
from turnwire.codec import yaml
from turnwire.codec.limits import Limits
from turnwire.codec.scan import escape
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

# All models of all providers are some hundred kilobytes.
_LIMITS = Limits(max_bytes=4 * 1024 * 1024)

# "input_per_mtok_usd: 3.00" (canonical message format, 6.4), and the shorter spelling that the code beside that
# document uses.
_RATES = {
    "input_per_mtok_usd": "input",
    "input_per_mtok": "input",
    "output_per_mtok_usd": "output",
    "output_per_mtok": "output",
    "cached_read_per_mtok_usd": "cached_read",
    "cached_read_per_mtok": "cached_read",
    "cache_write_per_mtok_usd": "cache_write",
    "cache_creation_per_mtok": "cache_write",
}
_WORDS = ("source", "read")
_VERSIONS = ("pricing_version", "version")
_TABLE = ("models", "aliases", *_VERSIONS)

# As the text of an exact decimal; an exponent is what a number in YAML may have.
_RATE = re.compile(r"(?:\d{1,80}(?:\.\d{0,80})?|\.\d{1,80})(?:[eE][+-]?\d{1,3})?", re.ASCII)
_LONG = 300
# `+` joins the versions of tables laid over each other.
_VERSION = re.compile(r"[^\s+]{1,200}")


def load_table(data: bytes | str | Mapping[str, Any]) -> PriceTable:
    """The table that a YAML text writes; a mapping is taken as such a text already parsed.

    Raises InvalidDocument with the place of what is wrong.
    """
    if isinstance(data, Mapping):
        return _table(data)
    try:
        text = data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError as error:
        raise invalid("yaml.utf8", f"not Unicode text: {error}") from None
    tree = yaml.loads(text, _LIMITS)
    try:
        return _table(tree)
    except InvalidDocument as refusal:
        (found,) = refusal.diagnostics
        line, column = yaml.positions(text, (found.pointer or "",), _LIMITS).get(found.pointer or "", (None, None))
        raise invalid(
            found.code, found.message, pointer=found.pointer, line=line, column=column, hint=found.hint
        ) from None


def _table(tree: object) -> PriceTable:
    top = _mapping(tree, "")
    _only(top, _TABLE, "")
    models: dict[str, Rates] = {}
    aliases: dict[str, str] = {}
    for name, entry in _mapping(top.get("models", {}), "/models").items():
        place = f"/models/{escape(name)}"
        model = str(_model_id(name, place))
        rates = _mapping(entry, place)
        models[model] = _rates(rates, place)
        for position, alias in enumerate(_list(rates.get("aliases", []), f"{place}/aliases")):
            _add_alias(aliases, alias, model, f"{place}/aliases/{position}")
    for alias, model in _mapping(top.get("aliases", {}), "/aliases").items():
        place = f"/aliases/{escape(alias)}"
        _add_alias(aliases, alias, str(_model_id(model, place)), place)
    return PriceTable(_version(top), models, aliases)


def _version(top: Mapping[str, Any]) -> str:
    (key,) = _one_of(top, _VERSIONS, "") or (None,)
    if key is None:
        hint = 'add one, such as `pricing_version: "2026-05-08"`'
        raise invalid("price.version", "the table has no version", pointer="", hint=hint)
    version = top[key]
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        # 1.10 as a number is 1.1: two versions would be one.
        hint = "a text without spaces and without `+`, in quotes where it looks like a number"
        raise invalid("price.version", "this is no version", pointer=f"/{key}", hint=hint)
    return version


def _rates(entry: Mapping[str, Any], place: str) -> Rates:
    _only(entry, (*_RATES, *_WORDS, "aliases"), place)
    told: dict[str, Any] = {}
    for rate in dict.fromkeys(_RATES.values()):
        spellings = tuple(key for key, meant in _RATES.items() if meant == rate)
        for key in _one_of(entry, spellings, place):
            told[rate] = _decimal(entry[key], f"{place}/{key}")
    for rate in ("input", "output"):
        if rate not in told:
            hint = f"say `{rate}_per_mtok_usd`, also if it is 0"
            raise invalid("price.rate", f"the model has no rate for {rate}", pointer=place, hint=hint)
    told |= {key: _text(entry[key], f"{place}/{key}") for key in _WORDS if entry.get(key) is not None}
    try:
        return Rates(**told)
    except InvalidDocument as refusal:
        (found,) = refusal.diagnostics
        raise invalid(found.code, found.message, pointer=place, hint=found.hint) from None


def _decimal(value: Any, place: str) -> Decimal:
    """Return the number as it is written: the codec keeps it as Decimal if no double is equal."""
    text = _spelled(value)
    if not _RATE.fullmatch(text):
        hint = f"a number from 0, with at most {WHOLE_DIGITS} digits before its point and {DECIMALS} behind"
        raise invalid("price.rate", f"`{text[:40]}` is not a price", pointer=place, hint=hint)
    return Decimal(text)


def _spelled(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        return type(value).__name__
    # Python refuses to write out an integer of more than 4300 digits.
    return "a long number" if isinstance(value, int) and value.bit_length() > _LONG else str(value)


def _add_alias(aliases: dict[str, str], alias: Any, model: str, place: str) -> None:
    # "Aliases must be unique across the registry; duplicates are rejected at validation." (routing engine, 9.2)
    name = _text(alias, place)
    if aliases.setdefault(name, model) != model:
        message = f"the alias `{name[:80]}` stands for `{aliases[name]}` and for `{model}`"
        raise invalid("price.alias", message, pointer=place, hint="an alias names one model")


def _model_id(value: Any, place: str) -> ModelId:
    try:
        return ModelId.parse(_text(value, place))
    except InvalidDocument as refusal:
        (found,) = refusal.diagnostics
        raise invalid(found.code, found.message, pointer=place, hint=found.hint) from None


def _only(found: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    # A rate under a misspelled key would be a rate of 0.
    for key in found:
        if key not in known:
            hint = f"there are {', '.join(known)}"
            raise invalid("price.key", f"`{key[:80]}` is not known here", pointer=f"{place}/{escape(key)}", hint=hint)


def _one_of(found: Mapping[str, Any], keys: tuple[str, ...], place: str) -> tuple[str, ...]:
    """The one of several spellings that is there, or none."""
    told = tuple(key for key in keys if key in found)
    if len(told) > 1:
        message = f"`{told[0]}` and `{told[1]}` mean the same"
        raise invalid("price.key", message, pointer=f"{place}/{told[1]}", hint="leave one of them out")
    return told


def _mapping(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise invalid("price.type", "a mapping is expected here", pointer=place)
    return value


def _list(value: object, place: str) -> Iterator[Any]:
    if not isinstance(value, list | tuple):
        raise invalid("price.type", "a list is expected here", pointer=place)
    return iter(value)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str) or not value:
        raise invalid("price.type", "a text is expected here", pointer=place, hint="put it in quotes")
    return value
