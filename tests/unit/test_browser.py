"""Neo4j Browser's addresses, guide and style, without a server."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from graphrag_neo4j.apps.neo4j_browser import (
    Address,
    GuideServer,
    browser_address,
    guide_page,
    saved_queries,
    saved_query,
)
from graphrag_neo4j.errors import ServerError, UsageError
from graphrag_neo4j.settings import Settings

ORIGIN = "http://127.0.0.1:7474"


NOWHERE = Address("http://127.0.0.1:1/browser/", "bolt://127.0.0.1:1", "neo4j", "neo4j", "nowhere")


def settings(**values: Any) -> Settings:
    return Settings(_env_file=None, **values)


def test_the_guide_holds_all_queries_escaped() -> None:
    page = guide_page("http://localhost:1/style.grass", "User: neo4j.")
    assert page.count('<pre class="runnable">//') == len(saved_queries())
    assert "MATCH (entity:Entity)" in page
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
