"""What else somebody is called, where a text or a row says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.names import Names
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Chunk, Document
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in


def _called(text: str) -> dict[str, str]:
    """The entities of a text that have other names, and these."""
    parser = find_pipeline(ENGLISH)
    assert parser is not None
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    (found,) = RulesExtractor(parsers=[parser]).extract(Document("notes", text, ""), [chunk])
    return {entity.name: entity.alias for entity in found.entities if entity.alias}


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ('Philippa ("Pip"), born 1921, kept hens.', "Philippa", "Pip"),
        ('Philippa Rudd ("Pip") kept hens. Pip sold the eggs.', "Philippa Rudd", "Pip"),
        ("Philippa Rudd, whom everybody called Pip, kept hens.", "Philippa Rudd", "Pip"),
        ("Philippa Rudd (called Pip) kept hens.", "Philippa Rudd", "Pip"),
        ("Philippa Rudd, better known as Pip, kept hens.", "Philippa Rudd", "Pip"),
        ("Philippa Rudd, née Harker, kept hens.", "Philippa Rudd", "Philippa Harker"),
        ("Philippa Rudd (born Anna Harker) kept hens.", "Philippa Rudd", "Anna Harker"),
    ],
)
def test_a_name_beside_another_is_its_alias(text: str, name: str, other: str) -> None:
    assert _called(text) == {name: other}


@pytest.mark.parametrize(
    "text",
    [
        'Philippa Rudd ("Sundown") sang in Hull. Max hummed "Sundown" twice.',
        "Philippa Rudd, 43, called Max Harker.",
        "Philippa Rudd (born Hull, 1921) kept hens.",
    ],
)
def test_a_song_a_call_and_a_place_of_birth_are_no_aliases(text: str) -> None:
    assert not _called(text)


def test_of_two_short_names_the_one_that_is_used_stands_for_both() -> None:
    assert _called('Philippa ("Pip") came. Pip sang. Pip left.') == {"Pip": "Philippa"}
    full = 'Philippa Rudd ("Pip") came. Pip sang. Pip left.'
    assert _called(full) == {"Philippa Rudd": "Pip"}


def test_what_two_are_called_stands_for_neither() -> None:
    text = "Philippa Rudd, known as Pip, kept hens. Philip Orr, known as Pip, sang. Pip left Hull."
    assert _called(text) == {"Philippa Rudd": "Pip", "Philip Orr": "Pip"}


@pytest.mark.parametrize(
    ("column", "value", "others"),
    [
        ("Nickname", "Pip", "Pip"),
        ("Called", "Pip", "Pip"),
        ("Also known as", "Pip, Flip", "Pip; Flip"),
        ("Maiden name", "Harker", "Philippa Ann Harker; Philippa Harker"),
        ("Married name", "van Dale", "Philippa Ann van Dale; Philippa van Dale"),
        ("Birth name", "Anna Harker", "Anna Harker"),
        ("Called", "Yes", ""),
        ("Called", "Max Orr", ""),
    ],
)
def test_a_column_tells_what_somebody_is_called_besides(
    tmp_path: Path, column: str, value: str, others: str
) -> None:
    path = tmp_path / "people.csv"
    path.write_text(f'Name,{column},Age\nPhilippa Ann Rudd,"{value}",43\n', "utf-8")
    found = read_by_rules(path)
    names = {entity.name: entity.alias for chunk in found for entity in chunk.entities}
    assert names["Philippa Ann Rudd"] == others
    facts = {(f.predicate, f.object) for s in statements_in(found) for f in s.facts}
    assert (column.casefold(), value) in facts


def test_a_family_tree_tells_what_somebody_is_called_besides(tmp_path: Path) -> None:
    path = tmp_path / "rudd.ged"
    names = "1 NAME Philippa /Rudd/\n2 NICK Pip\n2 _MARNM Harker\n"
    path.write_text(f"0 @I1@ INDI\n{names}1 BIRT\n2 DATE 1921\n0 TRLR\n", "utf-8")
    aliases = {e.name: e.alias for chunk in read_by_rules(path) for e in chunk.entities}
    assert set(aliases["Philippa Rudd"].split("; ")) == {"Pip", "Philippa Harker"}


@pytest.mark.parametrize("part", ["Ann Rudd, always ", 'Ann ("', "Ann née ", "Ann, whom all "])
def test_names_beside_others_are_found_in_linear_time(part: str) -> None:
    def look(n: int) -> None:
        text = part * n
        sentence = Sentence(text, 0, len(text), text, tokenise(text))
        Names(Document("doc:1", text, ""), [sentence])

    check_linear(look, 2_000)
