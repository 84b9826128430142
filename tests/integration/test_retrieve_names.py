"""What a question names word for word, by an acronym, or in another script, is found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.ranking.confidence import UNLIKELY
from graphrag_neo4j.retrieve.shown import render
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty

BANK = "The Norland Maritime Bank was led by Siri Dahl in 2020. It lends money to ports."
UNION = "The union spoke with the NTWU, and the NTWU called a strike. The NTWU is led by Olaf Lund."
ERRORS = [
    f"Error ERR-20{n} means that pump {n} of the harbour does not start. Call the engineer."
    for n in range(10, 40)
]
PEOPLE = [f"Line {n} of the guest list has a person by the name of Erik Holm." for n in range(30)]
MANUAL = """# dredge

dredge clears a harbour. The options -depth and -width take metres, and -depth may be left out.

## Options

-width n  Clears n metres to each side.

-depth n  Clears down to n metres below the mean low water.

-slow  Clears at half speed. This is best at night.
"""
LONG_MANUAL = "\n\n".join(
    [
        *(
            f"When winch is used with the option −q, the drum of winch number {n} does what the "
            f"option says. " * 12
            for n in range(20)
        ),
        "−p n Pulls n metres of rope.\n\n−q Ends without a word.\n\n" + "A rope is long. " * 60,
    ]
)
WANDERING = [
    f"Crews of ship {n} wander about the town, and a wandering sailor wanders home late."
    for n in range(30)
]
SHIP = "Nobody came home from the Wanderer, which went down in a storm. Flags flew at half mast."
LIFE = [
    "Karsten Moe is a painter of houses. He was born in a small town by the sea and lives there.",
    "At the age of thirty Moe was hired by the pilots to paint the lighthouse, which took a year.",
    "For two years Moe worked on the bridges of the railway. He fell once and broke an arm.",
    "Moe married late. His wife keeps a shop for paint, and they have a boat with a red sail.",
    "When the harbour was rebuilt Moe was asked for colours. His plan was not taken.",
]
GUEST = "Elsewhere Karin Dahlberg was seen."


def document(name: str, text: str) -> Document:
    return Document(uri=f"doc:{name}", title=name, text=text)


@pytest.fixture(scope="module")
def filled(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(
            [
                document("bank", BANK),
                document("union", UNION),
                document("guest", GUEST),
                document("manual", MANUAL),
                document("winch", LONG_MANUAL),
                document("loss", SHIP),
                *(
                    Document(f"doc:life {n}", text, title="Karsten Moe")
                    for n, text in enumerate(LIFE)
                ),
                *(document(f"wander {n}", text) for n, text in enumerate(WANDERING)),
                *(document(f"error {n}", text) for n, text in enumerate(ERRORS)),
                *(document(f"person {n}", text) for n, text in enumerate(PEOPLE)),
            ]
        )
        graph.retrieve("Who?")  # the first question of all asks for the schema, too
        yield graph


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does ERR-2023 mean for the pump?", "ERR-2023"),
        ('Where does it say "pump 31 of the harbour"?', "pump 31"),
    ],
)
def test_what_few_passages_have_word_for_word_comes_first(
    filled: KnowledgeGraph, mode: RetrieverMode, question: str, answer: str
) -> None:
    before = filled.database.calls
    found = filled.retrieve(question, mode)
    assert filled.database.calls - before <= 3
    assert answer in found[0].statements[0].text
    assert "as few others do" in render(found, explain=True)


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize("question", ["Which crew died on the Wanderer?", "wanderer crew"])
def test_a_name_with_the_stem_of_a_common_word_finds_its_one_passage(
    filled: KnowledgeGraph, mode: RetrieverMode, question: str
) -> None:
    found = filled.retrieve(question, mode)
    why = [(one.source["uri"], one.score, one.path) for one in found[:3]]
    assert "from the Wanderer" in found[0].statements[0].text, why


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize("question", ["what does -depth do", "dredge -depth"])
def test_the_description_of_an_option_comes_first(
    filled: KnowledgeGraph, mode: RetrieverMode, question: str
) -> None:
    found = filled.retrieve(question, mode)
    assert found[0].statements[0].text.startswith("-depth n Clears down to n metres")
    assert found[0].score >= UNLIKELY


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize("question", ["what does the option winch -q do", "winch −q"])
def test_an_option_is_found_where_a_long_manual_describes_it(
    filled: KnowledgeGraph, mode: RetrieverMode, question: str
) -> None:
    before = filled.database.calls
    found = filled.retrieve(question, mode)
    assert filled.database.calls - before <= 3
    assert found[0].statements[0].text.startswith("−q Ends without a word")


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
def test_an_acronym_is_read_as_the_name_with_these_initials(
    filled: KnowledgeGraph, mode: RetrieverMode
) -> None:
    before = filled.database.calls
    assert filled.retrieve("Who led the NMB?", mode)[0].source["uri"] == "doc:bank"
    assert filled.database.calls - before <= 3


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "entity_based"])
def test_a_long_name_finds_its_acronym(filled: KnowledgeGraph, mode: RetrieverMode) -> None:
    found = filled.retrieve("Who leads the Norland Transport Workers Union?", mode)
    assert found[0].source["uri"] == "doc:union"


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who hired Karsten Moe to work for a year?", "doc:life 1"),
        ("What did Karsten Moe do for the railway?", "doc:life 2"),
    ],
)
def test_a_name_in_many_titles_does_not_raise_the_one_text_that_repeats_it(
    filled: KnowledgeGraph, mode: RetrieverMode, question: str, answer: str
) -> None:
    assert filled.retrieve(question, mode)[0].source["uri"] == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [("new alotment fee", "allotment costs"), ("evacuaton of the pier", "evacuation began")],
)
def test_a_slip_in_a_word_with_a_long_ending_is_mended(
    fresh_graph: KnowledgeGraph, question: str, answer: str
) -> None:
    texts = [
        "An allotment costs 40 pounds a year.",
        "The evacuation began at noon.",
        *(f"Rower {n} pays a fee of {n} pounds for the new pier." for n in range(2, 9)),
    ]
    fresh_graph.ingest([Document(f"doc:{n}", text, f"{n}") for n, text in enumerate(texts)])
    assert answer in fresh_graph.retrieve(question)[0].statements[0].text
