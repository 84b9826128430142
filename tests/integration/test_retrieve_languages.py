"""Full text in eight languages: passages whose words have other endings than the
question's, and a script without blanks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from llama_index.core.schema import QueryBundle

from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.modes import RetrieverMode
from graphrag_neo4j.retrieve.question.word_searches import word_searches
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
    "ru": [
        "Весной город повысил сборы на стоянках в порту.",
        "Зимой рыбаки деревни чинят сети.",
        "Общество посадило липы перед школами севера.",
        "Пекари острова пекут маленькие хлеба из ржи.",
        "Новые корабли компании пришли в порт Выборга.",
    ],
    "fi": [
        "Kaupunki korotti keväällä sataman pysäköintimaksuja.",
        "Kylän kalastajat korjaavat verkkojaan talvella.",
        "Yhdistys istutti lehmuksia pohjoisten koulujen eteen.",
        "Saaren leipurit leipovat pieniä ruisleipiä.",
        "Yhtiön uudet laivat saapuivat Turun satamaan.",
    ],
    "ko": [
        "봄에 시청은 항구 주차장의 요금을 올렸다.",
        "겨울에 마을의 어부들은 그물을 고친다.",
        "협회는 북쪽 학교 앞에 보리수를 심었다.",
        "섬의 제빵사들은 호밀로 작은 빵을 굽는다.",
        "회사의 새 선박들이 부산 항구에 도착했다.",
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
ASKED_BY_STEMS = [
    ("ru", "Какой сбор на стоянке повышен?", "сборы"),
    ("ru", "Когда рыбак чинит сеть?", "сети"),
    ("ru", "Где растёт липа у школы?", "липы"),
    ("ru", "Какой хлеб пекут на острове?", "хлеба"),
    ("ru", "куда пришёл новый корабль", "корабли"),
    ("fi", "Mikä pysäköintimaksu nousi?", "pysäköintimaksuja"),
    ("fi", "Milloin kalastaja korjaa verkon?", "verkkojaan"),
    ("fi", "missa on koulun lehmus", "lehmuksia"),
    ("fi", "Mitä leipuri leipoo?", "leipurit"),
    ("fi", "Minne uusi laiva saapui?", "laivat"),
    ("ko", "주차장 요금은 얼마나 올랐나?", "요금을"),
    ("ko", "어부는 언제 그물 고치나?", "그물을"),
    ("ko", "보리수는 어디에 심었나?", "보리수를"),
    ("ko", "제빵사는 무엇으로 빵 굽나?", "제빵사들은"),
    ("ko", "선박은 어느 항구로 갔나?", "선박들이"),
    ("de", "wo steht die linde der schule", "Linden"),
    ("de", "neues schiff", "Schiffe"),
    ("en", "harbour parking fee", "fees"),
]
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
    with connect(server, embed_model=LocalEmbedding()) as graph:
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
    *_, search = word_searches(question)
    rows = run_cypher(
        filled,
        "CALL db.index.fulltext.queryNodes($index, $words) YIELD node, score "
        "RETURN node.text AS text ORDER BY score DESC LIMIT 1",
        index=search["index"],
        words=search["words"],
    )
    assert [word in row["text"] for row in rows] == [True], language


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
@pytest.mark.parametrize(("language", "question", "word"), ASKED_BY_STEMS)
def test_a_passage_is_found_first_by_what_its_words_share_with_those_of_the_question(
    filled: KnowledgeGraph, language: str, question: str, word: str, mode: RetrieverMode
) -> None:
    [statement, *_] = filled.retrieve(question, mode)[0].statements
    assert word in statement.text, language


def test_only_what_is_not_in_english_nor_chinese_has_stems(filled: KnowledgeGraph) -> None:
    rows = run_cypher(
        filled,
        "MATCH (c:Chunk) RETURN left(c.title, 2) AS language, count(c.stems) AS n",
    )
    n_stems = {row["language"]: row["n"] for row in rows}
    assert n_stems == {
        language: 0 if language in ("en", "zh") else len(texts)
        for language, texts in PASSAGES.items()
    }


@pytest.mark.parametrize("question", ["图书馆在哪里？", "Wo steht die Linde der Schule?"])
def test_search_answers_in_each_language(filled: KnowledgeGraph, question: str) -> None:
    found = filled.retrieve(question, "hybrid")
    wanted = next(word for _, asked, word in ASKED if asked == question)
    assert any(wanted in s.text for result in found[:3] for s in result.statements)


def test_a_part_of_a_german_compound_finds_it(filled: KnowledgeGraph) -> None:
    texts = ("Der Wasserdruck der Anlage beträgt drei Bar.", "Die Anlage hat einen großen Motor.")
    filled.ingest([Document(f"doc:{n}", text, "Anlage") for n, text in enumerate(texts)])
    found = run_cypher(
        filled, "MATCH (c:Chunk {text: $said}) RETURN split(c.stems, ' ') AS stems", said=texts[0]
    )
    assert "druck" in found[0]["stems"]
    first, *_ = filled.retrieve("welcher Druck", "hybrid")
    assert first.statements[0].text == texts[0]


def test_an_ingest_tells_that_the_model_cannot_read_most_of_it(filled: KnowledgeGraph) -> None:
    def told(*texts: str) -> tuple[int, bool]:
        report = filled.ingest([Document(f"doc:{text}", text, "") for text in texts])
        return report.foreign, "local-multilingual" in report.summary()

    assert told("Die Feuerwehr der Stadt bekam ein neues Boot.", "It rained.") == (1, False)
    assert told("Die Feuerwehr der Stadt bekam zwei neue Boote.") == (1, True)
    assert told("The fire brigade of the town got a new boat.") == (0, False)


def test_vectors_that_cannot_read_what_was_found_do_not_count(filled: KnowledgeGraph) -> None:
    retriever = filled.as_retriever("hybrid")
    pools = [
        retriever.candidates(QueryBundle(question))[0]
        for question in ("Was erhöhte die Stadt im Frühling?", "Who mends nets in the village?")
    ]
    assert [pool.readable for pool in pools] == [0.0, 1.0]


def test_an_older_graph_gets_the_stems_when_it_is_opened(
    filled: KnowledgeGraph, server: ServerInfo
) -> None:
    run_cypher(filled, "MATCH (m:__SchemaMigration {version: 'V014'}) DELETE m")
    run_cypher(filled, "MATCH (c:Chunk) SET c.stems = null")
    run_cypher(filled, "DROP INDEX chunk_stems")
    with connect(server, embed_model=LocalEmbedding()) as graph:
        for _, question, word in ASKED_BY_STEMS:
            if question.isascii():  # accents are left out of what is ingested from now on
                continue
            assert word in graph.retrieve(question)[0].statements[0].text
