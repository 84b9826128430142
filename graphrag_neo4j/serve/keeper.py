"""Keeps the local Neo4j of a served graph alive: one that was killed is started again."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import GraphRagError

if TYPE_CHECKING:
    from graphrag_neo4j.database.connection import Database
    from graphrag_neo4j.server import LocalServer

log = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
"""Between two looks at its process."""
REST_SECONDS = 60.0
"""After a start that failed: what ended it is not over yet."""


class Keeper:
    """Looks after ``server`` in a thread of its own, and tells ``database`` where it went.

    A server that was stopped with ``graphrag-neo4j server stop`` stays stopped.
    """

    def __init__(self, server: LocalServer, database: Database) -> None:
        self._server = server
        self._database = database
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End; does not wait for a start that is under way."""
        self._end.set()

    def _keep(self) -> None:
        rest = LOOK_SECONDS
        while not self._end.wait(rest):
            rest = LOOK_SECONDS if self._start_if_gone() else REST_SECONDS

    def _start_if_gone(self) -> bool:
        """Start the server if it is gone. False if that failed."""
        try:
            info = self._server.revive()
        except (GraphRagError, OSError) as error:
            log.error("Neo4j ended and could not be started again: %s", error)
            return False
        if info is not None:
            self._database.follow(info.bolt_uri)
            log.warning("Neo4j had ended; it was started again (pid %s).", info.pid)
        return True
