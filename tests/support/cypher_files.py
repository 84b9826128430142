"""The statements of the product: every Cypher file but those of the schema."""

from __future__ import annotations

from graphrag_neo4j.database import cypher

_FOLDER = cypher.folder()
NAMES = sorted(
    str(path.relative_to(_FOLDER).with_suffix(""))
    for path in _FOLDER.rglob("*.cypher")
    if path.parent.name != "schema"
)
