"""Screenplays in Fountain: scenes are headings, and who speaks stands before what is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.aligned_tables import PARAGRAPH
from graphrag_neo4j.readers.content import (
    Blocks,
    read_text_file,
    safe_metadata,
    title_from_name,
    words,
)

_FIELD = re.compile(r"(?P<name>[^\W\d_][\w ]{0,30}):[ \t]*(?P<value>.*)")
_OF_TITLE_PAGE = words("author authors contact copyright credit date notes revision source title")
_SCENE = re.compile(
    r"(?:\.(?=\w)|(?=(?:INT|EXT|EST|INT\.?/EXT|EXT\.?/INT|I\.?/E)[. ]))(?P<words>\S.*)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"(?P<marks>#{1,6})[ \t]*(?P<words>[^#\s].*)")
_NUMBER = re.compile(r"[ \t]#[\w.-]{1,12}#$")
_SPEAKER = re.compile(
    r"(?P<forced>@)?(?P<name>[^(^\n]{1,40})(?P<how>(?:\([^()\n]{1,40}\)[ \t]*){0,2})\^?[ \t]*"
)
_GOES_ON = re.compile(r"\(CONT['’]?D\.?\)", re.IGNORECASE)
_NOTE = re.compile(r"\[\[[^\[\]]{0,2000}\]\]")
_TRANSITION = re.compile(r">.*|[^a-z\n]{1,40} TO:|FADE (?:IN|OUT)[:.]")
_EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,3}|_)(?=\S)([^*_\n]{1,400}?)(?<=\S)\1(?![\w*])")
_FORCED = ("!", "~", "=")
"""Marks of a line of action, of a song, and of what a scene is about."""
_SCENE_LEVEL = 3


def read_screenplay(path: Path, uri: str) -> Document:
    """A screenplay: its title page as fields, scenes and sections as headings, each speech behind
    the name of who speaks. Title: as its title page has it, else the file's name."""
    text = _NOTE.sub("", read_text_file(path))
    paragraphs = [found[0].rstrip("\n").split("\n") for found in PARAGRAPH.finditer(text)]
    fields = _title_page(paragraphs[0]) if paragraphs else {}
    blocks = Blocks()
    for name, value in fields.items():
        blocks.add(f"{name}: {value}")
    for lines in paragraphs[bool(fields) :]:
        left: Sequence[str] = lines
        while left:
            left = _add(blocks, left)
    told = {name.casefold(): value for name, value in fields.items()}
    title = told.pop("title", "") or title_from_name(path)
    return blocks.document(uri, title, safe_metadata(told.items()))


def _title_page(lines: Sequence[str]) -> dict[str, str]:
    """The fields above the first scene, what goes on below one in it; none if there is no title
    page."""
    fields: dict[str, str] = {}
    name = ""
    for line in lines:
        if field := _FIELD.fullmatch(line.strip()) if not line[:1].isspace() else None:
            name = field["name"].strip()
            fields[name] = _plain(field["value"].strip())
        elif name:
            fields[name] = f"{fields[name]} {_plain(line.strip())}".strip()
        else:
            return {}
    is_page = any(_OF_TITLE_PAGE & set(one.casefold().split()) for one in fields)
    return {one: value for one, value in fields.items() if value} if is_page else {}


def _add(blocks: Blocks, lines: Sequence[str]) -> Sequence[str]:
    """Add what a paragraph begins with: a heading, a speech, or what is seen; returns the lines
    that are left."""
    first, *below = (line.strip() for line in lines)
    if section := _SECTION.fullmatch(first):
        blocks.add(_plain(section["words"]), level=min(len(section["marks"]), _SCENE_LEVEL))
    elif scene := _SCENE.fullmatch(first):
        blocks.add(_plain(_NUMBER.sub("", scene["words"])), level=_SCENE_LEVEL)
    elif first.startswith(">") and first.endswith("<"):
        blocks.add(_plain(first.strip("<>")))
    elif not below and _TRANSITION.fullmatch(first):
        return ()
    elif below and (speaker := _speaker(first)):
        name, how = speaker
        blocks.add(_plain(" ".join(filter(None, (f"{name}:", how, *below)))))
        return ()
    else:
        shown = (line[1:].strip() if line[:1] in _FORCED else line for line in (first, *below))
        blocks.add(_plain("\n".join(shown)))
        return ()
    return below


def _speaker(line: str) -> tuple[str, str] | None:
    """Who speaks, and how ("V.O."), if a line in capitals says so."""
    found = _SPEAKER.fullmatch(line)
    if found is None or not (found["forced"] or found["name"].isupper()):
        return None
    return found["name"].strip(), _GOES_ON.sub("", found["how"]).strip()


def _plain(text: str) -> str:
    """Words without marks of emphasis."""
    return _EMPHASIS.sub(r"\2", text)
