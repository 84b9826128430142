"""Subtitles (.srt, .vtt): what is said, and when."""

from __future__ import annotations

import re
from pathlib import Path

from graphrag_neo4j.model import Document, Place
from graphrag_neo4j.readers.content import read_text_file, title_from_name, with_words

_CUE = re.compile(
    r"^[^\S\n]*(?P<start>(?:\d+:)?\d{1,2}:\d\d)[.,]\d+[^\S\n]*-->[^\n]*\n"
    r"(?P<said>(?:[^\n]*\S[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_TAG = re.compile(r"</?(?:[biu]|c|v|lang|ruby|rt|font)(?:[ .][^<>\n]*)?>|<[\d:.]+>|\{\\[^{}\n]*\}")
_STOP = re.compile(r"[.!?…][\"'”’)\]]*$")


def read_subtitles(path: Path, uri: str) -> Document:
    """The words of all cues as one text; each cue's place is the time at which it begins.

    A sentence goes on over cues; after its end, and where a speaker's dash begins a line, stands
    a line break. Marks of type and voice are left out.
    """
    parts: list[str] = []
    places: list[Place] = []
    length = 0
    for cue in _CUE.finditer(read_text_file(path)):
        lines = [" ".join(_TAG.sub("", line).split()) for line in cue["said"].split("\n")]
        said = " ".join(filter(None, lines))
        if not said:
            continue
        if parts:
            joint = "\n\n" if _STOP.search(parts[-1]) or said.startswith(("-", "–")) else " "
            parts.append(joint)
            length += len(joint)
        places.append(Place(length, "time", _time(cue["start"])))
        parts.append(said)
        length += len(said)
    text = with_words("".join(parts))
    return Document(uri, text, title_from_name(path), places=tuple(places))


def _time(start: str) -> str:
    """Hours, minutes and seconds, two digits each."""
    numbers = [int(number) for number in start.split(":")]
    return ":".join(f"{number:02}" for number in [0, 0, *numbers][-3:])
