"""Which files hold settings, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.config.assigned import (
    ENV,
    INI,
    PROPERTIES,
    TOML,
    assigned,
    code_owners,
    crontab,
    looks_assigned,
    looks_scheduled,
)
from graphrag_neo4j.readers.config.braces import braced, ends_by_semicolon, looks_braced
from graphrag_neo4j.readers.config.lines import Setting, settings_document
from graphrag_neo4j.readers.content import clean_text, decode, title_from_name

_MOST = 500_000
"""Bytes; a larger file is data."""
_Parse = Callable[[str], list[Setting]]
_BY_LINE: _Parse = partial(braced, by_line=True)
_BY_SEMICOLON: _Parse = partial(braced, by_line=False)
_BY_SUFFIX: dict[str, _Parse] = {
    **dict.fromkeys(
        (".ini", ".cfg", ".service", ".timer", ".socket"), partial(assigned, dialect=INI)
    ),
    ".toml": partial(assigned, dialect=TOML),
    ".env": partial(assigned, dialect=ENV),
    ".properties": partial(assigned, dialect=PROPERTIES),
    **dict.fromkeys((".tf", ".tfvars", ".hcl"), _BY_LINE),
    **dict.fromkeys((".cron", ".crontab"), crontab),
}
_ENV_NAME = re.compile(r"(?:.*\.)?env(?:\.\w+)*", re.IGNORECASE)
_MAYBE = (".conf", ".config", ".cnf", "")
"""Suffixes of many kinds of settings: what stands there tells."""


def settings_of(path: Path, uri: str) -> Document | None:
    """The settings in a file; None if it holds something else, or much more."""
    if path.stat().st_size > _MOST or not _may_hold(path):
        return None
    text = clean_text(decode(path.read_bytes()))
    parse = _BY_SUFFIX.get(path.suffix.lower()) or _parser(path, text)
    return settings_document(uri, title_from_name(path), parse(text)) if parse else None


def _may_hold(path: Path) -> bool:
    suffix = path.suffix.lower()
    return suffix in _BY_SUFFIX or suffix in _MAYBE or _is_env(path)


def _is_env(path: Path) -> bool:
    return _ENV_NAME.fullmatch(path.name) is not None


def _parser(path: Path, text: str) -> _Parse | None:
    if text.startswith("#!"):
        return None
    if path.name == "CODEOWNERS":
        return code_owners
    if _is_env(path):
        return _BY_SUFFIX[".env"]
    if looks_scheduled(text):
        return crontab
    if looks_braced(text):
        return _BY_SEMICOLON if ends_by_semicolon(text) else _BY_LINE
    return _BY_SUFFIX[".ini"] if looks_assigned(text) else None
