"""What a document calls a party: terms in brackets behind a name."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.name_spans import find_spans
from graphrag_neo4j.extract.rules.parties import Parties
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk


def _parties(text: str) -> dict[str, str]:
    tokens = tokenise(text)
    return Parties([(Sentence(text, 0, len(text), text, tokens), find_spans(tokens))]).names


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
