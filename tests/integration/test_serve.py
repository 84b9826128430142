"""The HTTP interface as programs meet it: a real server on loopback, real clients."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import httpx2
import openai
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.retrieve.shown import most_relevant
from graphrag_neo4j.serve.write_cypher import ATTEMPTS
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.vocabulary import LABELS
from tests.support.databases import connect, embed_entities, empty, run_cypher, snapshot
from tests.support.fake_llm import FakeLLM, prompt_of, status
from tests.support.serving import READER, TOKEN, Served, served

TEXT = (
    "Anna Berg manages the Port of Melby. The Port of Melby owns the Tall Crane. "
    "Anna Berg met Carl Dahl in Norland. Carl Dahl repaired the Tall Crane."
)
MORE = "Nordic Freight supersedes Old Freight. Nordic Freight rents the Tall Crane."
SAYS = {"role": "user", "content": "a"}
STREAMS = ("/api/search/stream", "/v1/chat/completions")
QUESTION = "Who manages the Port of Melby?"


@pytest.fixture(scope="module")
def town(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(Document("doc:town", TEXT, "The town"), Document("doc:firms", MORE, "Firms"))
        graph.communities.detect()
        graph.communities.report()
        yield graph


@pytest.fixture(scope="module")
def api(town: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(town, tmp_path_factory.mktemp("serve")) as running:
        yield running


# --- what the library gives, as JSON


def test_json_is_what_the_library_gives(api: Served, town: KnowledgeGraph) -> None:
    found = api.post("/api/retrieve", question=QUESTION, options={"max_search_results": 3})
    expected = [one.to_dict() for one in town.retrieve(QUESTION, max_search_results=3)]
    assert found == json.loads(json.dumps(expected))
    assert api.get("/api/sources") == [one.to_dict() for one in town.sources.list()]
    entity = api.get("/api/entities/get", name="Anna Berg")
    assert entity == json.loads(json.dumps(town.entities.get("Anna Berg").to_dict()))
    assert api.get("/api/schema")["labels"]["Source"] == 2
    assert api.get("/api/stats")["nodes"] == town.stats().nodes


def test_an_answer_is_text_for_a_client_that_asks_for_it(api: Served) -> None:
    asked = {"question": QUESTION, "explain": True}
    plain = api.client.post("/api/retrieve", json=asked, headers={"Accept": "text/plain"})
    assert plain.headers["content-type"].startswith("text/plain")
    assert "Anna Berg manages the Port of Melby." in plain.text
    assert "why:" in plain.text


def test_statements_come_in_the_order_that_people_see(api: Served, town: KnowledgeGraph) -> None:
    found = api.post("/api/retrieve", question=QUESTION, shown=3)
    best = most_relevant(town.retrieve(QUESTION), 3)
    texts = [said["text"] for one in found for said in one["statements"]]
    assert texts == [one.statement.text for one in best] and len(texts) == 3


def test_a_statement_is_read_in_its_source(api: Served) -> None:
    [found, *_] = api.post("/api/retrieve", question=QUESTION)
    said = found["statements"][0]
    page = api.get(
        "/api/sources/text",
        name=found["source"]["uri"],
        start=said["start"],
        length=said["end"] - said["start"],
    )
    assert page["pieces"][0]["text"] == said["text"]


def test_a_source_says_what_it_added(api: Served, town: KnowledgeGraph) -> None:
    told = api.get("/api/sources/contents", name="doc:firms")
    assert (told["title"], told["chunks"], told["status"]) == ("Firms", 1, "complete")
    entities = {one["name"]: one["only_here"] for one in told["entities"]}
    assert entities["Nordic Freight"] and not entities["Tall Crane"]
    rows = run_cypher(
        town,
        "MATCH (:Source {uri: 'doc:firms'})<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-"
        "(s:Statement) RETURN count(DISTINCT s) AS n",
    )
    assert told["statements"] == rows[0]["n"]


def test_a_search_is_told_as_it_happens(api: Served) -> None:
    asked = {"question": QUESTION, "mode": "auto", "options": {"context_only": True}}
    with api.client.stream("POST", "/api/search/stream", json=asked) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        events = list(_events(response.iter_lines()))
    assert [kind for kind, _ in events] == ["context", "result"]
    assert "Port of Melby" in events[0][1]["text"]
    assert events[1][1]["mode"] == "local"
    assert "the question names" in events[1][1]["details"]["why"]


def test_suggested_questions_find_something(api: Served, town: KnowledgeGraph) -> None:
    questions = api.get("/api/suggestions")
    assert questions
    assert all(town.retrieve(question) for question in questions)


def test_pictures_show_what_answered(api: Served) -> None:
    picture = api.get("/api/picture/question", question=QUESTION)
    names = {node["id"]: node["name"] for node in picture["nodes"]}
    edges = {(names[e["source"]], e["type"], names[e["target"]]) for e in picture["edges"]}
    assert ("Anna Berg", "MANAGES", "Port of Melby") in edges
    assert ("Port of Melby", "MANAGES", "Anna Berg") not in edges
    statements = {node["id"] for node in picture["nodes"] if node["kind"] == "Statement"}
    assert statements <= picture["places"].keys()
    around = api.get("/api/picture/entity", name="Carl Dahl", depth=1)
    assert {"Carl Dahl", "Tall Crane"} <= {node["name"] for node in around["nodes"]}
    assert "Old Freight" not in {node["name"] for node in around["nodes"]}
    further = api.get("/api/picture/entity", name="Carl Dahl", depth=3)
    assert "Old Freight" in {node["name"] for node in further["nodes"]}
    assert len(api.get("/api/picture/entity", name="Carl Dahl", depth=3, limit=3)["nodes"]) <= 3


def test_communities_are_walked_down(api: Served) -> None:
    [first, *_] = api.get("/api/communities", level=0)
    details = api.get(f"/api/communities/{first['id']}")
    assert details["full_content"]
    inside = api.get("/api/picture/community", id=first["id"])
    members = {one["id"] for one in details["entities"]}
    assert {node["id"] for node in inside["nodes"]} == members
    assert api.get("/api/picture/communities", level=0)["nodes"]


# --- mending


def test_two_entities_become_one_and_two_again(api: Served, town: KnowledgeGraph) -> None:
    embed_entities(town)
    before = snapshot(town)
    [merge] = api.post("/api/entities/merge", name="Old Freight", into="Nordic Freight")
    assert (merge["alias"], merge["name"], merge["decided_by"]) == (
        "Old Freight",
        "Nordic Freight",
        "person",
    )
    assert merge in api.get("/api/entities/merges")
    assert api.get("/api/entities/get", name="Old Freight")["name"] == "Nordic Freight"
    api.post("/api/entities/unmerge", name="Old Freight")
    assert api.get("/api/entities/get", name="Old Freight")["name"] == "Old Freight"
    run_cypher(town, "MATCH (k:DistinctPair) DETACH DELETE k")
    embed_entities(town)
    assert _without_reports(snapshot(town)) == _without_reports(before)


def test_entities_that_are_kept_apart_are_proposed_no_more(
    api: Served, town: KnowledgeGraph
) -> None:
    twin = "Nordic Freight Ltd carries salt to Hull."
    town.ingest(Document("doc:twin", twin, "Twin"))
    proposed = api.get("/api/entities/duplicates")["merges"]
    assert [(one["alias"], one["canonical"]) for one in proposed] == [
        ("Nordic Freight", "Nordic Freight Ltd")
    ]
    pair = {"one": proposed[0]["alias_id"], "other": proposed[0]["canonical_id"]}
    kept = api.post("/api/entities/keep-apart", **pair)
    assert (kept["one"], kept["other"]) == ("Nordic Freight", "Nordic Freight Ltd")
    assert api.get("/api/entities/duplicates")["merges"] == []
    town.sources.delete("doc:twin")


def test_an_entity_is_not_merged_into_itself(api: Served) -> None:
    told = _error(
        api.client.post("/api/entities/merge", json={"name": "anna berg", "into": "Anna Berg"}), 400
    )
    assert "are one entity already" in told["message"]


# --- documents and jobs


def test_an_upload_is_read_and_a_bad_file_is_explained(api: Served, town: KnowledgeGraph) -> None:
    job = api.upload(
        ("ships.txt", b"Erik Holm sails the Gull. The Gull carries salt."),
        ("broken.pdf", b"%PDF-1.4 this is none"),
    )
    assert job["state"] == "waiting"
    over = api.finished(job["id"])
    states = {file["name"]: (file["state"], file["reason"]) for file in over["files"]}
    assert over["state"] == "done" and over["result"]["added"] == 1
    assert states["ships.txt"] == ("done", None)
    assert states["broken.pdf"][0] == "failed" and states["broken.pdf"][1]
    [source] = town.sources.list("ships.txt")
    assert source.uri == next(f["uri"] for f in over["files"] if f["name"] == "ships.txt")
    path = api.folder / "documents"
    assert len(list(path.rglob("ships.txt"))) == 1
    gone = api.client.delete("/api/sources", params={"name": source.uri})
    assert gone.status_code == 200 and gone.json()["removed"] == 1
    assert not list(path.rglob("ships.txt"))


def test_the_same_name_is_the_same_document(api: Served, town: KnowledgeGraph) -> None:
    for text in (b"Erik Holm sails the Gull.", b"Erik Holm sold the Gull."):
        api.finished(api.upload(("log.txt", text))["id"])
    [source] = town.sources.list("log.txt")
    page = api.get("/api/sources/text", name=source.id)
    assert page["pieces"][0]["text"] == "Erik Holm sold the Gull."
    town.sources.delete(source.uri)


def test_files_of_one_name_in_different_folders_are_two_documents(
    api: Served, town: KnowledgeGraph
) -> None:
    yards = ("north/yard.md", b"Erik Holm owns the yard."), ("south/yard.md", b"Ida Vik rents it.")
    planned = api.client.post("/api/plan", files=[("files", file) for file in yards])
    assert planned.json()["documents"] == 2
    over = api.finished(api.upload(*yards)["id"])
    uris = {file["uri"] for file in over["files"]}
    assert over["result"]["added"] == 2 and {s.uri for s in town.sources.list("yard.md")} == uris
    town.sources.delete(*uris)


def test_an_uploaded_table_stays_until_its_last_row_is_deleted(
    api: Served, town: KnowledgeGraph
) -> None:
    rows = b"id,name,note\n1,Erik Holm,sails the Gull\n2,Ida Vik,rents a yard\n"
    job = api.finished(api.upload(("crew.csv", rows))["id"])
    first, second = town.sources.list("crew.csv")
    assert api.client.delete("/api/sources", params={"name": first.id}).json()["removed"] == 1
    assert town.sources.list("crew.csv")[0].id == second.id
    api.post(f"/api/jobs/{job['id']}/retry")
    assert api.finished(job["id"])["result"]["added"] == 1, "the file can be read again"
    for row in (first, second):
        assert list(api.folder.rglob("crew.csv"))
        api.client.delete("/api/sources", params={"name": row.id})
    assert not list(api.folder.rglob("crew.csv"))


def test_two_files_of_one_name_in_an_upload_are_refused(api: Served) -> None:
    parts = [("files", ("quay.md", text)) for text in (b"The quay is long.", b"It is short.")]
    for route in ("/api/documents", "/api/plan"):
        told = _error(api.client.post(route, files=parts), 400)
        assert "quay.md" in told["message"] and told["hint"]
    assert not list(api.folder.rglob("quay.md"))


def test_many_uploads_at_once_are_all_read_or_explained(api: Served, town: KnowledgeGraph) -> None:
    def send(n: int) -> str:
        bad = n % 10 == 9
        name, text = (f"{n}.pdf", b"%PDF-") if bad else (f"note {n}.txt", b"Erik saw pier %d." % n)
        return str(api.upload((name, text))["id"])

    with ThreadPoolExecutor(20) as pool:
        ids = list(pool.map(send, range(20)))
    over = [api.finished(id_, 120) for id_ in ids]
    assert [job["state"] for job in over].count("done") == 18
    assert [job["files"][0]["reason"] is None for job in over].count(False) == 2
    notes = town.sources.list("note ")
    assert len(notes) == 18
    town.sources.delete(*[note.uri for note in notes])


@pytest.mark.parametrize(
    "name", ["../../escape.txt", "..\\..\\escape.txt", "/etc/escape.txt", "a/../../escape.txt"]
)
def test_a_name_is_never_a_path(api: Served, town: KnowledgeGraph, name: str) -> None:
    [file] = api.finished(api.upload((name, b"Nobody escapes."))["id"])["files"]
    assert file["name"] == "escape.txt"
    found = [p for p in api.folder.parent.rglob("escape.txt") if p.is_file()]
    assert [p.parent.parent for p in found] == [api.folder / "documents"]
    assert api.client.delete("/api/sources", params={"name": file["uri"]}).status_code == 200


def test_a_job_is_done_once_more(api: Served, town: KnowledgeGraph) -> None:
    job = api.finished(api.upload(("again.txt", b"Erik Holm sails the Gull."))["id"])
    again = api.post(f"/api/jobs/{job['id']}/retry")
    assert again["state"] == "waiting"
    over = api.finished(job["id"])
    assert over["attempts"] == 2 and over["result"]["unchanged"] == 1
    town.sources.delete(job["files"][0]["uri"])


def test_a_plan_changes_nothing(api: Served, town: KnowledgeGraph) -> None:
    before = snapshot(town)
    response = api.client.post("/api/plan", files=[("files", ("new.txt", b"Erik Holm sails."))])
    assert response.json()["documents"] == 1
    assert snapshot(town) == before


def test_communities_are_found_by_a_job(api: Served) -> None:
    over = api.finished(api.post("/api/jobs", kind="communities")["id"])
    assert over["state"] == "done" and over["result"]["detection"]["entities"]


# --- who may call


def test_without_the_token_nothing_is_told(api: Served) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}):
        for path in ("/api/stats", "/v1/models", "/api/nothing"):
            told = _error(httpx.get(api.url + path, headers=headers), 401)
            assert "Bearer" in told["hint"]


def test_a_reader_asks_and_cannot_write(api: Served, town: KnowledgeGraph) -> None:
    before = snapshot(town)
    assert api.reader.post("/api/retrieve", json={"question": QUESTION}).status_code == 200
    for method, path, body in (
        ("DELETE", "/api/sources?name=doc:town", None),
        ("POST", "/api/entities/merge", {"name": "Carl Dahl", "into": "Anna Berg"}),
        ("POST", "/api/entities/unmerge", {"name": "Carl Dahl"}),
        ("POST", "/api/entities/keep-apart", {"one": "Carl Dahl", "other": "Anna Berg"}),
        ("POST", "/api/jobs", {"kind": "resolve"}),
        ("POST", "/api/jobs/x/cancel", None),
        ("POST", "/api/jobs/x/retry", None),
    ):
        told = _error(api.reader.request(method, path, json=body), 403)
        assert "only read" in told["message"], path
    upload = api.reader.post("/api/documents", files=[("files", ("a.txt", b"A."))])
    assert upload.status_code == 403
    assert snapshot(town) == before


def test_every_writing_route_is_closed_to_readers(api: Served) -> None:
    reads = {
        "/api/retrieve", "/api/search", "/api/search/stream", "/api/ask", "/api/plan",
        "/api/cypher", "/api/cypher/explain", "/api/cypher/write",
        "/v1/chat/completions", "/v1/embeddings",
    }  # fmt: skip
    paths = api.get("/openapi.json")["paths"]
    for path, methods in paths.items():
        for method in methods:
            if method != "get" and path not in reads:
                sent = api.reader.request(method, path.replace("{id}", "x"), json={})
                assert sent.status_code == 403, (method, path)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8765"}, 421),
        ({"Host": "localhost@evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
    ],
)
def test_a_page_of_another_site_cannot_call(
    api: Served, headers: dict[str, str], status: int
) -> None:
    for path in ("/api/stats", "/api/retrieve"):
        method = "GET" if path == "/api/stats" else "POST"
        sent = api.client.request(method, path, headers=headers, json={"question": QUESTION})
        _error(sent, status)
        assert not [name for name in sent.headers if name.startswith("access-control")]
    preflight = httpx.options(
        f"{api.url}/api/stats",
        headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "GET"},
    )
    assert preflight.status_code == 403


def test_a_probe_may_ask_for_the_head_alone(api: Served) -> None:
    answer = api.client.head("/health")
    assert answer.status_code == 200 and not answer.content


@pytest.mark.parametrize("method", ["GET", "OPTIONS", "HEAD", "PUT"])
def test_a_wrong_method_is_told_the_right_one(api: Served, method: str) -> None:
    answer = api.client.request(method, "/api/retrieve")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"


def test_a_path_of_the_api_that_is_none_is_not_found(api: Served) -> None:
    _error(api.client.get("/api/nothing"), 404)


def test_the_description_of_the_api_says_what_is_sent(api: Served) -> None:
    told = api.get("/openapi.json")
    [(name, scheme)] = told["components"]["securitySchemes"].items()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert "HTTPValidationError" not in told["components"]["schemas"]
    assert "error" in told["components"]["schemas"]["ErrorAnswer"]["properties"]
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    errors = {"400", "401", "402", "403", "404", "409", "413", "421", "422", "501", "502", "503"}
    for path, methods in told["paths"].items():
        for operation in methods.values():
            if path == "/health":
                assert "security" not in operation
                continue
            assert operation["security"] == [{name: []}], path
            answers = operation["responses"]
            assert errors <= answers.keys(), path
            for status_ in errors:
                assert answers[status_]["content"] == {"application/json": {"schema": error}}
    ok = {path: told["paths"][path]["post"]["responses"]["200"]["content"] for path in STREAMS}
    assert [set(kinds) for kinds in ok.values()] == [
        {"text/event-stream"},
        {"application/json", "text/event-stream"},
    ]


def test_its_own_page_can_call(api: Served) -> None:
    assert api.client.get("/api/stats", headers={"Origin": api.url}).status_code == 200
    by_name = {"Host": api.url.replace("http://127.0.0.1", "localhost")}
    assert api.client.get("/api/stats", headers=by_name).status_code == 200


def test_an_upload_too_large_is_refused_before_it_is_read(
    town: KnowledgeGraph, tmp_path: Path
) -> None:
    with served(town, tmp_path / "small", max_upload=10_000) as small:
        sent = small.client.post("/api/documents", files=[("files", ("a.txt", b"A" * 20_000))])
        assert "MB" in _error(sent, 413)["message"]

        def pieces() -> Iterator[bytes]:  # without a length
            yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n'
            yield from (b"A" * 1_000 for _ in range(20))

        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        sent = small.client.post("/api/documents", content=pieces(), headers=kind)
        assert sent.status_code == 413
        assert not list((tmp_path / "small").rglob("a*"))


def test_pages_are_sent_with_strict_headers(api: Served) -> None:
    page = httpx.get(f"{api.url}/")
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"


# --- errors


@pytest.mark.parametrize(
    "question", ["Who manages the harbour? " * 700, "Who manages the harbour \udce9?"]
)
def test_a_letter_and_half_a_character_can_be_asked(api: Served, question: str) -> None:
    body = json.dumps({"question": question})
    headers = {"Content-Type": "application/json"}
    answer = api.client.post("/api/retrieve", content=body, headers=headers)
    assert answer.status_code == 200 and answer.json()


@pytest.mark.parametrize(
    ("path", "body", "code", "word"),
    [
        ("/api/retrieve", {"question": "  "}, 400, "empty"),
        ("/api/retrieve", {"question": ""}, 400, "The question is empty. Ask in words."),
        ("/api/ask", {"question": ""}, 400, "The question is empty. Ask in words."),
        ("/api/cypher/write", {"question": ""}, 400, "The question is empty. Ask in words."),
        ("/api/retrieve", {"question": "Who? " * 5_000}, 422, "question"),
        ("/api/retrieve", {"question": "Who?", "mode": "telepathy"}, 422, "mode"),
        ("/api/retrieve", {"question": "Who?", "options": {"max_serch_results": 3}}, 400, "mean"),
        ("/api/retrieve", {"question": "Who?", "options": {"llm": "x"}}, 400, "llm"),
        ("/api/retrieve", {"question": "Who?", "options": {"reranker": {"a": 1}}}, 400, "reranker"),
        ("/api/retrieve", {"question": "Who?", "options": {"filters": {"a": 1}}}, 400, "filters"),
        ("/api/search", {"question": "Who?", "options": {"output_dir": "/tmp/x"}}, 400, "output"),
        ("/api/search", {"question": "Who?", "options": {"top_k": -1}}, 400, "top_k"),
        ("/api/search/stream", {"question": "Who?", "options": {"x": 1}}, 400, "x"),
        ("/api/ask", {"question": "Who?"}, 502, "LLM"),
        ("/v1/chat/completions", {"model": "gpt", "messages": [SAYS]}, 404, "gpt"),
        ("/v1/chat/completions", {"model": "graph-local", "messages": []}, 422, "messages"),
    ],
)  # fmt: skip
def test_an_error_is_one_line_with_what_to_do(
    api: Served, path: str, body: dict[str, Any], code: int, word: str
) -> None:
    told = _error(api.client.post(path, json=body), code)
    assert word in f"{told['message']} {told['hint']}"


def test_unknown_names_are_not_found(api: Served) -> None:
    for path in (
        "/api/entities/get?name=Nobody At All",
        "/api/sources/text?name=nothing",
        "/api/jobs/0",
        "/api/nowhere",
        "/v1/models/gpt-9",
    ):
        _error(api.client.get(path), 404)


# --- OpenAI's protocol, by its own client


def test_chat_clients_get_evidence_without_an_llm(api: Served) -> None:
    client = openai.OpenAI(base_url=f"{api.url}/v1", api_key=TOKEN, max_retries=0)
    names = [model.id for model in client.models.list()]
    assert {"graph-auto", "graph-local", "graph-global", "vector_guided", "hash"} <= set(names)
    reply = client.chat.completions.create(
        model="vector_guided", messages=[{"role": "user", "content": QUESTION}]
    )
    message = reply.choices[0].message
    assert message.content and "Anna Berg manages the Port of Melby." in message.content
    assert message.annotations
    for annotation in message.annotations:
        cited = annotation.url_citation
        assert cited.url.startswith(f"{api.url}/#/source?name=doc")
        text = message.content[cited.start_index : cited.end_index]
        assert text.endswith("]") and not text.startswith("-")


def test_vectors_are_those_of_the_graph(api: Served, town: KnowledgeGraph) -> None:
    client = openai.OpenAI(base_url=f"{api.url}/v1", api_key=TOKEN, max_retries=0)
    made = client.embeddings.create(model="hash", input=["Anna Berg", "Carl Dahl"])
    expected = town.embed_model.get_text_embedding("Carl Dahl")
    assert made.data[1].embedding == pytest.approx(expected, abs=1e-6)
    plain = client.embeddings.create(model="hash", input="Carl Dahl", encoding_format="float")
    assert plain.data[0].embedding == pytest.approx(expected, abs=1e-6)


def test_a_wrong_key_is_told_to_openai_clients(api: Served) -> None:
    client = openai.OpenAI(base_url=f"{api.url}/v1", api_key=READER[:-1], max_retries=0)
    with pytest.raises(openai.AuthenticationError, match="token is wrong"):
        client.models.list()


@pytest.fixture(scope="module")
def speaking(
    server: ServerInfo, town: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, FakeLLM]]:
    with (
        FakeLLM() as fake,
        connect(server, settings=fake.settings(llm_retries=1)) as graph,
        served(graph, tmp_path_factory.mktemp("speaking")) as running,
    ):
        yield running, fake


CITING = "Anna Berg manages it [Data: Sources (1)]."


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", ["graph-local", "graph-auto", "graph-basic"])
def test_an_answer_cites_its_places(
    speaking: tuple[Served, FakeLLM], model: str, stream: bool
) -> None:
    api, fake = speaking
    fake.answer = lambda _: CITING
    client = openai.OpenAI(base_url=f"{api.url}/v1", api_key=TOKEN, max_retries=0)
    messages: Any = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Ask me."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    ]
    if stream:
        chunks = list(
            client.chat.completions.create(
                model=model, messages=messages, stream=True, stream_options={"include_usage": True}
            )
        )
        deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
        text = "".join(delta.content or "" for delta in deltas)
        annotations: Any = [a for d in deltas for a in getattr(d, "annotations", None) or []]
        assert chunks[-1].usage and chunks[-1].usage.completion_tokens == 5
        assert len([delta for delta in deltas if delta.content]) > 2, "it came in pieces"
        cited = [one["url_citation"] for one in annotations]
    else:
        reply = client.chat.completions.create(model=model, messages=messages)
        text = reply.choices[0].message.content or ""
        cited = [a.url_citation.model_dump() for a in reply.choices[0].message.annotations or []]
        assert reply.usage and reply.usage.prompt_tokens == 10
    assert text.startswith(CITING) and "Sources:\n- Sources 1" in text
    assert text.count(CITING) == 1
    assert text[cited[0]["start_index"] : cited[0]["end_index"]] == "[Data: Sources (1)]"
    assert "Ask me." in json.dumps(fake.requests[-1]["messages"]), "the conversation is told"


@pytest.mark.parametrize("stream", [False, True])
def test_a_retriever_is_a_model(speaking: tuple[Served, FakeLLM], stream: bool) -> None:
    api, fake = speaking
    fake.answer = lambda request: (
        "It is Anna Berg [Data: Statements (1)]." if "Statements" in prompt_of(request) else "Melby"
    )
    from llama_index.core.llms import ChatMessage
    from llama_index.llms.openai_like import OpenAILike

    llm = OpenAILike(model="traversal", api_base=f"{api.url}/v1", api_key=TOKEN, is_chat_model=True)
    asked = [ChatMessage(role="user", content=QUESTION)]
    if stream:
        *_, last = llm.stream_chat(asked)
        text = last.message.content or ""
    else:
        text = llm.chat(asked).message.content or ""
    assert text.startswith("It is Anna Berg") and "Statements 1" in text


@pytest.mark.parametrize("stream", [False, True])
def test_an_llm_that_fails_is_an_error_not_an_answer(
    speaking: tuple[Served, FakeLLM], stream: bool
) -> None:
    api, fake = speaking
    fake.answer = lambda _: status(500, "out of order")
    client = openai.OpenAI(base_url=f"{api.url}/v1", api_key=TOKEN, max_retries=0)
    with pytest.raises(openai.APIError, match="out of order"):
        found = client.chat.completions.create(
            model="graph-local", messages=[{"role": "user", "content": QUESTION}], stream=stream
        )
        list(found)


def test_an_answer_streams_in_pieces(speaking: tuple[Served, FakeLLM]) -> None:
    api, fake = speaking
    fake.answer = lambda _: CITING
    asked = {"question": QUESTION, "mode": "local"}
    with api.client.stream("POST", "/api/search/stream", json=asked) as response:
        events = list(_events(response.iter_lines()))
    assert "".join(data["text"] for kind, data in events if kind == "text").strip() == CITING
    result = events[-1][1]
    assert result["answer"] == CITING and result["citations"][0]["places"]


def test_usage_is_told_by_questions_and_jobs(speaking: tuple[Served, FakeLLM]) -> None:
    api, fake = speaking
    fake.answer = lambda _: CITING
    api.post("/api/ask", question=QUESTION)
    told = api.get("/api/usage")
    assert told["since_start"]["questions"]["total"]["calls"] >= 1
    assert told["since_start"]["jobs"]["total"]["calls"] == 0
    assert told["total"]["total"]["calls"] >= 1


# --- agents


async def test_agents_have_the_tools_at_the_same_address(api: Served) -> None:
    headers = {"Authorization": f"Bearer {READER}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as client,
        Client(streamable_http_client(f"{api.url}/mcp", http_client=client)) as agent,
    ):
        answer = await agent.call_tool("retrieve", {"question": QUESTION})
        assert "Anna Berg manages the Port of Melby." in str(answer.content[0])


def test_agents_need_the_token(api: Served) -> None:
    sent = httpx.post(f"{api.url}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    _error(sent, 401)


# --- Cypher


def test_the_console_reads(api: Served) -> None:
    table = api.post(
        "/api/cypher",
        statement="MATCH (s:Statement)-[:MENTIONS]->(e:Entity) WHERE e.name = $name "
        "RETURN s, e.name AS name, 1.5 AS x",
        parameters={"name": "Anna Berg"},
    )
    assert table["columns"] == ["s", "name", "x"]
    assert table["rows"][0][0]["labels"] == ["Statement"]
    assert table["rows"][0][0]["properties"]["embedding"] == "[384 numbers]"
    assert table["rows"][0][1:] == ["Anna Berg", 1.5]
    assert table["plan"]["operators"][0].startswith("ProduceResults")
    for saved in api.get("/api/cypher/saved"):
        parameters = {"name": "Anna Berg", "uri": "doc:town"}
        plan = api.client.post(
            "/api/cypher/explain", json={"statement": saved["text"], "parameters": parameters}
        )
        assert plan.status_code == 200, (saved["name"], plan.text)


def test_the_console_runs_functions_of_neo4j_itself_and_procedures_that_read(api: Served) -> None:
    dates = "RETURN duration.inDays(date('2024-03-01'), date.truncate('year', date('2025-02-03')))"
    assert api.post("/api/cypher", statement=f"{dates}.days AS n")["rows"] == [[306]]
    kinds = "CALL db.labels() YIELD label WHERE label = 'Entity' RETURN label, 'a.b(1)' AS text"
    assert api.post("/api/cypher", statement=kinds)["rows"] == [["Entity", "a.b(1)"]]


def test_the_console_stops_at_its_limits(api: Served) -> None:
    table = api.post("/api/cypher", statement="UNWIND range(1, 100) AS n RETURN n", limit=7)
    assert len(table["rows"]) == 7 and table["more"]
    slow = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(a + b)"
    sent = api.client.post("/api/cypher", json={"statement": slow, "seconds": 0.5})
    assert "too long" in _error(sent, 400)["message"]


def test_the_console_cuts_long_lists_and_ends_a_table_that_grows_too_large(api: Served) -> None:
    [[row]] = api.post("/api/cypher", statement="RETURN range(1, 5000) AS r")["rows"]
    assert row == [*range(1, 1_001), "… 4,000 more"]
    wide = "UNWIND range(1, 900) AS x RETURN range(1, 900) AS r"
    table = api.post("/api/cypher", statement=wide, limit=1_000)
    assert 200 < len(table["rows"]) < 400 and table["more"]


def test_the_sending_of_rows_is_within_the_time_of_a_statement(api: Served) -> None:
    large = "UNWIND range(1, 1000) AS x RETURN range(1, 300000) AS r"
    began = time.monotonic()
    asked = {"statement": large, "seconds": 0.5, "limit": 1_000}
    sent = api.client.post("/api/cypher", json=asked)
    assert "too long" in _error(sent, 400)["message"]
    assert time.monotonic() - began < 8


@pytest.mark.parametrize(
    "body",
    [
        r'{"statement": "RETURN $a", "parameters": {"a": "x\ud800"}}',
        r'{"statement": "RETURN 1", "parameters": {"\udfff": 1}}',
        r'{"statement": "RETURN \"\ud800\""}',
    ],
    ids=["value", "name", "statement"],
)
def test_half_a_character_in_a_statement_is_one_line(api: Served, body: str) -> None:
    for route in ("/api/cypher", "/api/cypher/explain"):
        sent = api.client.post(
            route, content=body.encode(), headers={"Content-Type": "application/json"}
        )
        _error(sent, 422)
    whole = r'{"statement": "RETURN $a", "parameters": {"a": "\ud83d\ude00"}}'
    sent = api.client.post(
        "/api/cypher", content=whole.encode(), headers={"Content-Type": "application/json"}
    )
    assert sent.json()["rows"] == [["\N{GRINNING FACE}"]]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("RETURN reduce(s = 'a', x IN range(1, 30) | s + s)", "more memory than the server has"),
        ("RETURN " + "(" * 3_000 + "1" + ")" * 3_000, "too deep"),
        ("RETURN " + "NOT " * 1_000 + "true", "too deep"),
        ("MATCH " + ", ".join(f"(n{i})" for i in range(800)) + " RETURN 1", "799 patterns"),
    ],
    ids=["memory", "depth", "operators", "patterns"],
)
def test_a_statement_that_wants_too_much_fails_alone(
    api: Served, statement: str, said: str
) -> None:
    sent = api.client.post("/api/cypher", json={"statement": statement, "seconds": 20})
    assert said in _error(sent, 400)["message"]
    assert api.post("/api/cypher", statement="RETURN 1 AS n")["rows"] == [[1]]


def test_a_glob_of_many_stars_holds_up_nobody(api: Served) -> None:
    assert api.get("/api/sources", text="*a" * 24 + "z") == []


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (n:Intruder) RETURN n",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n:Entity) SET n.name = 'x' RETURN n",
        "MATCH (n) CALL (n) { SET n.x = 1 } IN TRANSACTIONS RETURN 1",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "LOAD CSV FROM 'http://127.0.0.1:1/' AS line RETURN line",
        "CALL dbms.listConfig()",
        "CALL dbms.components()",
        "CALL gds.graph.list()",
        "UNWIND [1] AS i RETURN gds.graph.project('left', i, i + 1) AS p",
        "UNWIND [1] AS i RETURN `gds` . graph/* ( */.`project`('left', i, i + 1) AS p",
        r"UNWIND [1] AS i RETURN \u0067ds.graph.project('left', i, i + 1) AS p",
        "MATCH (n) WHERE n.name = apoc.load.json('http://127.0.0.1:1/') RETURN n",
        "CALL db.createLabel('Intruder')",
        "CALL dbms.killQueries(['x'])",
        "SHOW USERS",
        "SHOW SETTINGS",
        "SHOW TRANSACTIONS",
        "TERMINATE TRANSACTION 'neo4j-transaction-1'",
        "CREATE INDEX intruder FOR (n:Entity) ON (n.x)",
        "DROP CONSTRAINT x IF EXISTS",
        "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
        "USE system SHOW USERS",
        "EXPLAIN MATCH (n) RETURN n",
        "PROFILE MATCH (n) RETURN n",
        "/* a remark */ PROFILE CREATE (n) RETURN n",
        "CYPHER 25 CREATE (n) RETURN n",
        "RETURN 1; CREATE (n:Intruder)",
        "UNWIND [1] AS x CALL (x) { CREATE (n:Intruder) } RETURN x",
        "FOREACH (x IN [1] | CREATE (n:Intruder))",
        "MATCH (n) RETURN",
        "",
        "// nothing but a remark",
    ],
)
def test_the_console_does_nothing_but_read(
    api: Served, town: KnowledgeGraph, statement: str
) -> None:
    before = run_cypher(town, "MATCH (n) RETURN count(n) AS n")
    told = _error(api.client.post("/api/cypher", json={"statement": statement}), 400)
    assert told["hint"]
    assert run_cypher(town, "MATCH (n) RETURN count(n) AS n") == before


def test_a_question_becomes_cypher_that_is_planned_and_not_run(
    speaking: tuple[Served, FakeLLM],
) -> None:
    api, fake = speaking
    good = "MATCH (e:Entity) RETURN count(e) AS n"
    fake.script(
        {"statement": "MATCH (e:Entity) DETACH DELETE e", "explanation": "gone"},
        {"statement": "MATCH (s:Statement)-[:MENTIONS]->(f:Fact) RETURN f", "explanation": ""},
        {"statement": good, "explanation": "Counts entities."},
    )
    written = api.post("/api/cypher/write", question="How many entities are there?")
    assert (written["statement"], written["error"]) == (good, None)
    assert written["plan"]["operators"]
    first = prompt_of(fake.requests[-3])
    assert "PERSON" in first and "MANAGES" in first and "(:Entity)-[:RELATED]->(:Entity)" in first
    told = json.dumps(fake.requests[-1]["messages"])
    assert "would write" in told and "The graph has no (:Statement)-[:MENTIONS]->(:Fact)" in told
    for bad in ("DROP INDEX x", "UNWIND [1] AS i RETURN gds.graph.project('left', i, i)"):
        fake.script(*[{"statement": bad, "explanation": ""}] * ATTEMPTS)
        refused = api.post("/api/cypher/write", question="How many entities are there?")
        assert refused["plan"] is None and refused["error"]


def test_a_fenced_statement_is_taken_at_once(speaking: tuple[Served, FakeLLM]) -> None:
    api, fake = speaking
    good = "MATCH (e:Entity) RETURN count(e) AS n"
    fake.script(f"This counts them:\n\n```cypher\n{good}\n```")
    before = len(fake.requests)
    written = api.post("/api/cypher/write", question="How many entities are there?")
    assert (written["statement"], written["error"]) == (good, None)
    assert len(fake.requests) == before + 1


# --- helpers


def _events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def _error(response: httpx.Response, code: int) -> Any:
    assert response.status_code == code, response.text
    told = response.json()["error"]
    assert told["message"] and "\n" not in told["message"]
    assert told["hint"]
    return told


def _without_reports(found: Any) -> Any:
    """What a merge and its way back leave as it was: the graph below the communities."""
    nodes, links = found
    return (
        {node for node in nodes if "Community" not in node[0]},
        {link for link in links if link[1] != "IN_COMMUNITY"},
    )


def test_hostile_input_is_answered_and_does_nothing(api: Served, town: KnowledgeGraph) -> None:
    """The last of the module: what it deletes is missed by nobody."""
    schema = schemathesis.openapi.from_url(f"{api.url}/openapi.json")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    beside = set(api.folder.parent.iterdir())
    tried = set()
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]

        @settings(
            max_examples=8,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def try_out(case: Any) -> None:
            response = case.call(headers=headers)
            assert response.status_code != 500, f"{case.method} {case.path}: {response.text}"
            if response.status_code >= 400 and case.path != "/health":
                assert response.json()["error"]["message"], response.text

        try_out()
        tried.add(f"{operation.method.upper()} {operation.path}")
    assert len(tried) > 30 and "POST /api/documents" in tried
    assert set(api.folder.parent.iterdir()) == beside
    labels = run_cypher(town, "MATCH (n) RETURN DISTINCT labels(n)[0] AS label")
    assert {row["label"] for row in labels} <= {
        *LABELS, "__File", "__Graph", "__SchemaMigration", "__Usage"
    }  # fmt: skip
