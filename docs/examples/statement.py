"""A statement of your own: Cypher over the graph, with parameters.

Labels and relationships are those of ``docs/concepts.md``. The driver is Neo4j's own. A statement
of the product is a file in ``cypher/``, in the folder of the package that runs it; the same text
works there, in Neo4j Browser (``:param limit => 10``), and here.
"""

from __future__ import annotations

from neo4j import RoutingControl

from graphrag_neo4j import KnowledgeGraph

TOGETHER = """
// Pairs of entities that statements mention together but that no relation joins, most often first.
MATCH (a:Entity)<-[:MENTIONS]-(s:Statement)-[:MENTIONS]->(b:Entity)
WHERE a.id < b.id AND NOT EXISTS { (a)-[:RELATED]-(b) }
RETURN a.name AS one, b.name AS other, count(s) AS statements
ORDER BY statements DESC, one, other
LIMIT $limit
"""


def main() -> None:
    """Show the ten pairs that are mentioned together most."""
    with KnowledgeGraph.local() as graph, graph.database.driver_session() as driver:
        rows, _, _ = driver.execute_query(
            TOGETHER, limit=10, routing_=RoutingControl.READ, database_=graph.database.database
        )
        for row in rows:
            print(row["one"], "-", row["other"], row["statements"])


if __name__ == "__main__":
    main()
