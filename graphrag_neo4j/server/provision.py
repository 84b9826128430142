"""Neo4j's own files: jars in the cache, shared by all homes."""

from __future__ import annotations

from pathlib import Path

from graphrag_neo4j.artifacts import cache_dir, fetch
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.server.releases import Release, read_lock


def provision(release: Release, progress: Progress) -> Path:
    """The folder that holds ``lib/`` and ``plugins/`` of ``release``, fetched if needed.

    Raises :class:`~graphrag_neo4j.errors.ProvisionError`.
    """
    into = cache_dir() / release.name
    fetch(read_lock(release), into, progress)
    return into
