"""Folders of files to extract, and what their parts hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphrag_neo4j.parts.engines import Engine
from graphrag_neo4j.parts.extract import ExtractReport, extract_parts
from graphrag_neo4j.settings import Settings

PART_BYTES = 200
HASHED = "tests.support.hash_embedding:HashEmbedding"

FILES = {
    "harbour.md": "# Port of Melby\n\nThe Port of Melby is a harbour in Norland. Anna Berg manages "
    "the Port of Melby.\n\n## Strike\n\nA strike closed the harbour in March 2021.\n",
    "firm.txt": "Nordic Freight is a shipping company in Osterby. Nordic Freight acquired Blue "
    "Lines. Anna Berg founded Nordic Freight in 1999.",
    "copy.txt": "Osterby is a town in Norland. Osterby was founded by Erik Holm.",
    "town.txt": "Osterby is a town in Norland. Osterby was founded by Erik Holm.",
    "staff.csv": "id,name,text\n1,Anna Berg,Anna Berg was born in Osterby.\n"
    "2,Erik Holm,Erik Holm married Karin Holm.\n",
    "notes.jsonl": '{"id": "a", "text": "Siri Dahl visited Melby.", "year": 2020, "rate": 0.5}\n'
    '[1]\n{"text": "Olaf Lund sold Red Lines.", "is_new": true}\n',
    "reply.eml": "From: Siri Dahl\nTo: Olaf Lund\nSubject: The ferry\n\nOlaf Lund wrote:\n"
    + "> Erik Holm sold the ferry.\n" * 100
    + "\nNo, Karin Holm bought the ferry from Erik Holm.\n",
    "broken.pdf": "no PDF at all",
    "deep/station.txt": "Station 7 is a town in Norland. Olaf Lund met Siri Dahl in Osterby.",
}
"""Kinds of files, two with one text, a record and a file that cannot be read."""


def write_files(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    """``files`` by their names below ``folder``, which is returned."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def extracted(
    folder: Path, out: Path | str, engine: Engine = "local", workers: int = 1, **more: Any
) -> ExtractReport:
    """Parts of ``folder``, several of them."""
    given = {"settings": hashed_settings(), "part_bytes": PART_BYTES, **more}
    return extract_parts(folder, out=out, engine=engine, workers=workers, **given)


def hashed_settings(**more: Any) -> Settings:
    """Settings whose models any process can make."""
    return Settings(_env_file=None, embedding=HASHED, **more)


def contents(out: Path) -> dict[str, bytes]:
    """All files of a folder by name."""
    return {path.name: path.read_bytes() for path in out.iterdir()}


def manifest(out: Path) -> dict[str, Any]:
    """The manifest as plain data."""
    found: dict[str, Any] = json.loads((out / "manifest.json").read_text("utf-8"))
    return found


def write_manifest(out: Path, changed: Mapping[str, Any]) -> None:
    """Replace the manifest."""
    (out / "manifest.json").write_text(json.dumps(changed), "utf-8")
