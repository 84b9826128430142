"""What is read of a folder, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from graphrag_neo4j.settings import Settings

Ocr = Literal["off", "pages", "all"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """``include``, ``exclude``: patterns as in a .gitignore, relative to the folder that is read;
    a file named by itself is read whatever they say. ``max_bytes``: larger files are not read.
    ``archives``: archives are read as folders are. ``record_key``: the column or field that is
    the id of a record; empty: "id", "_id" or "uuid". ``seconds``: that a library may take for one
    document of a large file. ``ocr``: whether the words of scanned pages of a PDF are read where
    the extra ocr is installed, those of picture files, too ("all"), or none ("off").
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int = 1 << 30
    archives: bool = False
    record_key: str = ""
    seconds: int = 600
    ocr: Ocr = "pages"

    @classmethod
    def of(cls, settings: Settings) -> ReadOptions:
        """As the settings say."""
        return cls(
            _patterns(settings.include),
            _patterns(settings.exclude),
            settings.max_file_bytes,
            settings.archives,
            settings.record_key,
            settings.max_file_seconds,
            settings.ocr,
        )


def _patterns(text: str) -> tuple[str, ...]:
    return tuple(pattern.strip() for pattern in text.split(",") if pattern.strip())


DEFAULT = ReadOptions()
