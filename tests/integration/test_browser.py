"""What a person meets in Neo4j Browser: connection, saved queries, guide and style."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from graphrag_neo4j.apps.neo4j_browser import (
    Address,
    GuideServer,
    browser_address,
    guide_page,
    saved_queries,
    saved_query,
)
from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import ServerError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings, load_settings
from tests.support.chromium import wait
from tests.support.databases import connect, empty, run_cypher

TEXT = (
    "Anna Berg manages the Port of Melby. The Port of Melby owns the Tall Crane. "
    "Anna Berg met Carl Dahl in Norland. Carl Dahl repaired the Tall Crane."
)
ORIGIN = "http://127.0.0.1:7474"
NOWHERE = Address("http://127.0.0.1:1/browser/", "bolt://127.0.0.1:1", "neo4j", "neo4j", "nowhere")


@pytest.fixture(scope="module")
def town(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(Document("town.txt", TEXT, "The town"))
        yield graph


def settings(**values: Any) -> Settings:
    return Settings(_env_file=None, **values)


@pytest.mark.parametrize("query", saved_queries(), ids=lambda query: query.name)
def test_a_saved_query_runs_as_pasted_and_says_its_purpose(town: Any, query: Any) -> None:
    assert query.text.startswith(f"// {query.purpose}\n")
    assert "LIMIT" in query.text
    assert "$" not in query.text  # nothing to set before it can run
    rows = run_cypher(town, query.text)
    if query.name not in ("stale", "community"):  # nothing is stale, no communities were made
        assert rows


def test_the_guide_holds_all_queries_escaped() -> None:
    page = guide_page("http://localhost:1/style.grass", "User: neo4j.")
    assert page.count('<pre class="runnable">//') == len(saved_queries())
    assert "MATCH (e:Entity)" in page
    assert "]-&gt;(" in page
    assert "{style_url}" not in page


def test_the_style_names_every_label_once() -> None:
    style = (Path(__file__).parents[2] / "cypher/browser/style.grass").read_text()
    for label in ("Source", "Chunk", "Topic", "Statement", "Fact", "Entity", "Claim", "Community"):
        assert style.count(f"node.{label} {{") == 1
    assert 'caption: "{relation_type}"' in style


@pytest.mark.parametrize(
    ("uri", "page"),
    [
        ("neo4j+s://abc.databases.neo4j.io", "https://browser.neo4j.io/"),
        ("neo4j://db.example:7687", "http://db.example:7474/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
    ],
)
def test_any_neo4j_has_an_address(uri: str, page: str) -> None:
    address = browser_address(settings(neo4j_uri=uri, neo4j_username="ana", neo4j_database="kb"))
    url = urlsplit(address.url(command="edit", argument="MATCH (n)\nRETURN n & more"))
    assert f"{url.scheme}://{url.netloc}{url.path}" == page
    asked = parse_qs(url.query)
    assert asked["dbms"] == [uri.replace("://", "://ana@")]
    assert asked["db"] == ["kb"]
    assert asked["arg"] == ["MATCH (n)\nRETURN n & more"]


def test_a_server_that_does_not_run_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="server start"):
        browser_address(settings(home=tmp_path))


def test_an_unknown_query_names_the_known() -> None:
    with pytest.raises(UsageError, match="why_connected"):
        saved_query("nonsense")


def test_the_guide_is_served_to_the_browser_only() -> None:
    def headers(url: str, origin: str, method: str) -> Any:
        request = urllib.request.Request(url, headers={"Origin": origin}, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.headers

    address = Address(f"{ORIGIN}/browser/", "bolt://127.0.0.1:7687", "neo4j", "neo4j", "there")
    with GuideServer(address).running() as guide:
        for method in ("GET", "OPTIONS"):
            for url in (guide.guide_url, guide.style_url):
                assert headers(url, ORIGIN, method)["Access-Control-Allow-Origin"] == ORIGIN
        other = headers(guide.guide_url, "http://evil.example", "GET")
        assert other["Access-Control-Allow-Origin"] is None
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(guide.guide_url.replace("guide.html", "../README.md"))


def test_a_taken_port_is_left_alone() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(ServerError, match=f"Port {port} is taken"):
            GuideServer(NOWHERE, port)
    first, second = GuideServer(NOWHERE), GuideServer(NOWHERE)
    assert first.guide_url != second.guide_url
    first.close()
    second.close()


def test_the_commands_print(server: ServerInfo) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, ["--home", str(server.home), "browser", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    assert run("--print").startswith(f"{server.browser_url}?dbms=bolt%3A%2F%2Fneo4j%40")
    assert server.password not in run("--print", "--query", "hubs")
    login = f"User: neo4j. Password: in {server.home / 'credentials'}, or run: graphrag-neo4j"
    assert login in run("--print")
    address = browser_address(load_settings(None, home=server.home))
    assert "server status --show-password" in guide_page("", address.login)
    assert "why_connected" in run("queries")
    assert run("queries", "hubs").startswith("// ")
    assert len(json.loads(run("queries", "--json"))) == len(saved_queries())


def test_a_person_logs_in_plays_the_guide_and_sees_a_graph(
    chromium: Any, town: KnowledgeGraph, server: ServerInfo, tmp_path: Path
) -> None:
    from selenium.webdriver.common.by import By

    def click(selector: str, by: str = By.CSS_SELECTOR, place: int = 0) -> None:
        """The page draws itself anew while it connects: try until one click goes through."""
        wait(chromium, lambda b: b.find_elements(by, selector)[place].click() is None)

    address = browser_address(load_settings(None, home=server.home))
    with GuideServer(address).running() as guide:
        chromium.get(address.url(command="guide", argument=guide.guide_url))
        wait(chromium, lambda b: is_connected(b, server.password))
        click(f'[data-exec="style {guide.style_url}"]')
        wait(chromium, lambda b: "relation_type" in b.page_source)
        click("//*[text()='Next']", By.XPATH)
        click("pre.runnable", place=1)
    query = saved_query("hubs_map")
    wait(chromium, lambda b: query.purpose in editor_text(b))
    click('[data-testid="editor-Run"]')
    nodes = wait(chromium, lambda b: b.find_elements(By.CSS_SELECTOR, "svg g.node"))
    rows = run_cypher(town, query.text)
    wanted = {node["name"] for row in rows for node in row["p"].nodes}
    assert "Anna Berg" in wanted
    assert len(nodes) == len(wanted)
    assert "Anna" in " ".join(node.text for node in nodes)  # the style's caption
    picture = tmp_path / "browser.png"
    assert chromium.save_screenshot(str(picture))
    assert picture.stat().st_size > 10_000


def is_connected(browser: Any, password: str) -> bool:
    """Fills in the form that the page shows, again if that was drawn anew meanwhile."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    if "You are connected" not in browser.page_source:
        field = browser.find_element(By.CSS_SELECTOR, '[data-testid="password"]')
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(password)
        browser.find_element(By.CSS_SELECTOR, '[data-testid="connect"]').click()
        time.sleep(2)
    return "You are connected" in browser.page_source


def editor_text(browser: Any) -> str:
    """What stands in Neo4j Browser's editor."""
    from selenium.webdriver.common.by import By

    lines = browser.find_element(By.CSS_SELECTOR, ".view-lines").text
    return str(lines).replace("\xa0", " ")
