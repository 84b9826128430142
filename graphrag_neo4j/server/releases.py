"""The two lines of Neo4j that a local server can run, each locked to exact jars."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from graphrag_neo4j.artifacts import Artifact

Line = Literal["2026.01", "5.26"]
DEFAULT_LINE: Line = "2026.01"


@dataclass(frozen=True)
class Release:
    """One line's exact versions and the class that starts it."""

    line: Line
    neo4j: str
    gds: str
    main_class: str

    @property
    def name(self) -> str:
        """Name of the lock file and of the folder in the cache."""
        return f"neo4j-{self.neo4j}-gds-{self.gds}"


RELEASES: dict[Line, Release] = {
    "2026.01": Release("2026.01", "2026.01.4", "2.26.0", "org.neo4j.server.Neo4jCommunity"),
    "5.26": Release("5.26", "5.26.30", "2.13.9", "org.neo4j.server.CommunityEntryPoint"),
}


def read_lock(release: Release) -> list[Artifact]:
    """All jars of ``release`` with their sha256, as the lock file beside this module lists them."""
    lock = files("graphrag_neo4j.server") / "locks" / f"{release.name}.tsv"
    _header, *rows = lock.read_text("utf-8").splitlines()
    cells = (row.split("\t") for row in rows)
    return [Artifact(coordinate, folder, sha, int(size)) for coordinate, folder, sha, size in cells]
