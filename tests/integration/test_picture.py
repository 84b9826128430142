"""The picture: one file, offline, and nothing in a document becomes code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.visualization import Edge, Node, Picture, of_communities
from tests.support.chromium import wait
from tests.support.databases import connect, empty, run_cypher
from tests.support.hostile_names import HOSTILE

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


def test_an_entity_is_shown_with_its_directed_relations_and_sources(town: KnowledgeGraph) -> None:
    picture = town.show("Anna Berg")
    names = {node.id: node.name for node in picture.nodes}
    relations = {(names[e.source], e.type, names[e.target]) for e in picture.edges if not e.quiet}
    assert ("Anna Berg", "MANAGES", "Port of Melby") in relations
    assert ("Port of Melby", "MANAGES", "Anna Berg") not in relations
    statements = [node for node in picture.nodes if node.kind == "Statement"]
    assert any("manages" in dict(node.details)["Statement"] for node in statements)
    assert all("The town" in dict(node.details)["Source"] for node in statements)


def test_a_picture_has_no_more_nodes_than_asked_for(town: KnowledgeGraph) -> None:
    for limit in (1, 2, 5):
        picture = town.show("Who manages the Port of Melby?", limit=limit)
        assert 1 <= len(picture.nodes) <= limit
        ids = {node.id for node in picture.nodes}
        assert {end for e in picture.edges for end in (e.source, e.target)} <= ids


def test_what_most_likely_answers_is_marked(town: KnowledgeGraph) -> None:
    picture = town.show("Who repaired the Tall Crane?")
    marked = [dict(node.details)["Statement"] for node in picture.nodes if node.marked]
    assert "Carl Dahl repaired the Tall Crane." in marked
    assert len(marked) <= 3


def test_a_picture_says_where_nothing_seems_to_answer(town: KnowledgeGraph) -> None:
    note = town.show("What does Zebulon Quark eat in Uruguay?").note
    assert "Nothing in these documents seems to answer" in note
    assert not town.show("Who repaired the Tall Crane?").note


def test_communities_are_a_map(town: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="communities detect"):
        town.show()
    town.communities.detect()
    picture = town.show()
    assert {node.kind for node in picture.nodes} == {"Community"}
    assert any("Anna Berg" in text for node in picture.nodes for _, text in node.details)


def test_a_notebook_draws_it_in_a_frame_of_its_own(chromium: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By

    picture = Picture("Ann's", (Node("a", HOSTILE[0], "PERSON"), Node("b", "B", "PERSON")))
    assert repr(picture) == 'Picture("Ann\'s", 2 nodes, 0 edges)'
    page = tmp_path / "notebook.html"
    page.write_text(f"<meta charset=utf-8><div hidden>{picture._repr_html_()}</div>", "utf-8")
    chromium.get(page.as_uri())
    chromium.execute_script("document.querySelector('div').hidden = false")
    chromium.switch_to.frame(chromium.find_element(By.TAG_NAME, "iframe"))
    circles = chromium.find_elements(By.CSS_SELECTOR, "svg .node circle")
    assert len(circles) == 2
    wait(chromium, lambda _: all(c.rect["width"] > 5 for c in circles))
    assert chromium.execute_script("return window.hit") is None
    chromium.switch_to.default_content()


def test_the_file_opens_offline_and_a_click_shows_the_text(chromium: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By

    n = 200
    nodes = [Node(f"n{i}", f"Name {i}", "PERSON", 1, (("Entity", f"text {i}"),)) for i in range(n)]
    edges = [
        Edge(f"n{i}", f"n{i // 2}", "KNOWS", details=(("Relation", "r"),)) for i in range(1, n)
    ]
    edges.append(Edge("n0", "n0", "SAME_AS"))
    page = tmp_path / "graph.html"
    Picture("Many", tuple(nodes), tuple(edges)).save(page)
    assert page.stat().st_size < 1_000_000
    chromium.get_log("browser")
    chromium.get(page.as_uri())
    circles = chromium.find_elements(By.CSS_SELECTOR, "svg .node circle")
    assert len(circles) == n
    assert len(chromium.find_elements(By.CSS_SELECTOR, "svg .edge")) == len(edges)
    assert "NaN" not in chromium.find_element(By.ID, "view").get_attribute("innerHTML")
    far = [c for c in circles[:50] if not 0 <= c.rect["x"] <= 1500]
    assert not far  # all are on the screen
    circles[7].click()
    panel = chromium.find_element(By.ID, "panel")
    assert "text 7" in panel.text
    assert "→ KNOWS → Name 3" in panel.text
    assert chromium.get_log("browser") == []


def test_hostile_names_are_only_shown(chromium: Any, tmp_path: Path) -> None:
    nodes = tuple(Node(str(i), name, name, 1, ((name, name),)) for i, name in enumerate(HOSTILE))
    edges = (Edge("0", "1", HOSTILE[0]), Edge("1", "0", HOSTILE[1]))
    page = tmp_path / "graph.html"
    Picture(HOSTILE[0], nodes, edges).save(page)
    chromium.get(page.as_uri())
    chromium.execute_script("nodes.forEach(choose); edges.forEach(choose);")
    assert chromium.execute_script("return window.hit") is None
    assert chromium.find_elements("css selector", "img, body script + script + script") == []
    assert chromium.find_element("css selector", "h1").text == HOSTILE[0]


def test_relations_of_one_direction_are_one_arrow(server: ServerInfo) -> None:
    text = "Ann Berg founded Acme Corp. Ann Berg sold Acme Corp. Acme Corp sued Ann Berg."
    with connect(server) as graph:
        empty(graph.database)
        graph.ingest(Document("a", text, "A"))
        edges = [e for e in graph.show("Ann Berg").edges if not e.quiet]
    assert sorted(edge.type for edge in edges) == ["FOUNDED, SOLD", "SUED"]
    both = next(edge for edge in edges if "," in edge.type)
    assert [heading for heading, _ in both.details].count("Relation") == 2


MAP = """
UNWIND ['a', 'b'] AS id
CREATE (:Community {id: id, name: id, level: 0, size: 2})
WITH count(*) AS done
MATCH (a:Community {id: 'a'}), (b:Community {id: 'b'})
UNWIND $types AS type
CREATE (a)<-[:IN_COMMUNITY]-(:Entity {name: type, chunk_count: 1})
       -[:RELATED {relation_type: type}]->(:Entity {name: 'x', chunk_count: 1})-[:IN_COMMUNITY]->(b)
"""


def test_on_the_map_the_commonest_types_stand_first_and_equal_ones_by_name(
    server: ServerInfo,
) -> None:
    with connect(server) as graph:
        empty(graph.database)
        types = ["TOWS", "SERVES", "OWNS", "RENTS", "SERVES", "BUILT", "AIDS"]
        run_cypher(graph, MAP, types=types)
        [edge] = [e for e in of_communities(graph.database).edges if not e.quiet]
    assert edge.type == "7 SERVES, AIDS, BUILT, OWNS, RENTS"
