"""What is known about a home's server, and how to reach it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.server.config import HOST, Ports, shell_command
from graphrag_neo4j.server.credentials import credentials_path

if TYPE_CHECKING:
    from graphrag_neo4j.database.connection import Database


@dataclass(frozen=True)
class ServerInfo:
    """A server that is ready, and how to log in."""

    bolt_uri: str
    http_uri: str
    browser_url: str
    username: str
    password: str = field(repr=False)
    pid: int
    version: str
    home: Path

    @property
    def credentials_file(self) -> Path:
        """The file that holds the password."""
        return credentials_path(self.home)

    @property
    def command(self) -> str:
        """How the shell calls the command line for this home."""
        return shell_command(self.home)

    def database(self) -> Database:
        """A connection to it, to be opened."""
        from graphrag_neo4j.database.connection import Database

        return Database(self.bolt_uri, self.username, self.password, folder=self.home)


@dataclass(frozen=True)
class ServerStatus:
    """What is known about a home's server; addresses are None before its first start."""

    running: bool
    home: Path
    pid: int | None = None
    version: str | None = None
    bolt_uri: str | None = None
    http_uri: str | None = None
    browser_url: str | None = None
    started: datetime | None = None


def addresses(ports: Ports) -> dict[str, str]:
    """Where a server with these ports answers, by the names of :class:`ServerInfo`."""
    http = f"http://{HOST}:{ports.http}"
    return {
        "bolt_uri": f"bolt://{HOST}:{ports.bolt}",
        "http_uri": http,
        "browser_url": f"{http}/browser/",
    }
