"""The modules that are made from the tables in mapping/, and what a table may not say."""

from __future__ import annotations

import pytest

from mapping_source.__main__ import MODULES, TABLES, files
from mapping_source.tables import TableError, row_of, table_of

TABLE = "title: a request\nsource: a page\nwire: Members\nnodes: {generation: {seed: {is: integer}}}\n"


def test_the_committed_modules_are_those_of_the_tables() -> None:
    made = files()
    assert {path.stem for path in TABLES.glob("*.yaml")} | {"__init__"} == {path.stem for path in made}
    assert made == {path: path.read_text("utf-8") for path in MODULES.glob("*.py")}


def test_a_module_makes_no_decoder_while_it_is_imported() -> None:
    # turnwire.codec.making: two threads must not make decoders of one type at once.
    assert not [path.name for path in MODULES.glob("*.py") if "Decoder(" in path.read_text("utf-8")]


def test_a_row() -> None:
    row = row_of("n", {"to": "candidates", "is": "integer 1..128", "nearest": "above"}, {})
    assert (row.keys, row.to, row.kind, row.low, row.high, row.nearest) == (
        ("n",),
        "candidates",
        "integer",
        "1",
        "128",
        "above",
    )


def test_a_member_in_camel_case_has_another_name_in_the_wire_object() -> None:
    assert row_of("maxOutputTokens", {"is": "integer"}, {}).names == ("max_output_tokens",)


def test_words_are_those_of_the_vendor_or_a_constant() -> None:
    columns = {"is": "text", "words": "tiers"}
    assert row_of("tier", columns, {"tiers": "frozenset[str]"}).words == "vendor.tiers"
    assert row_of("tier", columns, {}, frozenset({"tiers"})).words == "tiers"


def test_a_field_is_called_like_its_member_and_open_bounds_have_no_end() -> None:
    row = row_of("seed", {"is": "integer 16.."}, {})
    assert (row.to, row.low, row.high) == ("seed", "16", None)


WRONG = {
    "no kind": ("seed", {}),
    "another kind": ("seed", {"is": "decimal"}),
    "another column": ("seed", {"is": "integer", "otherwise": 1}),
    "nearest without bounds": ("seed", {"is": "integer", "nearest": "above"}),
    "another nearest": ("seed", {"is": "integer 1..2", "nearest": "below"}),
    "two members without a key": ("a | b", {"is": "integer"}),
    "a key of one member": ("a", {"is": "integer", "key": "limits"}),
    "words that the vendor has not": ("a", {"is": "text", "words": "colours"}),
    "not read without bounds": ("a", {"is": "integer", "unread": True}),
}


@pytest.mark.parametrize(("key", "columns"), WRONG.values(), ids=list(WRONG))
def test_a_wrong_row_is_refused_by_its_name(key: str, columns: dict[str, object]) -> None:
    with pytest.raises(TableError, match=f"^{key.replace('|', '.')}: "):
        row_of(key, columns, {"limits": "tuple[str, str]"})


def test_a_table_has_its_sections() -> None:
    assert [row.to for row in table_of(TABLE).nodes["generation"]] == ["seed"]
    for text in ("[]", TABLE + "more: 1\n", TABLE + "writes: members\n", TABLE.replace("wire: Members\n", "")):
        with pytest.raises(TableError):
            table_of(text)
