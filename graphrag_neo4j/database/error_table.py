"""The driver's errors as ours, by one table."""

from __future__ import annotations

import re
from pathlib import Path

from neo4j import exceptions as driver_errors

from graphrag_neo4j.disk import is_full
from graphrag_neo4j.errors import (
    DatabaseError,
    DatabaseUnavailable,
    GraphRagError,
    ReadOnlyError,
    UsageError,
)

_USER = re.compile(r"^([^/@]*://)?.*@", re.DOTALL)
_WRITE_REFUSED = (
    "General.WriteOnReadOnlyAccessDatabase",
    "General.ForbiddenOnReadOnlyDatabase",
    "Security.Forbidden",  # to a user whose roles may not write
)
_FULL_DISK = re.compile(r"no space left|not enough space|transaction ?log", re.IGNORECASE)


def shown_address(uri: str) -> str:
    """``uri`` as messages may show it: without user, password and query."""
    return re.split(r"[?#]", _USER.sub(r"\1***@", uri))[0]


def translated(error: Exception, uri: str, database: str, folder: Path | None) -> GraphRagError:
    """What the driver raised, as one of ours: what is wrong, and what to do. ``folder``: where a
    server of this machine keeps its files."""
    uri = shown_address(uri)
    code = getattr(error, "code", None) or ""
    if code.endswith("Database.DatabaseNotFound") or "DatabaseNotFound" in str(error):
        return DatabaseUnavailable(
            f"There is no database {database!r} at {uri}.", "Check NEO4J_DATABASE."
        )
    if isinstance(error, UnicodeError):
        return UsageError(
            "A text has half a character (a lone surrogate), which cannot be sent.",
            "Take it out of the text, the name or the option.",
        )
    if code.endswith("AuthenticationRateLimit"):
        return DatabaseUnavailable(
            f"Neo4j at {uri} had too many wrong passwords, and waits.",
            "Check NEO4J_USERNAME and NEO4J_PASSWORD, and try again in a minute.",
        )
    if isinstance(error, driver_errors.AuthError):
        return DatabaseUnavailable(
            f"Neo4j at {uri} refused the user name or password.",
            "Check NEO4J_USERNAME and NEO4J_PASSWORD.",
        )
    if isinstance(error, driver_errors.ConfigurationError | ValueError):
        return DatabaseUnavailable(
            f"{uri!r} is no Neo4j address: {_first_line(error)}.",
            "Set NEO4J_URI like neo4j://host:7687 or neo4j+s://host.",
        )
    if _is_disk_full(error, folder):
        return DatabaseError(
            f"The disk of Neo4j is full ({folder or uri}).",
            "Free some space; if Neo4j stays read-only, stop and start it; then run it again.",
        )
    if isinstance(error, driver_errors.Neo4jError):
        kind = ReadOnlyError if code.endswith(_WRITE_REFUSED) else DatabaseError
        return kind(
            f"Neo4j refused the statement: {_first_line(error)}.", "See graphrag-neo4j doctor."
        )
    return DatabaseUnavailable(
        f"No Neo4j answers at {uri} ({_first_line(error)}).",
        "Check NEO4J_URI and that the server runs, or unset it to use the local server.",
    )


def _is_disk_full(error: Exception, folder: Path | None) -> bool:
    """Whether a full disk is behind it; a statement that is wrong in itself is not excused."""
    text = f"{getattr(error, 'code', '')} {error}"
    if _FULL_DISK.search(text):
        return True
    is_own_fault = isinstance(error, driver_errors.ClientError | ValueError)
    return not is_own_fault and folder is not None and is_full(folder)


def _first_line(error: Exception) -> str:
    text = getattr(error, "message", None) or str(error)
    return next(iter(str(text).strip().splitlines()), type(error).__name__).rstrip(".: ")
