"""Entries of literature say who wrote what, when and where, however they are written."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.literature_fields import literature_fields
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document

ENTRIES = {
    "author and year first": (
        "Hovland, T., Nkemelu, A., & Ruiz-Vega, M. (2014). Peat under ice: Cores of two valleys. "
        "Bogs and Mires, 22(1), 3–19. https://doi.org/10.1000/p.1",
        ["Hovland, T.", "Nkemelu, A.", "Ruiz-Vega, M."],
        "Peat under ice: Cores of two valleys", "Bogs and Mires", "2014",
    ),
    "title in quotation marks": (
        '[7] T. Hovland and M. van Laar, "A model of raised bogs," in Proceedings of the 2nd Mire '
        "Days, Graz, Austria, 2010, pp. 1–9.",
        ["T. Hovland", "M. van Laar"],
        "A model of raised bogs", "Proceedings of the 2nd Mire Days", "2010",
    ),
    "full names": (
        "[12] Mary Adeyemi, Tom Laar, and Jin Park. Reading peat: A survey of cores. Mire Notes "
        "4:1-20, 2021.",
        ["Mary Adeyemi", "Tom Laar", "Jin Park"],
        "Reading peat: A survey of cores", "Mire Notes", "2021",
    ),
    "initials without full stops": (
        "3. Laar KE, Park J. Cores revisited: a trial. J Mire Sci. 2019;94(3):45-50.",
        ["Laar KE", "Park J."],
        "Cores revisited: a trial", "J Mire Sci", "2019",
    ),
    "an edited book": (
        "van Laar, J., & Park, K. E. (2003). Peat traps. In P. Holt (Ed.), Handbook of bogs "
        "(pp. 55–80). Alder.",
        ["van Laar, J.", "Park, K. E."],
        "Peat traps", "Handbook of bogs", "2003",
    ),
    "a town before the publisher": (
        "Park, K. (2004). Ice and Peat. Ulm: Alder Press. ISBN 0-19-000000-6.",
        ["Park, K."], "Ice and Peat", "Alder Press", "2004",
    ),
    "a given name": (
        "Laar, Anna. Old Mires. Alder Press, 1987.",
        ["Laar, Anna"], "Old Mires", "Alder Press", "1987",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "authors", "title", "place", "year"), ENTRIES.values(), ids=ENTRIES
)
def test_an_entry_is_read_as_a_record(
    entry: str, authors: list[str], title: str, place: str, year: str
) -> None:
    fields = literature_fields(entry)
    assert [field.value for field in fields if field.label == "author"] == authors
    rest = {field.label: field.value for field in fields if field.label != "author"}
    assert rest == {"work": title, "published in": place, "year": year}
    assert all(entry[field.start : field.end] == field.value for field in fields)


@pytest.mark.parametrize(
    "text",
    [
        "Tom Laar, Jin Park and Mary Adeyemi met in Graz in 2019.",
        "[3] See the note of 2014 on the east bog.",
        "1. Call the ranger before 2019 ends. He has the key.",
        "T. Laar said so. Park, K. was there in 2004.",
    ],
)
def test_prose_is_no_entry(text: str) -> None:
    assert literature_fields(text) == ()


TEXT = f"""# Bogs

## References

{ENTRIES["author and year first"][0]}
{ENTRIES["a town before the publisher"][0]}
"""


def test_authors_wrote_works_and_nothing_else_of_an_entry_is_named() -> None:
    document = Document("doc:1", TEXT, "Bogs")
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    types = {entity.name: entity.type for chunk in found for entity in chunk.entities}
    statements = [s for chunk in found for topic in chunk.topics for s in topic.statements]
    wrote = {(f.subject, f.object) for s in statements for f in s.facts if f.predicate == "author"}
    peat, ice = "Peat under ice: Cores of two valleys", "Ice and Peat"
    assert wrote == {
        (peat, "T. Hovland"), (peat, "A. Nkemelu"), (peat, "M. Ruiz-Vega"), (ice, "K. Park"),
    }  # fmt: skip
    assert {types[peat], types[ice]} == {"WORK"}
    people = {"T. Hovland", "A. Nkemelu", "M. Ruiz-Vega", "K. Park"}
    assert all(types[name] == "PERSON" for name in people)
    assert set(types) <= people | {peat, ice, "Bogs and Mires", "Alder Press", "Bogs"}


@given(st.text("Ab. ,&()[]12090\"“”:;-é'", max_size=120))
def test_fields_stand_in_the_entry_one_after_another(tail: str) -> None:
    entry = f"Park, K., Laar, T. (2004). Ice and {tail}"
    fields = literature_fields(entry)
    assert all(entry[field.start : field.end] == field.value for field in fields)
    by_place = sorted(fields, key=lambda field: field.start)
    assert all(one.end <= two.start for one, two in pairwise(by_place))


CITING = f"""Peat grows slowly (Hovland 2014). We use the cores of Hovland and Nkemelu (2014).
The Graz Summit 2012 was cold.

## References

{ENTRIES["author and year first"][0]}
{ENTRIES["a town before the publisher"][0]}
"""


def test_cited_authors_are_named_one_by_one_and_without_the_year() -> None:
    document = Document("doc:1", CITING, "Bogs")
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    parsers = [pipeline] if (pipeline := find_pipeline(ENGLISH)) is not None else []
    found = RulesExtractor(parsers=parsers).extract(document, chunks)
    names = {entity.name for chunk in found for entity in chunk.entities}
    assert {"Hovland", "Nkemelu", "Graz Summit 2012"} <= names
    assert not any(" and Nkemelu" in name or name == "Hovland 2014" for name in names)
