"""What a person meets in Neo4j Browser: connection, saved queries, guide and style."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.apps.neo4j_browser import (
    GuideServer,
    browser_address,
    guide_page,
    saved_queries,
    saved_query,
)
from graphrag_neo4j.cli import cli
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import load_settings
from tests.support.chromium import wait
from tests.support.databases import connect, empty, run_cypher

TEXT = (
    "Anna Berg manages the Port of Melby. The Port of Melby owns the Tall Crane. "
    "Anna Berg met Carl Dahl in Norland. Carl Dahl repaired the Tall Crane."
)


@pytest.fixture(scope="module")
def town(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(Document("town.txt", TEXT, "The town"))
        yield graph


@pytest.mark.parametrize("query", saved_queries(), ids=lambda query: query.name)
def test_a_saved_query_runs_as_pasted_and_says_its_purpose(town: Any, query: Any) -> None:
    assert query.text.startswith(f"// {query.purpose}\n")
    assert "LIMIT" in query.text
    assert "$" not in query.text  # nothing to set before it can run
    rows = run_cypher(town, query.text)
    if query.name not in ("stale", "community"):  # nothing is stale, no communities were made
        assert rows


def test_the_commands_print(server: ServerInfo) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(cli, ["--home", str(server.home), "browser", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    assert run("--print").startswith(f"{server.browser_url}?dbms=bolt%3A%2F%2Fneo4j%40")
    assert server.password not in run("--print", "--query", "hubs")
    login = f"User: neo4j. Password: in {server.home / 'credentials'}, or run: "
    command = f"graphrag-neo4j --home {shlex.quote(str(server.home))} server status"
    assert f"{login}{command} --show-password" in run("--print")
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
    wanted = {node["name"] for row in rows for node in row["path"].nodes}
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
