"""The graph as an agent meets it: the real command, the real client of the MCP SDK."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client, StdioServerParameters

from graphrag_neo4j.embeddings.models import make_embedding
from graphrag_neo4j.errors import DatabaseError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.command_line import CODE, run
from tests.support.databases import connect, embed_entities, empty, snapshot
from tests.support.fake_llm import API_KEY, MODEL, FakeLLM
from tests.support.life import write_lines

ROOT = Path(__file__).parents[2]
URI = "doc:melby"
TEXT = " ".join(
    f"In {year}, Anna Berg of Melby told the Harbour Board about pier {year - 1900} and its cranes."
    for year in range(1950, 1990)
)
EDGE = {"subject": "Nordic Freight", "predicate": "supersedes", "object": "Old Freight"}
LINE = {
    "source": {"uri": "doc:register", "title": "The register", "metadata": {"year": 1999}},
    "text": "Nordic Freight supersedes Old Freight.",
    "topics": [
        {
            "name": "Firms",
            "statements": [
                {
                    "text": "Nordic Freight supersedes Old Freight.",
                    "start": 0,
                    "end": 38,
                    "facts": [{**EDGE, "relation_type": "SUPERSEDES"}],
                }
            ],
        }
    ],
    "entities": [{"name": "Nordic Freight", "type": "COMPANY", "description": "A carrier. " * 200}],
}
CYPHER = "x'}) DETACH DELETE n //"
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("retrieve", {"question": "What did Anna Berg tell the Harbour Board?", "top_k": 3}),
    ("search", {"question": "What did Anna Berg say?", "mode": "local"}),
    ("entity", {"name": "the nordic freight"}),
    ("find_entities", {"text": "frieght"}),
    ("find_sources", {"text": "register"}),
    ("source_text", {"source": "Melby"}),
    ("schema", {}),
)


@pytest.fixture(scope="module")
def filled_graph(
    server: ServerInfo, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    settings = Settings(_env_file=None, chunk_size=32)
    with connect(server, settings=settings, embed_model=make_embedding(settings)) as graph:
        empty(graph.database)
        graph.ingest(Document(URI, TEXT, "Melby"))
        graph.import_extracted(write_lines(tmp_path_factory.mktemp("mcp") / "l.jsonl", [LINE]))
        graph.communities.detect()
        graph.communities.report()
        yield graph


@pytest.fixture(scope="module")
def environment(server: ServerInfo, filled_graph: KnowledgeGraph) -> dict[str, str]:
    """What the command is told: this server and nothing else."""
    names = ("NEO4J_", "GRAPHRAG_", "OPENAI_", "ENTITY_TYPES", "RELATION_PATTERNS")
    clean = {
        k: v for k, v in os.environ.items() if not k.startswith(names) or k == "GRAPHRAG_CACHE"
    }
    return {
        **clean,
        "GRAPHRAG_LLM_CACHE": "off",
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password,
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def http(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Process id and port of the command serving HTTP."""
    port = free_port()
    arguments = ["mcp", "--transport", "http", "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, *arguments],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield process.pid, port
    process.terminate()
    out, err = process.communicate(timeout=20)
    assert not out
    assert "Traceback" not in err


def stdio(environment: dict[str, str]) -> Client:
    return Client(
        StdioServerParameters(
            command=sys.executable, args=["-c", CODE, "mcp"], env=environment, cwd=ROOT
        ),
        read_timeout_seconds=120,
    )


@pytest.fixture(params=["stdio", "http"])
def agent(
    request: pytest.FixtureRequest, environment: dict[str, str], http: tuple[int, int]
) -> Client:
    """A client of either transport, to be entered by the test."""
    return stdio(environment) if request.param == "stdio" else _of(http)


def _of(http: tuple[int, int]) -> Client:
    return Client(f"http://127.0.0.1:{http[1]}/mcp", read_timeout_seconds=120)


async def asked(client: Client, tool: str, **arguments: Any) -> str:
    """The text of one call's answer, the client closed."""
    async with client:
        return await told(client, tool, **arguments)


async def told(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return text_of(result)


def text_of(result: Any) -> str:
    (content,) = result.content
    assert content.type == "text"
    return str(content.text)


def statements(answer: str) -> list[tuple[int, int, str]]:
    """Start, end and text of each statement that retrieve gives."""
    found = re.findall(r"^(\d+)-(\d+) (.+)$", answer, re.MULTILINE)
    return [(int(start), int(end), text) for start, end, text in found]


async def test_each_tool_is_listed_and_answers_and_the_graph_stays_as_it_was(
    agent: Client, filled_graph: KnowledgeGraph
) -> None:
    embed_entities(filled_graph)  # else the first local search does
    before = snapshot(filled_graph)
    async with agent:
        listed = {tool.name: tool for tool in (await agent.list_tools()).tools}
        assert set(listed) == {name for name, _ in CALLS}
        for tool in listed.values():
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is True
            assert tool.description
            assert "Gives " in tool.description
            assert tool.output_schema is None
        for name, arguments in CALLS:
            result = await agent.call_tool(name, arguments)
            assert not result.is_error, result.content
            assert result.structured_content is None  # what is sent is sent once
            assert text_of(result)
    assert snapshot(filled_graph) == before


async def test_schemas_tell_defaults_bounds_and_choices(http: tuple[int, int]) -> None:
    async with _of(http) as client:
        schemas = {t.name: t.input_schema for t in (await client.list_tools()).tools}
    top_k = schemas["retrieve"]["properties"]["top_k"]
    assert (top_k["default"], top_k["minimum"], top_k["maximum"]) == (5, 1, 50)
    assert schemas["retrieve"]["required"] == ["question"]
    assert "causal" in schemas["search"]["properties"]["mode"]["enum"]
    for schema in schemas.values():
        assert not {"cypher", "query", "statement"} & set(schema["properties"])
        assert all(one.get("description") for one in schema["properties"].values())


async def test_no_argument_reaches_the_database_as_cypher(
    http: tuple[int, int], filled_graph: KnowledgeGraph
) -> None:
    before = snapshot(filled_graph)
    async with _of(http) as client:
        for name, argument in (
            ("retrieve", "question"),
            ("search", "question"),
            ("entity", "name"),
            ("find_entities", "text"),
            ("find_sources", "text"),
            ("source_text", "source"),
        ):
            for value in (CYPHER, "MATCH (n) DETACH DELETE n", "CREATE (:Entity {id: 'x'})"):
                await client.call_tool(name, {argument: value})
                assert (await client.call_tool(name, {argument: "x", "cypher": value})).is_error
    assert snapshot(filled_graph) == before


def test_what_the_tools_ask_by_cannot_write(filled_graph: KnowledgeGraph) -> None:
    """The server itself refuses to write in what is sent as a read."""
    before = snapshot(filled_graph)
    with pytest.raises(DatabaseError, match="refused"):
        filled_graph.database.read("ingest/delete_everything", limit=1)
    assert snapshot(filled_graph) == before


async def test_a_statement_found_is_where_it_says_in_the_source(http: tuple[int, int]) -> None:
    question = "What did Anna Berg tell the Harbour Board about pier 77?"
    found = await asked(_of(http), "retrieve", question=question, top_k=2, source=URI)
    assert 1 <= found.count("] Melby") <= 2
    assert statements(found)
    for start, end, text in statements(found):
        assert TEXT[start:end] == text
        assert text.startswith("In 19")


@pytest.mark.parametrize("mode", ["traversal", "vector_guided", "hybrid"])
async def test_an_answer_is_little_more_than_what_it_shows(agent: Client, mode: str) -> None:
    question = "What did Anna Berg tell the Harbour Board about pier 77?"
    async with agent:
        result = await agent.call_tool("retrieve", {"question": question, "mode": mode})
    sent = result.model_dump_json(by_alias=True, exclude_none=True)
    answer = text_of(result)
    titles = re.findall(r"^\[[0-9a-f]{8}\] (Melby|The register)", answer, re.MULTILINE)
    shown = [*titles, *(text for _, _, text in statements(answer))]
    assert len(statements(answer)) > 5
    assert len(sent) <= 1.5 * sum(map(len, shown))


async def test_retrieve_looks_only_where_it_is_told(http: tuple[int, int]) -> None:
    question = "What does Anna Berg say of Nordic Freight?"
    async with _of(http) as client:

        async def titles(**arguments: Any) -> set[str]:
            found = await told(client, "retrieve", question=question, top_k=50, **arguments)
            return set(re.findall(r"^\[[0-9a-f]{8}\] (Melby|The register)", found, re.MULTILINE))

        assert await titles() == {"Melby", "The register"}
        assert await titles(source="the register") == {"The register"}
        assert await titles(source="doc:m*") == {"Melby"}
        assert await titles(metadata={"year": 1999}) == {"The register"}
        assert await titles(metadata={"year": [1999, 2000]}) == {"The register"}
        assert await titles(source=URI, metadata={"year": 1999}) == set()
        assert await titles(source="the register", metadata={"id": ["none"]}) == set()
        assert (
            await told(client, "retrieve", question=question, metadata={"year": 1})
            == "Nothing found."
        )
        unknown = {"question": question, "metadata": {"yaer": 1999}}
        refused = await client.call_tool("retrieve", unknown)
        assert refused.is_error and "There are: " in text_of(refused)


async def test_names_are_found_by_parts_and_typos(http: tuple[int, int]) -> None:
    async with _of(http) as client:
        found = await told(client, "find_entities", text="nordik")
        assert found.startswith("Nordic Freight [COMPANY], in 1 chunk")
        every = await told(client, "find_entities", limit=1)
        assert every.startswith("Anna Berg [")
        assert "None found" in await told(client, "find_entities", type="NO_SUCH")
        assert "None found" in await told(client, "find_sources", text="no such")
        (register,) = (await told(client, "find_sources", text="REG")).splitlines()
        assert re.fullmatch(r"\[[0-9a-f]{8}\] The register <doc:register> year=1999", register)
        both = (await told(client, "find_sources")).splitlines()
        assert [line[11:16] for line in both] == ["Melby", "The r"]
        page = await told(client, "source_text", source=register[1:9])
        assert "Nordic Freight supersedes Old Freight." in page


async def test_pages_of_a_source_make_up_its_text(http: tuple[int, int]) -> None:
    async with _of(http) as client:
        text = [" "] * len(TEXT)
        offset: int | None = 0
        pages = 0
        while offset is not None:
            page = await told(client, "source_text", source=URI, offset=offset, length=500)
            first, *lines, last = page.splitlines()
            assert re.fullmatch(r"\[[0-9a-f]{8}\] Melby <doc:melby>", first)
            for place, said in zip(lines[::2], lines[1::2], strict=True):
                start, end = map(int, place.strip("[]").split("-"))
                assert offset <= start < end <= offset + 500
                text[start:end] = said
            offset = None if last == "end" else int(last.removeprefix("next offset: "))
            pages += 1
        assert "".join(text) == TEXT
        assert pages == -(-len(TEXT) // 500)
        again = await told(client, "source_text", source=first[1:9], length=10)
        assert again.splitlines()[1:] == ["[0-10]", TEXT[:10], "next offset: 10"]
        beyond = await told(client, "source_text", source=URI, offset=10**9)
        assert beyond.splitlines()[1:] == ["end"]


async def test_relations_of_an_entity_keep_their_direction_and_say_where_they_stand(
    http: tuple[int, int],
) -> None:
    async with _of(http) as client:
        new = await told(client, "entity", name="Nordic Freight")
        old = await told(client, "entity", name="Old Freight")
    for answer in (new, old):
        assert "relations (1 of 1):" in answer
        (relation,) = [line for line in answer.splitlines() if "SUPERSEDES" in line]
        assert relation.startswith("Nordic Freight -SUPERSEDES-> Old Freight")
        assert re.search(r"\(\[[0-9a-f]{8}\] 0-38\)$", relation)
        assert re.search(r"^\[[0-9a-f]{8}\] The register$", answer, re.MULTILINE)
    assert new.startswith("Nordic Freight [COMPANY], in 1 chunk, id ")
    assert max(map(len, new.splitlines())) <= 1_000
    assert "] 0-38 Nordic Freight supersedes Old Freight." in new


async def test_what_is_told_of_an_entity_is_bounded(http: tuple[int, int]) -> None:
    async with _of(http) as client:
        anna = await told(client, "entity", name="Anna Berg", max_relations=1)
    assert anna.count("->") <= 2
    said, _, listed = anna.partition("\nsources:\n")
    assert len(listed.splitlines()) == 1
    assert said.partition("statements that mention it:\n")[2].count("\n") == 9
    assert len(anna) < 3_000


async def test_schema_counts_what_is_there(
    http: tuple[int, int], filled_graph: KnowledgeGraph
) -> None:
    schema = await asked(_of(http), "schema")
    stats = filled_graph.stats()
    labels = dict(re.findall(r"^\(:(\w+)\) (\d+)$", schema, re.MULTILINE))
    assert {label: int(n) for label, n in labels.items()} == stats.nodes
    by_type: dict[str, int] = {}
    for type_, n in re.findall(r"-\[:(\w+)\]->\(:\w+\) (\d+)$", schema, re.MULTILINE):
        by_type[type_] = by_type.get(type_, 0) + int(n)
    assert by_type == stats.relationships
    assert f"(:Chunk)-[:FROM_SOURCE]->(:Source) {stats.nodes['Chunk']}" in schema
    assert re.search(r"^relation types: .*SUPERSEDES 1", schema, re.MULTILINE)
    assert re.search(r"^entity types: .*COMPANY \d", schema, re.MULTILINE)


@pytest.mark.parametrize("mode", ["auto", "local", "global", "basic", "naive", "drift", "causal"])
async def test_search_without_an_llm_gives_the_context(http: tuple[int, int], mode: str) -> None:
    question = "Why did Nordic Freight supersede Old Freight?"
    found = await asked(_of(http), "search", question=question, mode=mode, max_tokens=600)
    head, _, rest = found.partition("\n\n")
    context, _, places = rest.partition("\nPlaces of the rows of table Sources:\n")
    assert "no answer: No LLM is set" in head
    assert "Nordic Freight" in context
    assert count_tokens(context) <= 600
    if mode not in ("global", "drift"):  # these begin with reports
        assert re.search(r"^\[[0-9a-f]{8}\] (Melby|The register): 1 at \d+-\d+", places)


async def test_search_without_an_llm_is_bounded_unless_more_is_asked_for(
    http: tuple[int, int],
) -> None:
    async with _of(http) as client:
        question = "What did Anna Berg tell the Harbour Board?"
        usual = await told(client, "search", question=question, mode="basic", context_only=True)
        few = await told(client, "search", question=question, mode="basic", max_tokens=300)
        assert count_tokens(few) < count_tokens(usual) < 4_000 * 1.3
        (search,) = [t for t in (await client.list_tools()).tools if t.name == "search"]
        assert "raise it" in search.input_schema["properties"]["max_tokens"]["description"]


async def test_context_only_is_no_error(http: tuple[int, int]) -> None:
    found = await asked(_of(http), "search", question="Who?", context_only=True)
    assert "no answer" not in found
    assert "Anna Berg" in found


async def test_search_with_an_llm_gives_an_answer_whose_citations_can_be_read(
    environment: dict[str, str], fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: "Cranes, she said [Data: Sources (1), Entities (99)]."
    more = {
        "OPENAI_BASE_URL": fake_llm.url,
        "OPENAI_API_KEY": API_KEY,
        "GRAPHRAG_LLM_MODEL": MODEL,
    }
    async with stdio({**environment, **more}) as client:
        question = "What did Anna Berg tell?"
        found = await told(client, "search", question=question, mode="basic")
        head, _, rest = found.partition("\n\n")
        answer, real, made_up = rest.splitlines()
        assert "no answer" not in head
        assert answer.startswith("Cranes")
        assert made_up.startswith("Entities 99: was never shown")
        cited = re.fullmatch(r"Sources 1: .*\(\[([0-9a-f]{8})\] Melby (\d+)-(\d+)\)", real)
        assert cited, real
        start, end = int(cited[2]), int(cited[3])
        page = await told(client, "source_text", source=cited[1], offset=start, length=end - start)
        assert TEXT[start:end] in page


WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    (
        "entity",
        {"name": "Freight"},
        "No entity is called 'Freight'. Did you mean: Nordic Freight, Old Freight? "
        "Find its name with find_entities.",
    ),
    (
        "source_text",
        {"source": "doc:none"},
        "There is no source 'doc:none'. Find its name with find_sources.",
    ),
    (
        "retrieve",
        {"question": "Who?", "source": "regist"},
        "There is no source 'regist'. Did you mean: 'The register'? "
        "Find its name with find_sources.",
    ),
    ("retrieve", {"question": " "}, "The question is empty. Ask in words."),
    (
        "retrieve",
        {"question": "Who?", "top_k": 51},
        "top_k: Input should be less than or equal to 50.",
    ),
    (
        "source_text",
        {"source": URI, "length": 20_001},
        "length: Input should be less than or equal to 20000.",
    ),
    ("entity", {}, "name: Field required."),
    (
        "find_entities",
        {"text": "Anna", "filters": "year>=2020"},
        "find_entities takes no filters; it takes text, type, limit, offset.",
    ),
)


async def test_what_is_wrong_is_told_in_words_that_an_agent_can_act_on(agent: Client) -> None:
    async with agent:
        results = [await agent.call_tool(tool, arguments) for tool, arguments, _ in WRONG]
        mode = await agent.call_tool("search", {"question": "Who?", "mode": "sql"})
    for (_, _, message), result in zip(WRONG, results, strict=True):
        assert result.is_error
        assert text_of(result) == message
    assert text_of(mode).startswith("mode: Input should be 'auto', 'local'")


async def test_without_a_server_the_agent_is_told_so_and_can_try_again(
    environment: dict[str, str],
) -> None:
    async with stdio({**environment, "NEO4J_URI": "bolt://127.0.0.1:1"}) as client:
        for _ in range(2):
            result = await client.call_tool("schema", {})
            assert result.is_error
            assert result.content[0].type == "text"
            assert "No Neo4j answers at bolt://127.0.0.1:1" in result.content[0].text
            assert "Check NEO4J_URI" in result.content[0].text


def test_http_listens_on_this_machine_only(http: tuple[int, int]) -> None:
    pid, port = http
    listening = [c.laddr for c in psutil.Process(pid).net_connections() if c.status == "LISTEN"]
    assert [(one.ip, one.port) for one in listening] == [("127.0.0.1", port)]


def test_http_refuses_the_page_of_another_site(http: tuple[int, int]) -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
    head = (
        "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", http[1]), timeout=20) as link:
        link.sendall(head.encode() + body)
        assert link.recv(100).startswith(b"HTTP/1.1 421")


CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""What a background job of a script is started with ignores Ctrl-C, and so do its children."""


def piped(environment: dict[str, str]) -> subprocess.Popen[str]:
    """It, with pipes to its client; Ctrl-C ends it, whatever the tests are started by."""
    return subprocess.Popen(
        [sys.executable, "-c", CTRL_C + CODE, "mcp"],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_stdout_carries_nothing_but_the_protocol(environment: dict[str, str]) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
    hello["clientInfo"] = {"name": "test", "version": "1"}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "schema", "arguments": {}}},
    ]
    process = piped(environment)
    assert process.stdin
    assert process.stdout
    for message in messages:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert [(one["jsonrpc"], one["id"]) for one in answers] == [("2.0", 1), ("2.0", 2)]
    assert answers[0]["result"]["serverInfo"]["name"] == "graphrag-neo4j"
    assert "Use retrieve" in answers[0]["result"]["instructions"]
    rest, errors = process.communicate(timeout=20)  # closes its input: the client went
    assert (rest, process.returncode) == ("", 0)
    assert "Traceback" not in errors


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_while_its_client_stays(
    by: signal.Signals, environment: dict[str, str]
) -> None:
    process = piped(environment)
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.send_signal(by)
    assert process.wait(20) == 0
    process.communicate()


def test_a_port_that_is_taken_is_named(http: tuple[int, int]) -> None:
    address = {"NEO4J_URI": "bolt://127.0.0.1:1"}
    result = run("mcp", "--transport", "http", "--port", str(http[1]), env=address)
    assert result.returncode == 1
    assert result.stderr.splitlines() == [
        f"Error: 127.0.0.1:{http[1]} cannot be listened on: Address already in use. "
        "Name another with --port, or 0 for any."
    ]


def test_sources_show_and_schema_show_print_the_same(environment: dict[str, str]) -> None:
    pages = run("sources", "text", URI, "--length", "300", env=environment)
    assert TEXT[:60] in pages.stdout
    assert "More: --start 300" in pages.stdout
    schema = run("schema", "describe", env=environment)
    assert "(:Chunk)-[:FROM_SOURCE]->(:Source)" in schema.stdout
    assert "SUPERSEDES 1" in schema.stdout
    nobody = run("sources", "text", "doc:none", env=environment)
    assert nobody.returncode == 1
    assert "There is no source 'doc:none'" in nobody.stderr


async def test_sources_and_reports_can_be_read(
    http: tuple[int, int], filled_graph: KnowledgeGraph
) -> None:
    [source] = filled_graph.sources.find("The register")
    community = filled_graph.communities.list()[0]
    async with _of(http) as client:
        offered = {
            one.uri_template for one in (await client.list_resource_templates()).resource_templates
        }
        assert offered == {"graph://source/{id}", "graph://report/{id}"}
        read = await client.read_resource(f"graph://source/{source.id[:8]}")
        assert "Nordic Freight supersedes Old Freight." in str(read.contents[0])
        report = await client.read_resource(f"graph://report/{community.id}")
        assert community.title in str(report.contents[0])
        with pytest.raises(Exception, match="no source"):
            await client.read_resource("graph://source/nothing")


async def test_ways_of_asking_are_prompts(http: tuple[int, int]) -> None:
    async with _of(http) as client:
        names = {prompt.name for prompt in (await client.list_prompts()).prompts}
        assert {"search_global", "search_local", "retrieve_vector_guided"} <= names
        prompt = await client.get_prompt("search_global", {"question": "What is it about?"})
        content = prompt.messages[0].content
        assert content.type == "text"
        assert "What is it about?" in content.text and 'mode "global"' in content.text
