"""The prompts, as templates that a person can read and replace."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from graphrag_neo4j.errors import SettingsError


def load(name: str, override: Path | None = None) -> str:
    """The text of ``prompts/<name>.md``, or of the file that settings put in its place."""
    if override is None:
        return resources.files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")
    try:
        return override.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"The prompt {override} cannot be read.", "Check the path.") from error
