"""The rules extractor as a whole: pure, deterministic, complete."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.errors import ProvisionError
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from tests.support.growth import check_linear

_PIECES = st.sampled_from(
    [
        "Anna", "Berg", " ", ". ", ", ", "(", ")", '"', "'s", "“", "”", "of ", "the ", "and ",
        "was ", "caused ", "because of ", "He ", "It ", "# ", "- ", "| ", "\n", "**", "[x](y)",
        "1999", "-", "Inc.", "《名》", "です。", "founded ", "who ", "by ", "J. ", "@bob", "a-api",
    ]
)  # fmt: skip


def _chunked(text: str, title: str = "", heading: str = "") -> tuple[Document, list[Chunk]]:
    document = Document("doc:1", text, title)
    return document, [Chunk("c1", "s1", title, heading, text, 0, len(text), 0, 1)]


def _check_complete(chunk: ExtractedChunk, size: int) -> None:
    listed = {entity.name for entity in chunk.entities}
    assert len(listed) == len(chunk.entities)
    assert set(chunk.about) <= listed
    for topic in chunk.topics:
        assert topic.name.strip()
        for statement in topic.statements:
            assert statement.text.strip()
            assert 0 <= statement.start < statement.end <= size
            assert set(statement.mentions) <= listed
            for fact in statement.facts:
                assert fact.subject in listed
                assert fact.predicate
                assert fact.object
                assert fact.relation_type
                assert not fact.object_is_entity or fact.object in listed


@given(text=st.one_of(st.text(max_size=300), st.lists(_PIECES, max_size=60).map("".join)))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_a_complete_record_and_the_same_one_again(text: str) -> None:
    document, chunks = _chunked(text, title="Anna Berg")
    first = RulesExtractor().extract(document, chunks)
    assert first == RulesExtractor().extract(document, chunks)
    assert [chunk.chunk_id for chunk in first] == ["c1"]
    _check_complete(first[0], len(text))


@given(title=st.text(max_size=40), heading=st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_title_and_heading_are_accepted(title: str, heading: str) -> None:
    document, chunks = _chunked("The mill was built in 1820. It burnt down.", title, heading)
    _check_complete(RulesExtractor().extract(document, chunks)[0], len(document.text))


@pytest.mark.parametrize(
    "unit", ["A", "Ab ", "a.", "A. ", '"', "(", "[", "*", "“", "'s ", "Anna, ", "Anna and ", "of ",
             "was ", "because of ", "_", "<", "《", "1-", "https://", "- "]
)  # fmt: skip
def test_long_monotonous_text_takes_linear_time(unit: str) -> None:
    check_linear(lambda n: RulesExtractor().extract(*_chunked(unit * n)), 100_000 // len(unit))


def test_one_record_for_each_chunk_in_order() -> None:
    text = "Mara Lind founded Oakfield Press. The press moved to Leeds in 1931."
    cut = text.index("The press")
    document = Document("doc:1", text, "Oakfield Press")
    chunks = [
        Chunk("a", "s", "Oakfield Press", "", text[:cut], 0, cut, 0, 1),
        Chunk("b", "s", "Oakfield Press", "", text[cut:], cut, len(text), 1, 1),
    ]
    first, second = RulesExtractor().extract(document, chunks)
    assert (first.chunk_id, second.chunk_id) == ("a", "b")
    assert second.topics[0].statements[0].start == cut


def test_what_was_extracted_before_does_not_matter() -> None:
    extractor = RulesExtractor()
    document, chunks = _chunked("Verdant was praised by critics.", "Review")
    alone = extractor.extract(document, chunks)
    extractor.extract(*_chunked("the verdant hills of Verdant were verdant.", "Hills"))
    assert extractor.extract(document, chunks) == alone


def test_what_was_begun_is_taken_for_just_this_document() -> None:
    begun = _chunked("Anna Berg founded Nordline in 1999.")
    changed = _chunked("Bob Lind left Nordline in 2004.")
    extractor = RulesExtractor()
    extractor.begin(*begun)
    assert extractor.extract_many([changed]) == [RulesExtractor().extract(*changed)]
    extractor.begin(*begun)
    for _ in range(2):
        assert extractor.extract_many([begun]) == [RulesExtractor().extract(*begun)]


def test_what_fails_in_the_background_is_told_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ProvisionError("The parser is gone.")

    work = _chunked("Anna Berg founded Nordline in 1999.")
    extractor = RulesExtractor()
    monkeypatch.setattr(extractor, "extract", fail)
    extractor.begin(*work)
    with pytest.raises(ProvisionError, match="is gone"):
        extractor.extract_many([work])


def test_fingerprint_follows_the_options() -> None:
    extractor: Extractor = RulesExtractor()
    assert extractor.fingerprint == RulesExtractor().fingerprint
    assert extractor.fingerprint != RulesExtractor(("PERSON",)).fingerprint
    assert extractor.fingerprint != RulesExtractor(relation_patterns={"cites": "CITES"}).fingerprint


def test_a_topic_is_named_by_heading_or_title() -> None:
    extract = RulesExtractor().extract
    assert extract(*_chunked("The roof leaks.", "House", "Roof"))[0].topics[0].name == "Roof"
    assert extract(*_chunked("The roof leaks.", "House"))[0].topics[0].name == "House"
    assert extract(*_chunked("The roof leaks."))[0].topics[0].name


def test_topics_of_a_long_section_are_told_apart_by_their_main_entity() -> None:
    sentence = "Ludo Kern met Ida Falk. Ludo Kern left. Ludo Kern wept. "
    text = sentence * 3
    size = len(sentence)
    chunks = [
        Chunk(f"c{n}", "s", "Saga", "Part One", sentence, n * size, (n + 1) * size, n, 1)
        for n in range(3)
    ]
    extracted = RulesExtractor().extract(Document("doc:1", text, "Saga"), chunks)
    assert extracted[0].topics[0].name == "Part One: Ludo Kern"


def test_where_the_title_tells_nothing_a_chunk_is_about_what_it_mentions_first() -> None:
    extract = RulesExtractor().extract
    said = "Mira Kask wrote to Olaf Lund. She was late."
    assert extract(*_chunked(said))[0].about == ("Mira Kask",)
    assert extract(*_chunked(said, "chat-0017"))[0].about[1:] == ("Mira Kask",)
    assert extract(*_chunked(said, "Olaf Lund"))[0].about == ("Olaf Lund",)
    assert extract(*_chunked("nothing here.", ""))[0].about == ()


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Anna Maria Berg (born 2 May 1970) is a Norwegian painter.", "Anna Berg"),
        ("Peter J. R. Lund is an engineer.", "Peter Lund"),
        ("Mary Louise van Horn was an actress.", "Mary van Horn"),
        ("Sir Peter John Lund was a general.", "Peter Lund"),
        ("Dr. Anna Berg is a Norwegian painter.", ""),
        ("J. Peter Lund is an engineer.", ""),
        ("Anna Maria of Norvik was a duchess.", ""),
        ("Peter Lund Jr. is an engineer.", ""),
        ("Anna Maria Berg: Are you coming to the harbour?", ""),
        ("North Harbour Bank is a company in Oslo.", ""),
    ],
)
def test_a_person_who_is_introduced_by_all_names_is_known_by_the_first_and_last(
    text: str, about: str
) -> None:
    extract = RulesExtractor().extract
    (chunk,) = extract(*_chunked(text, ""))
    assert chunk.about[1:] == ((about,) if about else ())
    types = {entity.name: entity.type for entity in chunk.entities}
    assert all(types[name] == "PERSON" for name in chunk.about if about)
    (titled,) = extract(*_chunked(text, "Olaf Lund"))
    assert titled.about == ("Olaf Lund",)


def test_a_document_is_about_its_title_and_a_heading_that_its_text_names() -> None:
    extract = RulesExtractor().extract
    chunk = extract(*_chunked("It is small.", "Norvik (village)", "Introduction"))[0]
    assert chunk.about == ("Norvik (village)", "Norvik")
    said = extract(*_chunked("The Old Harbour is small.", "Norvik", "Old Harbour"))[0]
    assert said.about == ("Norvik", "Old Harbour")
    unsaid = extract(*_chunked("It is small.", "Norvik", "Old Harbour"))[0]
    assert unsaid.about == ("Norvik",)


def test_names_meet_by_their_normal_form() -> None:
    chunk = RulesExtractor().extract(*_chunked("The Aldine Club met. Later the ALDINE CLUB split."))
    norms = [normalise_name(entity.name) for entity in chunk[0].entities]
    assert len(norms) == len(set(norms))
