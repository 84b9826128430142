"""Documents come, change and go; the graph always equals one built from what remains."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from graphrag_neo4j.errors import ModelError, NotFoundError, SchemaError, UsageError
from graphrag_neo4j.ingest import derive
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import (
    Chunk,
    Document,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)
from graphrag_neo4j.settings import Settings
from tests.support.databases import count, embed_entities, empty, rebuilt, run_cypher, snapshot
from tests.support.documents import DOCUMENTS, FIRM, HARBOUR, TOWN
from tests.support.files import write_xlsx
from tests.support.hash_embedding import HashEmbedding
from tests.support.life import Sources, clear, data_folder, live, own_sources, write_lines

MakeGraph = Callable[..., KnowledgeGraph]
RUNS = int(os.environ.get("GRAPHRAG_LIFE_RUNS", "6"))
"""Random sequences; 200 were run before a release."""


class CountingEmbedding(HashEmbedding):
    """Remembers the texts that it was asked for."""

    asked: list[str] = []  # noqa: RUF012 - a pydantic field, copied for each model

    def _get_text_embedding(self, text: str) -> list[float]:
        self.asked.append(text)
        return super()._get_text_embedding(text)


@dataclass
class ScriptedExtractor:
    """Says of each chunk what ``answer`` says; notes which documents it was asked about."""

    answer: Callable[[Chunk], ExtractedChunk]
    fingerprint: str = "scripted"
    asked: list[str] = field(default_factory=list)

    def extract_many(
        self, work: Sequence[tuple[Document, Sequence[Chunk]]]
    ) -> list[list[ExtractedChunk]]:
        self.asked += [document.uri for document, _ in work]
        return [[self.answer(chunk) for chunk in chunks] for _, chunks in work]


def says(chunk: Chunk, *facts: ExtractedFact, **parts: object) -> ExtractedChunk:
    """A chunk with one statement for each fact."""
    statements = tuple(ExtractedStatement(f"{f.subject} {f.object}", facts=(f,)) for f in facts)
    return ExtractedChunk(chunk.id, (ExtractedTopic("T", statements),), **parts)  # type: ignore[arg-type]


def paragraphs(n: int, changed: Iterable[int] = ()) -> Document:
    """A document of ``n`` chunks under headings, some of them with other words."""
    from graphrag_neo4j.readers.files import markdown_document

    parts = [
        f"# Part {i}\n\nStation {i} is a town in Norland. Anna Berg visited Station {i} "
        f"{'again ' if i in changed else ''}in May. Erik Holm met Anna Berg in Station {i}. "
        + "The road was long. "
        * 20
        for i in range(n)
    ]
    return markdown_document("\n\n".join(parts), "doc:long")


def long_document(changed: Iterable[int] = ()) -> Document:
    return paragraphs(12, changed)


def test_a_changed_paragraph_costs_only_itself(make_graph: MakeGraph) -> None:
    model = CountingEmbedding()
    with make_graph(embed_model=model) as graph:
        graph.ingest(long_document())
        before = {r["id"] for r in run_cypher(graph, "MATCH (c:Chunk) RETURN elementId(c) AS id")}
        first = len(model.asked)
        model.asked.clear()
        graph.ingest(long_document(changed=[5]))
        after = {r["id"] for r in run_cypher(graph, "MATCH (c:Chunk) RETURN elementId(c) AS id")}
        assert len(before & after) >= len(before) - 1
        assert 0 < len(model.asked) < first / 4
        found = snapshot(graph)
        assert found == rebuilt(graph, long_document(changed=[5]))


def test_a_changed_embedding_key_alone_makes_the_vector_anew(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(TOWN)
    before = snapshot(fresh_graph)
    run_cypher(fresh_graph, "MATCH (c:Chunk) SET c.embedding_key = 'x', c.embedding = null")
    run_cypher(fresh_graph, "MATCH (s:Source) SET s.status = 'pending'")
    fresh_graph.ingest(TOWN)
    assert snapshot(fresh_graph) == before


def test_lost_metadata_is_gone(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(replace(HARBOUR, metadata={"year": 2021, "chunk": 3}))
    fresh_graph.ingest(replace(HARBOUR, metadata={"chunk": 4}))
    row = run_cypher(fresh_graph, "MATCH (s:Source) RETURN s.year AS year, s.chunk AS chunk")
    assert row == [{"year": None, "chunk": 4}]


# -- evidence --------------------------------------------------------------------------------


def test_weight_and_descriptions_come_from_the_evidence(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    sources = own_sources()
    fresh_graph.import_extracted(
        write_lines(tmp_path / "x", [x for s in sources.values() for x in s])
    )
    query = (
        "MATCH (:Entity)-[r:RELATED {relation_type: 'MANAGES'}]->(b) "
        "RETURN b.name AS to, r.weight AS weight, r.description AS description, "
        "size(r.evidence) AS evidence"
    )
    assert run_cypher(fresh_graph, query) == [
        {
            "to": "Nordic Freight",
            "weight": 5.5,
            "description": "She has run it since 1999.; She is its head.; "
            "The Anna Berg Manages Nordic Freight",
            "evidence": 3,
        }
    ]
    fresh_graph.sources.delete("doc:b")
    row = run_cypher(fresh_graph, query)[0]
    assert (row["weight"], row["evidence"]) == (2.5, 2)
    assert "head" not in row["description"]


def test_a_fact_is_told_in_the_words_said_most_often(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    sources = own_sources()
    fresh_graph.import_extracted(write_lines(tmp_path / "x", sources["c"]))
    text = "MATCH (f:Fact) WHERE f.relation_type = 'MANAGES' RETURN f.text AS text"
    assert run_cypher(fresh_graph, text) == [{"text": "The Anna Berg Manages Nordic Freight"}]
    fresh_graph.import_extracted(write_lines(tmp_path / "x", [*sources["a"], *sources["b"]]))
    assert run_cypher(fresh_graph, text) == [{"text": "Anna Berg manages Nordic Freight"}]
    fresh_graph.sources.delete("doc:a", "doc:b")
    assert run_cypher(fresh_graph, text) == [{"text": "The Anna Berg Manages Nordic Freight"}]


def test_ends_that_nobody_extracted_are_placeholders(make_graph: MakeGraph) -> None:
    extractor = ScriptedExtractor(
        lambda c: says(c, ExtractedFact("Ghost", "haunts", "House"), entities=())
    )
    with make_graph(extractor=extractor) as graph:
        graph.ingest(TOWN)
        rows = run_cypher(graph, "MATCH (e:Entity) RETURN e.name AS n, e.type AS t ORDER BY n")
        assert rows == [{"n": "Ghost", "t": "UNKNOWN"}, {"n": "House", "t": "UNKNOWN"}]


def test_an_entity_that_no_statement_names_is_not_lost(make_graph: MakeGraph) -> None:
    entity = ExtractedEntity("Lonely Rock", "PLACE", "A rock")
    extractor = ScriptedExtractor(lambda c: ExtractedChunk(c.id, entities=(entity,)))
    with make_graph(extractor=extractor) as graph:
        graph.ingest(TOWN)
        row = run_cypher(graph, "MATCH (e:Entity) RETURN [e.name, e.type, e.chunk_count] AS said")
        assert row == [{"said": ["Lonely Rock", "PLACE", 1]}]
        graph.sources.delete(TOWN.uri)
        assert count(graph, "Entity") == 0


def test_claims_hang_on_their_chunk_and_entities(make_graph: MakeGraph) -> None:
    claim = ExtractedClaim("Firm A", "Agency B", "FRAUD", "TRUE", "Fined", "2022-01-10", "", "…")
    nobody = ExtractedClaim("Firm A", "NONE", "DELAY", "SUSPECTED", "Late")
    extractor = ScriptedExtractor(lambda c: ExtractedChunk(c.id, claims=(claim, nobody)))
    with make_graph(extractor=extractor) as graph:
        graph.ingest(TOWN)
        rows = run_cypher(
            graph,
            "MATCH (:Chunk)<-[:MENTIONED_IN]-(c:Claim)-[r:CONCERNS]->(e:Entity) "
            "RETURN c.type AS type, c.status AS status, c.start_date AS start, r.role AS role, "
            "e.name AS name ORDER BY type, role",
        )
        assert rows == [
            {"type": "DELAY", "status": "SUSPECTED", "start": None, "role": "subject",
             "name": "Firm A"},
            {"type": "FRAUD", "status": "TRUE", "start": "2022-01-10", "role": "object",
             "name": "Agency B"},
            {"type": "FRAUD", "status": "TRUE", "start": "2022-01-10", "role": "subject",
             "name": "Firm A"},
        ]  # fmt: skip
        assert graph.stats().nodes["Claim"] == 2
        assert graph.stats().relationships["CONCERNS"] == 3
        graph.sources.delete(TOWN.uri)
        assert (count(graph, "Claim"), count(graph, "Entity")) == (0, 0)


# -- status ----------------------------------------------------------------------------------


def test_a_failed_chunk_leaves_its_source_incomplete_until_it_is_extracted(
    make_graph: MakeGraph,
) -> None:
    is_down = True

    def answer(chunk: Chunk) -> ExtractedChunk:
        if is_down and chunk.position == 1:
            return ExtractedChunk(chunk.id, failed="the model is down")
        return says(chunk, ExtractedFact("Anna", "visits", f"Station {chunk.position}"))

    extractor = ScriptedExtractor(answer)
    with make_graph(extractor=extractor) as graph:
        report = graph.ingest(paragraphs(3), TOWN)
        assert report.failed == {"doc:long [1]": "the model is down"}
        assert not report.is_clean
        assert {s.uri: s.status for s in graph.sources.list()} == {
            "doc:long": "incomplete",
            TOWN.uri: "complete",
        }
        status = (
            "MATCH (c:Chunk)-[:FROM_SOURCE]->({uri: 'doc:long'}) "
            "RETURN c.position AS p, c.status AS s, c.attempts AS n ORDER BY p"
        )
        assert run_cypher(graph, status) == [
            {"p": 0, "s": "done", "n": None},
            {"p": 1, "s": "failed", "n": 1},
            {"p": 2, "s": "done", "n": None},
        ]
        assert count(graph, "Statement") == 3

        extractor.asked.clear()
        graph.ingest(paragraphs(3), TOWN)
        assert extractor.asked == ["doc:long"]
        assert graph.problems()[0].attempts == 2
        is_down = False
        assert graph.ingest(paragraphs(3), TOWN).is_clean
        assert graph.problems() == []
        found = snapshot(graph)
        assert found == rebuilt(graph, paragraphs(3), TOWN)


def test_what_stays_of_a_chunk_that_failed_is_found_as_before(make_graph: MakeGraph) -> None:
    document = Document("doc:p", "Anna Berg manages the port of Melby. She was born in Norby.", "P")
    vectors = (
        "MATCH (s:Statement) RETURN s.text AS text, s.resolved AS words, s.embedding AS vector "
        "ORDER BY text"
    )
    with make_graph() as graph:
        graph.ingest(document)
        before = run_cypher(graph, vectors)
        assert "Anna Berg was born in Norby." in {row["words"] for row in before}
    down = ScriptedExtractor(lambda chunk: ExtractedChunk(chunk.id, failed="the model is down"))
    with make_graph(extractor=down) as graph:
        assert graph.ingest(document, switch_extractor=True).failed
        assert run_cypher(graph, vectors) == before


def test_records_that_could_not_be_used_are_kept_with_their_chunk(make_graph: MakeGraph) -> None:
    bad = tuple(Quarantined("x" * 2_000, "no end") for _ in range(50))
    extractor = ScriptedExtractor(lambda c: ExtractedChunk(c.id, quarantined=bad))
    with make_graph(extractor=extractor) as graph:
        report = graph.ingest(TOWN)
        assert report.is_clean and len(report.quarantined) == 50
        kept = graph.problems()[0].quarantine
        assert len(kept) == 20 and all(k.startswith("no end: x") and len(k) <= 500 for k in kept)


# -- deletes and sync ------------------------------------------------------------------------


def test_deleted_sources_leave_nothing_behind(fresh_graph: KnowledgeGraph) -> None:
    wanted = rebuilt(fresh_graph, TOWN)
    empty(fresh_graph.database)
    fresh_graph.ingest(DOCUMENTS)
    harbour = next(s for s in fresh_graph.sources.list() if s.uri == HARBOUR.uri)
    report = fresh_graph.sources.delete(harbour.id, FIRM.uri)
    assert report.removed == 2
    assert snapshot(fresh_graph) == wanted
    fresh_graph.sources.delete(TOWN.uri)
    assert not any(fresh_graph.stats().nodes.values())


def test_deleting_what_is_not_there_is_asked_wrongly_and_deletes_nothing(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    with pytest.raises(NotFoundError, match="doc:nowhere"):
        fresh_graph.sources.delete(FIRM.uri, "doc:nowhere")
    assert count(fresh_graph, "Source") == 3


def test_sync_makes_the_graph_say_what_the_folder_holds(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    inside, outside = tmp_path / "in", tmp_path / "in-not"
    for folder in (inside, inside / "deep", outside):
        folder.mkdir()
    (inside / "town.txt").write_text(TOWN.text)
    (inside / "deep" / "firm.txt").write_text(FIRM.text)
    (inside / "rows.csv").write_text("id,text\n1,Anna Berg lives in Melby.\n2,Erik Holm is old.\n")
    (outside / "harbour.txt").write_text(HARBOUR.text)
    fresh_graph.ingest(outside)
    assert fresh_graph.sync(inside).added == 4
    (inside / "deep" / "firm.txt").unlink()
    (inside / "town.txt").write_text(TOWN.text + " Siri Dahl lives in Osterby.")
    (inside / "rows.csv").write_text("id,text\n1,Anna Berg lives in Melby.\n")
    (inside / "new.txt").write_text("Olaf Lund lives in Norland.")
    report = fresh_graph.sync(inside)
    assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 2, 1)
    found = snapshot(fresh_graph)
    clear(fresh_graph)
    fresh_graph.ingest(inside, outside)
    assert snapshot(fresh_graph) == found


def test_sync_keeps_what_moved_and_what_cannot_be_read_now(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(TOWN.text)
    (tmp_path / "b.txt").write_text(FIRM.text)
    fresh_graph.sync(tmp_path)
    (tmp_path / "a.txt").rename(tmp_path / "z.txt")
    (tmp_path / "b.txt").write_bytes(b"\x00\x01\x02\xff" * 100)
    report = fresh_graph.sync(tmp_path)
    assert [uri.rpartition("/")[2] for uri in report.unreadable] == ["b.txt"]
    assert {s.uri.rpartition("/")[2] for s in fresh_graph.sources.list()} == {"b.txt", "z.txt"}


def test_sync_takes_out_what_is_empty_now_or_to_be_ignored(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "a.txt").write_text(TOWN.text)
    (tmp_path / "b.txt").write_text(FIRM.text)
    (tmp_path / "old" / "c.txt").write_text(HARBOUR.text)
    fresh_graph.sync(tmp_path)
    (tmp_path / "a.txt").write_text("")
    (tmp_path / ".graphragignore").write_text("old/\n")
    report = fresh_graph.sync(tmp_path)
    assert (report.removed, report.unchanged) == (2, 1)
    assert [source.uri.rpartition("/")[2] for source in fresh_graph.sources.list()] == ["b.txt"]


@pytest.mark.parametrize(
    ("name", "full", "emptied"),
    [
        ("a.txt", TOWN.text, " \n\n"),
        ("a.csv", "id,text\n7,Anna Berg lives in Melby.\n", "id,text\n"),
        ("a.json", '[{"id": 7, "text": "Anna Berg lives in Melby."}]', "[]"),
        ("a.jsonl", '{"text": "Anna Berg lives in Melby."}', "\n \n"),
        ("a.html", f"<p>{TOWN.text}</p>", "<html><body></body></html>"),
    ],
)
def test_sync_takes_out_what_has_no_words_any_more(
    fresh_graph: KnowledgeGraph, tmp_path: Path, name: str, full: str, emptied: str
) -> None:
    (tmp_path / "firm.txt").write_text(FIRM.text)
    (tmp_path / name).write_text(full)
    assert fresh_graph.sync(tmp_path).added == 2
    (tmp_path / name).write_text(emptied)
    assert fresh_graph.sync(tmp_path).removed == 1
    assert [s.uri.rpartition("/")[2] for s in fresh_graph.sources.list()] == ["firm.txt"]


def test_sync_keeps_the_rows_of_a_workbook_whose_formulas_have_no_values_now(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    write_xlsx(tmp_path / "a.xlsx", {"Berths": [["name", "depth"], ["Berth 7", 12]]})
    assert fresh_graph.sync(tmp_path).added == 1
    write_xlsx(tmp_path / "a.xlsx", {"Berths": [["=B1", "=B2"], ["=B3", "=B4"]]})
    assert fresh_graph.sync(tmp_path).removed == 0


def test_sync_takes_out_a_file_whose_name_a_folder_has_now(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.write_text(TOWN.text)
    fresh_graph.sync(tmp_path)
    notes.unlink()
    notes.mkdir()
    (notes / "firm.txt").write_text(FIRM.text)
    assert fresh_graph.ingest(tmp_path).gone == (notes.as_uri(),)
    assert _counts(fresh_graph.sync(tmp_path)) == (0, 0, 1, 1)
    assert [s.uri for s in fresh_graph.sources.list()] == [(notes / "firm.txt").as_uri()]


@pytest.mark.parametrize("by", ["ingest", "sync"])
@pytest.mark.parametrize("ids", [True, False])
def test_of_a_table_with_a_row_that_cannot_be_read_nothing_is_taken_out(
    fresh_graph: KnowledgeGraph, tmp_path: Path, by: str, ids: bool
) -> None:
    said = ("Anna Berg lives in Melby.", "Erik Holm is old.", "Siri Dahl lives in Osterby.")
    rows = [{"id": f"r{n}", "text": text} if ids else {"text": text} for n, text in enumerate(said)]
    lines = [json.dumps(row) for row in rows]
    file, other = tmp_path / "rows.jsonl", tmp_path / "other.jsonl"
    file.write_text("\n".join(lines))
    other.write_text('{"text": "Olaf Lund is new."}\n')
    fresh_graph.ingest(tmp_path)
    lines[1] = lines[1].replace(":", "", 1)
    file.write_text("\n".join(lines))
    other.write_text('{"text": "Olaf Lund is old."}\n')
    report = fresh_graph.sync(tmp_path) if by == "sync" else fresh_graph.ingest(tmp_path)
    assert list(report.unreadable) == [f"{file.as_uri()}#2"]
    assert _counts(report) == (1, 0, 1, 2)
    lines[1] = json.dumps(rows[1])
    file.write_text("\n".join(lines))
    assert _counts(fresh_graph.sync(tmp_path)) == (0, 0, 0, 4)


def test_a_part_that_cannot_be_read_keeps_no_other_part_of_its_mail(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    def write(*attached: tuple[str, bytes]) -> None:
        mail = EmailMessage()
        mail["From"] = "anna@example.org"
        mail.set_content(TOWN.text)
        for name, data in attached:
            mail.add_attachment(data, maintype="application", subtype="pdf", filename=name)
        (tmp_path / "a.eml").write_bytes(mail.as_bytes())

    broken = ("plan.pdf", b"%PDF-broken")
    write(broken, ("firm.txt", FIRM.text.encode()))
    assert fresh_graph.sync(tmp_path).added == 2
    write(broken)
    report = fresh_graph.sync(tmp_path)
    assert [uri.partition("#")[2] for uri in report.unreadable] == ["plan.pdf"]
    assert report.removed == 1


ROWS = [
    f"{who},{what}"
    for who, what in (
        ("Anna Berg", "lives in Melby"),
        ("Erik Holm", "founded Nordic Freight"),
        ("Siri Dahl", "lives in Osterby"),
    )
]


def _counts(report: IngestReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.removed, report.unchanged


@pytest.mark.parametrize("by", ["ingest", "sync"])
def test_a_row_inserted_above_others_is_one_change(
    fresh_graph: KnowledgeGraph, tmp_path: Path, by: str
) -> None:
    file = tmp_path / "rows.csv"

    def put(*rows: str) -> tuple[int, int, int, int]:
        file.write_text("\n".join(["name,what", *rows]))
        return _counts(fresh_graph.sync(tmp_path) if by == "sync" else fresh_graph.ingest(file))

    assert put(*ROWS) == (3, 0, 0, 0)
    assert put("Olaf Lund,is a carrier", *ROWS) == (1, 0, 0, 3)
    assert put(*reversed(ROWS), "Olaf Lund,is a carrier") == (0, 0, 0, 4)
    assert put(*ROWS[:2], "Siri Dahl,left Osterby", "Olaf Lund,is a carrier") == (1, 0, 1, 3)
    assert put(*ROWS[:2]) == (0, 0, 2, 2)
    assert put(*ROWS[:2], ROWS[0]) == (0, 0, 0, 3)  # one text under two names
    assert count(fresh_graph, "Source") == 2
    assert put(*ROWS[:2]) == (0, 0, 1, 2)
    found = snapshot(fresh_graph)
    clear(fresh_graph)
    fresh_graph.ingest(file)
    assert snapshot(fresh_graph) == found


def test_a_row_that_others_were_put_before_tells_its_new_number(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    file = tmp_path / "rows.csv"
    place = (
        "MATCH (c:Chunk)<-[m:MENTIONED_IN]-(s:Statement) WHERE c.text CONTAINS 'Siri Dahl' "
        "RETURN DISTINCT c.place AS chunk, m.place AS statement"
    )
    for before, number in (([], 4), (["Olaf Lund,is a carrier"], 5), ([], 4)):
        file.write_text("\n".join(["name,what", *before, *ROWS]))
        report = fresh_graph.ingest(file)
        assert report.changed == 0
        wanted = {"chunk": f"row {number}", "statement": f"row {number}"}
        assert run_cypher(fresh_graph, place) == [wanted]


@pytest.mark.parametrize("by", ["ingest", "sync"])
def test_rows_that_were_known_by_number_leave_no_doubles(
    fresh_graph: KnowledgeGraph, tmp_path: Path, by: str
) -> None:
    file = tmp_path / "rows.csv"
    other = tmp_path / "rows.csv.txt"
    other.write_text("Lars Vik lives in Norland.")
    file.write_text("\n".join(["name,what", "Olaf Lund,is new", *ROWS]))
    old = [
        Document(f"{file.as_uri()}#{n}", "\n".join(f"{a}: {b}" for a, b in pairs), f"Rows {n}")
        for n, row in enumerate([*ROWS, "Gone Girl,left"], start=1)
        for pairs in [tuple(zip(("name", "what"), row.split(","), strict=True))]
    ]
    fresh_graph.ingest(old, other)
    fresh_graph.sync(tmp_path) if by == "sync" else fresh_graph.ingest(file)
    found = snapshot(fresh_graph)
    assert count(fresh_graph, "Source") == 5
    clear(fresh_graph)
    fresh_graph.ingest(tmp_path)
    assert snapshot(fresh_graph) == found


def test_only_a_sync_takes_out_a_record_that_has_an_id(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("id,text\n1,Anna Berg lives in Melby.\n2,Erik Holm is old.\n")
    fresh_graph.ingest(file)
    file.write_text("id,text\n3,Siri Dahl is new.\n2,Erik Holm is young.\n")
    assert _counts(fresh_graph.ingest(file)) == (1, 1, 0, 0)
    assert _counts(fresh_graph.sync(tmp_path)) == (0, 0, 1, 2)


def test_sync_of_no_folder_is_asked_wrongly(fresh_graph: KnowledgeGraph, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        fresh_graph.sync(tmp_path / "nowhere")


def test_a_source_may_have_more_names_than_an_index_entry_holds(
    fresh_graph: KnowledgeGraph,
) -> None:
    copies = [replace(TOWN, uri=f"doc:{i:03}:{'x' * 100}") for i in range(200)]
    fresh_graph.ingest(copies)
    assert len(fresh_graph.sources.list()[0].aliases) == 199
    fresh_graph.sources.delete(copies[150].uri)
    assert len(fresh_graph.sources.list()[0].aliases) == 198


# -- embedding anew --------------------------------------------------------------------------


class WiderEmbedding(HashEmbedding):
    """Another model with other dimensions."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return [*super()._get_text_embedding(text), *[0.0] * 16]


