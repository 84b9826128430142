"""Files that were put into a Word or PowerPoint file, as they were."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.readers.parts import read_part
from graphrag_neo4j.readers.records import Item

_MOST = 1_000
_NATIVE = "\x01Ole10Native"
_STREAMS = {"WordDocument": ".doc", "Workbook": ".xls", "PowerPoint Document": ".ppt"}
_FOLDERS = {"word/": ".docx", "xl/": ".xlsx", "ppt/": ".pptx"}


def read_embedded(
    parts: Iterable[Any], uri: str, options: ReadOptions, depth: int
) -> Iterator[Item]:
    """The files that ``parts`` of a package link to, each as ``uri#name``; not the tables behind
    its charts, whose words are read with these."""
    names: Counter[str] = Counter()
    for name, data in islice(_files(parts), _MOST):
        names[name] += 1
        own = name if names[name] == 1 else f"{names[name]}-{name}"
        yield from read_part(own, data, uri, options, depth)


def _files(parts: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    seen = set()
    for part in parts:
        for relation in part.rels.values():
            if relation.is_external or relation.target_part.partname in seen:
                continue
            name = posixpath.basename(relation.target_part.partname)
            if relation.reltype.endswith("/package"):
                yield name, relation.target_part.blob
            elif relation.reltype.endswith("/oleObject"):
                yield from _of_object(posixpath.splitext(name)[0], relation.target_part.blob)
            seen.add(relation.target_part.partname)


def _of_object(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The file in an OLE object; none where it is of a kind of its own."""
    import olefile

    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            for stream, suffix in _STREAMS.items():
                if file.exists(stream):
                    yield f"{name}{suffix}", data
                    return
            if file.exists(_NATIVE):
                yield _native(file.openstream(_NATIVE).read())
            elif file.exists("Package"):
                package = file.openstream("Package").read()
                yield f"{name}{_suffix_of(package)}", package
            elif file.exists("CONTENTS"):
                contents = file.openstream("CONTENTS").read()
                if contents.startswith(b"%PDF"):
                    yield f"{name}.pdf", contents
    except (OSError, ValueError, IndexError, TypeError, struct.error, zipfile.BadZipFile):
        return  # what is damaged within shall not cost what is around it


def _native(stream: bytes) -> tuple[str, bytes]:
    """Name and content of a file that a packager wrapped ([MS-OLEDS] 2.3.6)."""
    at = 6
    texts = []
    for _ in range(2):  # as it is shown, and where it lay
        end = stream.index(b"\0", at)
        texts.append(stream[at:end].decode("cp1252", "replace"))
        at = end + 1
    at += 4
    at += 4 + struct.unpack_from("<I", stream, at)[0]  # where it was put to be opened
    size = struct.unpack_from("<I", stream, at)[0]
    return texts[0] or texts[1], stream[at + 4 : at + 4 + size]


def _suffix_of(package: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for name in archive.namelist():
            for folder, suffix in _FOLDERS.items():
                if name.startswith(folder):
                    return suffix
    return ".zip"
