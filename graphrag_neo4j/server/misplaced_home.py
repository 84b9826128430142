"""A home that an older version made in the user's home directory: recognised, never touched.

It read the variable ``HOME`` as the local server's home, so that Neo4j's files stand among the
user's own.
"""

from __future__ import annotations

import os
from pathlib import Path

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.server.private import FILES
from graphrag_neo4j.server.state import read_state


def misplaced_home(home: Path) -> Path | None:
    """The user's home directory if a server was made there, and ``home`` is another."""
    given = os.environ.get("HOME")
    if not given:
        return None
    place = Path(given).resolve()
    try:
        made = read_state(place) is not None and (place / "data" / "databases").is_dir()
    except (ServerError, OSError):  # a server.json of something else
        return None
    return place if made and place != home.resolve() else None


def explanation(place: Path) -> str:
    """One line: where the old home is, how to keep its graph, which files may go then."""
    files = ", ".join(name for name in FILES if (place / name).exists())
    return (
        f"An older version made a graph in your home directory {place}; nothing of it is used or "
        f'changed. To keep that graph: graphrag-neo4j --home "{place}" server backup old.dump, '
        "then graphrag-neo4j server restore old.dump. To remove it: graphrag-neo4j --home "
        f'"{place}" server stop, then delete there only {files}.'
    )
