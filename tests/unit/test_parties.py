"""What a document calls a party: terms in brackets behind a name."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.name_spans import find_spans
from graphrag_neo4j.extract.rules.parties import Parties, without_addresses
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from tests.support.growth import check_linear


def _parties(text: str) -> dict[str, str]:
    tokens = tokenise(text)
    spans = without_addresses(tokens, find_spans(tokens))
    return Parties([(Sentence(text, 0, len(text), text, tokens), spans)]).names


def _extract(text: str) -> ExtractedChunk:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    return RulesExtractor().extract(Document("doc:1", text, ""), [chunk])[0]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("between Anna Hoyle, Mill Road 4, Whitford (the landlord)", {"landlord": "anna hoyle"}),
        ("between Anna Hoyle, Whitford (the landlord)", {"landlord": "anna hoyle"}),
        (
            'between Brightwell Ltd (the "Supplier") and Kiel AG ("Customer").',
            {"supplier": "brightwell ltd", "customer": "kiel ag"},
        ),
        ('Corvid GmbH (hereinafter "the Guarantor") pays.', {"guarantor": "corvid gmbh"}),
        (
            'Brightwell Ltd, a company registered in Leeds (hereinafter called the "Seller"),',
            {"seller": "brightwell ltd"},
        ),
        (
            'between Korvat Works d.o.o., a company registered in Austria ("the Tenant")',
            {"tenant": "korvat works"},
        ),
        ('and Ilse Marr, of 5 Ash Lane, Whitford ("the Landlord")', {"landlord": "ilse marr"}),
        ('Ilse Marr of 5 Ash Lane, Whitford ("the Landlord")', {"landlord": "ilse marr"}),
        ('and Ilse Marr of Ash House, Whitford ("the Landlord")', {"landlord": "ilse marr"}),
        ('(1) TOBIN QUERL of Ash House, Whitford ("the Tenant")', {"tenant": "tobin querl"}),
        ('Brightwell Ltd of Unit 5, Whitford (the "Buyer")', {"buyer": "brightwell ltd"}),
        ('Ilse Marr of Whitford ("the Landlord")', {"landlord": "ilse marr"}),
        (
            'The University of Whitford ("the University")',
            {"university": "university of whitford"},
        ),
        (
            "zwischen Bauhof GmbH, Ring 5, Bonn („Auftragnehmer“)",
            {"auftragnehmer": "bauhof gmbh"},
        ),
        (
            'The bank lends Brightwell Pump Works Ltd ("Brightwell") money.',
            {"brightwell": "brightwell pump works ltd"},
        ),
    ],
)
def test_a_term_in_brackets_is_the_party_whose_line_it_ends(
    text: str, names: dict[str, str]
) -> None:
    assert _parties(text) == names


@pytest.mark.parametrize(
    "text",
    [
        'She praised Camus ("The Plague") and Anna Sewell ("Black Beauty").',
        "They drove to Whitford (the largest town).",
        "between Ann Berg and Max Orr (the tenants)",
        "Kiel AG (in 2019) paid.",
        "Kiel AG (Hamburg) paid.",
        'The goods of Kiel AG are stored in Hamburg ("the Buyer").',
        'Kiel AG pays the price of 900 euros (the "Price").',
    ],
)
def test_other_things_in_brackets_are_no_terms(text: str) -> None:
    assert _parties(f'{text} Norvik AG ("Seller") agreed.') == {"seller": "norvik ag"}


def test_a_term_of_two_parties_stands_for_none() -> None:
    text = 'Corvid AG ("Buyer") and Kiel AG ("Buyer") and Norvik AG ("Seller")'
    assert _parties(text) == {"seller": "norvik ag"}


def test_a_defined_term_is_from_there_on_the_party() -> None:
    text = (
        'A contract between Brightwell Ltd (the "Supplier") and Corvid AG ("Customer"). '
        "The Supplier visited the customer. A customer of a shop visited Wenlock. "
        "The Customer Relations Office visited Wenlock."
    )
    found = _extract(text)
    said = [statement for topic in found.topics for statement in topic.statements]
    assert said[1].mentions == ("Brightwell Ltd", "Corvid AG")
    assert said[2].mentions == ("Wenlock",)
    assert said[3].mentions == ("Customer Relations Office", "Wenlock")
    assert not {"Supplier", "Customer"} & {entity.name for entity in found.entities}
    assert [(f.subject, f.object) for f in said[1].facts] == [("Brightwell Ltd", "Corvid AG")]


def test_an_address_is_no_part_of_a_party() -> None:
    text = (
        'A lease by TOBIN QUERL of Ash House, Whitford ("the Landlord"). '
        "The Landlord visited Wenlock."
    )
    found = _extract(text)
    assert "TOBIN QUERL" in {entity.name for entity in found.entities}
    said = [statement for topic in found.topics for statement in topic.statements]
    assert said[-1].mentions == ("TOBIN QUERL", "Wenlock")


def test_a_name_with_of_stays_whole_where_no_term_follows() -> None:
    tokens = tokenise(
        "Tobin Querl of Whitford (in 2019) saw the Bank of Norland, Whitford (the Bank)."
    )
    spans = find_spans(tokens)
    assert without_addresses(tokens, spans) == spans


def test_many_addresses_and_brackets_take_linear_time() -> None:
    def read(size: int) -> None:
        _parties("Ann Berg of Oslo, " * size + "Max Orr of Oslo (Buyer " * size)

    check_linear(read, 120)  # longer sentences are not read
