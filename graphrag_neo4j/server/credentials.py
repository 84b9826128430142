"""The password of a local server: generated, kept in the home, never logged or printed."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.files import write_atomically

USERNAME = "neo4j"
_ROUNDS = 1024


@dataclass(frozen=True)
class Credentials:
    """What logs in to a local server."""

    username: str
    password: str = field(repr=False)


def credentials_path(home: Path) -> Path:
    """The file that holds the password, as lines ``NEO4J_URI=…`` that ``--credentials`` reads."""
    return home / "credentials"


def read_credentials(home: Path) -> Credentials | None:
    """What the home's file says, None without a file or a password in it. Raises
    :class:`ServerError` if it is damaged."""
    try:
        lines = credentials_path(home).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise ServerError(
            f"The password file {credentials_path(home)} is damaged: it is no text in UTF-8.",
            "Restore it with a line NEO4J_PASSWORD=…, or use another home with --home.",
        ) from error
    pairs = dict(line.split("=", 1) for line in lines if "=" in line)
    password = pairs.get("NEO4J_PASSWORD", "").strip()
    return (
        Credentials(pairs.get("NEO4J_USERNAME", USERNAME).strip(), password) if password else None
    )


def ensure_credentials(home: Path, bolt_uri: str) -> Credentials:
    """Credentials of ``home``, generated and handed to Neo4j if it was never started.

    Raises :class:`ServerError` when the file is gone but the database is not.
    """
    known = read_credentials(home)
    fresh = not (home / "data" / "databases").exists()
    if known is None and not fresh:
        raise ServerError(
            f"The password file {credentials_path(home)} is gone.",
            "Restore it with a line NEO4J_PASSWORD=…, or use another home with --home.",
        )
    made = known or Credentials(USERNAME, secrets.token_urlsafe(24))
    text = f"NEO4J_URI={bolt_uri}\nNEO4J_USERNAME={made.username}\nNEO4J_PASSWORD={made.password}\n"
    path = credentials_path(home)
    if known is None or path.read_text("utf-8") != text:
        write_atomically(path, text)
    if fresh:
        _set_initial_password(home, made.password)
    return made


def _set_initial_password(home: Path, password: str) -> None:
    """Write what ``neo4j-admin dbms set-initial-password`` writes.

    The tool takes the password as an argument only, where other users could see it in the list
    of processes, and costs a Java start. Its file has one line: the salted SHA-256 of the
    password, hashed 1024 times.
    """
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    line = f"{USERNAME}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"
    (home / "data").mkdir(exist_ok=True, mode=0o700)
    write_atomically(home / "data" / "dbms" / "auth.ini", line)