def check_rebuilt(graph: KnowledgeGraph) -> None:
    """It is the graph that the documents make, with all vectors."""
    found = snapshot(graph)
    rebuilt(graph, *DOCUMENTS)
    embed_entities(graph)
    assert snapshot(graph) == found


def test_another_model_is_refused_until_the_graph_is_embedded_anew(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    embed_entities(fresh_graph)
    fresh_graph.communities.detect()
    fresh_graph.communities.report()
    with make_graph(embed_model=WiderEmbedding(model_name="wider")) as other:
        with pytest.raises(SchemaError, match="graphrag-neo4j reembed"):
            other.ingest(TOWN)
        dry = other.reembed(dry_run=True)
        assert dry.stale == dry.total and set(dry.reasons) == {"another model"} and not dry.done
        assert other.reembed().done
        assert not any(other.reembed(dry_run=True).stale.values())
        assert other.retrieve("Who manages the Port of Melby?")
        assert other.search("Who manages the Port of Melby?", "global", context_only=True).context
        run_cypher(other, "MATCH (c:Community) DETACH DELETE c")
        check_rebuilt(other)


def test_interrupted_embedding_is_finished_by_the_next_run(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    embed_entities(fresh_graph)

    class Stops(HashEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            if text.startswith("Osterby ["):
                raise RuntimeError("power cut")
            return super()._get_text_embedding(text)

    with make_graph(embed_model=Stops(model_name="new")) as other, pytest.raises(ModelError):
        other.reembed()
    with make_graph(embed_model=HashEmbedding(model_name="new")) as other:
        with pytest.raises(SchemaError, match="reembed"):
            other.retrieve("Osterby?")
        assert set(other.reembed().reasons) == {"another model"}
        check_rebuilt(other)


def test_switching_types_off_makes_entities_stale(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    embed_entities(fresh_graph)
    plain = Settings(_env_file=None, embed_entity_types=False)
    with make_graph(settings=plain) as other:
        report = other.reembed()
        assert report.stale == {**dict.fromkeys(report.total, 0), "Entity": report.total["Entity"]}
        assert report.reasons == {"another text": report.total["Entity"]}
        check_rebuilt(other)


# -- any life --------------------------------------------------------------------------------


def random_lives(graph: KnowledgeGraph, sources: Sources, folder: Path, runs: int) -> None:
    graph.schema.apply()
    for seed in range(runs):
        chance = random.Random(seed)
        clear(graph)
        state = live(graph, sources, chance, folder, steps=chance.randint(2, 6))
        embed_entities(graph)
        lived = snapshot(graph)
        clear(graph)
        lines = [line for one in state.values() for line in one]
        graph.import_extracted(write_lines(folder / "fresh.jsonl", lines))
        embed_entities(graph)
        assert snapshot(graph) == lived, f"seed {seed}"


@pytest.mark.parametrize("most", [derive.MANY_FACTS, 0], ids=["none_is_a_hub", "all_are_hubs"])
def test_any_life_of_sources_equals_a_fresh_build(
    fresh_graph: KnowledgeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(derive, "MANY_FACTS", most)
    random_lives(fresh_graph, own_sources(), tmp_path, 2 * RUNS)


def test_any_life_of_real_extractions_equals_a_fresh_build(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = data_folder()
    if folder is None:
        pytest.skip("no data sets here: set GRAPHRAG_DATA")
    import json

    sources: Sources = {}
    with (folder / "ecorp" / "ecorp_chunks_extracted.jsonl").open(encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            sources.setdefault(data["source"], []).append(data)
    random_lives(fresh_graph, sources, tmp_path, RUNS)


def test_an_ingest_tells_which_files_of_its_folder_are_gone_and_leaves_what_they_said(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out.txt"
    inside.mkdir()
    for path in (inside / "a.txt", inside / "b.txt", outside):
        path.write_text(f"Ann visits {path.stem.title()}ville.", "utf-8")
    assert fresh_graph.ingest(inside, outside).gone == ()
    (inside / "b.txt").unlink()
    outside.unlink()
    report = fresh_graph.ingest(inside)
    assert report.gone == ((inside / "b.txt").as_uri(),)
    assert "1 file of before not there any more: sync" in report.summary()
    assert report.problems(full=False) == [f"gone: {(inside / 'b.txt').as_uri()}"]
    assert report.is_clean and len(fresh_graph.sources.list()) == 3
    assert fresh_graph.sync(inside).removed == 1
    assert fresh_graph.ingest(inside).gone == ()
    (inside / "a.txt").unlink()
    assert fresh_graph.ingest(inside).gone == ((inside / "a.txt").as_uri(),), "nothing is left"
