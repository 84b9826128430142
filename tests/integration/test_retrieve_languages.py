"""The full-text index in five languages: passages whose words have other endings than the
question's, and a script without blanks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.query_terms import search_words
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, run_cypher

PASSAGES = {
    "en": [
        "The council raised the parking fees near the harbour in spring.",
        "The fishermen of the village mend their nets in winter.",
    ],
    "de": [
        "Die Stadt erhöhte im Frühling die Gebühren der Parkplätze am Hafen.",
        "Die Fischer des Dorfes flicken ihre Netze im Winter.",
        "Der Verein pflanzte Linden vor den Schulen der Nordstadt.",
        "Die Bäcker der Insel backen kleine Brote aus Roggen.",
        "Der Hafen von Kiel hat die neuen Schiffe der Reederei bekommen.",
    ],
    "fr": [
        "La ville a augmenté les tarifs des parkings du port au printemps.",
        "Les pêcheurs du village réparent leurs filets en hiver.",
        "L'association a planté des tilleuls devant les écoles du nord.",
        "Les boulangers de l'île cuisent de petits pains de seigle.",
        "Les bateaux neufs de la compagnie sont arrivés dans le port de Brest.",
    ],
    "es": [
        "La ciudad subió las tarifas de los aparcamientos del puerto en primavera.",
        "Los pescadores del pueblo reparan sus redes en invierno.",
        "La asociación plantó tilos delante de las escuelas del norte.",
        "Los panaderos de la isla cuecen panes pequeños de centeno.",
        "Los barcos nuevos de la compañía llegaron al puerto de Vigo.",
    ],
    "zh": [
        "春天，市政府提高了港口停车场的收费。",
        "冬天，村里的渔民修补渔网。",
        "协会在北区学校门前种了椴树。",
        "岛上的面包师用黑麦烤小面包。",
        "航运公司的新船到达了青岛港。",
        "学校的校长在书店买了新书，图表也在书里。",
        "图书馆新馆在市中心开放。",
    ],
}
ASKED = [
    ("de", "Welche Gebühr eines Parkplatzes wurde erhöht?", "Gebühren"),
    ("de", "Wann wird das Netz eines Fischers geflickt?", "Netze"),
    ("de", "Wo steht die Linde der Schule?", "Linden"),
    ("de", "Welches Brot backt der Bäcker?", "Brote"),
    ("de", "Wer bekam ein neues Schiff?", "Schiffe"),
    ("fr", "Quel tarif de parking est augmenté ?", "tarifs"),
    ("fr", "Quand le pêcheur répare-t-il le filet ?", "filets"),
    ("fr", "Où est le tilleul de l'école ?", "tilleuls"),
    ("fr", "Quel petit pain fait le boulanger ?", "boulangers"),
    ("fr", "Où est le bateau neuf ?", "bateaux"),
    ("es", "¿Qué tarifa de aparcamiento subió?", "tarifas"),
    ("es", "¿Cuándo repara su red el pescador?", "redes"),
    ("es", "¿Dónde está el tilo de la escuela?", "tilos"),
    ("es", "¿Qué pan hace el panadero?", "panaderos"),
    ("es", "¿A dónde fue el barco nuevo?", "barcos"),
    ("zh", "停车场收费提高了多少？", "停车场"),
    ("zh", "渔网什么时候修补？", "渔网"),
    ("zh", "椴树种在哪里？", "椴树"),
    ("zh", "面包师用什么烤面包？", "面包师"),
    ("zh", "图书馆在哪里？", "图书馆"),
]


@pytest.fixture(scope="module")
def filled(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(
            [
                Document(uri=f"doc:{language}:{n}", title=f"{language} {n}", text=text)
                for language, texts in PASSAGES.items()
                for n, text in enumerate(texts)
            ]
        )
        yield graph


@pytest.mark.parametrize(("language", "question", "word"), ASKED)
def test_a_passage_is_found_by_words_with_other_endings(
    filled: KnowledgeGraph, language: str, question: str, word: str
) -> None:
    rows = run_cypher(
        filled,
        "CALL db.index.fulltext.queryNodes('chunk_text', $words) YIELD node, score "
        "RETURN node.text AS text ORDER BY score DESC LIMIT 1",
        words=search_words(question),
    )
    assert [word in row["text"] for row in rows] == [True], language


@pytest.mark.parametrize("question", ["图书馆在哪里？", "Wo steht die Linde der Schule?"])
def test_search_answers_in_each_language(filled: KnowledgeGraph, question: str) -> None:
    found = filled.retrieve(question, "hybrid")
    wanted = next(word for _, asked, word in ASKED if asked == question)
    assert any(wanted in s.text for result in found[:3] for s in result.statements)
