"""Subtitles and transcripts of meetings (.srt, .vtt): who says what, and when."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphrag_neo4j.model import Block, Document, Place
from graphrag_neo4j.readers.content import dated, read_text_file, title_from_name, with_words
from graphrag_neo4j.text.dates import day_within, with_clear_days
from graphrag_neo4j.text.source_dates import day_of_name
from graphrag_neo4j.text.talk import label_of

_CUE = re.compile(
    r"^[^\S\n]*(?P<start>(?:\d+:)?\d{1,2}:\d\d)[.,]\d+[^\S\n]*-->[^\n]*\n"
    r"(?P<said>(?:[^\n]*\S[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_STAMPED = re.compile(  # a line of what a recogniser of speech prints
    r"^[^\S\n]*\[(?P<start>(?:\d+:)?\d{1,2}:\d\d)[.,]\d+[^\S\n]*-->[^\]\n]*\](?P<said>[^\n]*)$",
    re.MULTILINE,
)
_FILLED = re.compile(r"^[^\S\n]*\S", re.MULTILINE)
_FEWEST_STAMPED = 2
_VOICE = re.compile(r"<v(?:\.[^\s<>]+)?[^\S\n]+(?P<name>[^<>\n]+)>")
_TAG = re.compile(r"</?(?:[biu]|c|v|lang|ruby|rt|font)(?:[ .][^<>\n]*)?>|<[\d:.]+>|\{\\[^{}\n]*\}")
_ROLE = re.compile(r"^([^\S\n]*[^():\n]{1,60}?)[^\S\n](\([^():\n]{1,40}\)):")
_FEWEST_CAPITALS = 3
_LABELLED = 3  # of so many cues one has a label where nobody else speaks without
_CREDIT = re.compile(  # of who made the subtitles, which nobody says
    r"^(?:(?:Closed )?(?:Subtitles?|Subtitling|Subtitled|Captions?|Captioning|Captioned)(?: by|:)"
    r"|Untertitel(?:ung)?(?: von|:)|Sous-titr(?:es|age)(?: par| de| :|:)"
    r"|Subt[ií]tul(?:os|ado)(?: por| de|:)) (?P<by>[^\n.]{2,80})\.?$",
    re.MULTILINE,
)
_DASHES = ("-", "–")  # before what another says
_STOP = re.compile(r"[.!?…][\"'”’)\]]*$")


def read_subtitles(path: Path, uri: str) -> Document:
    """The words of all cues as one text; each cue's place is the time at which it begins.

    A sentence goes on over cues. Where another speaks, as a voice (``<v Ann>``) or a label that
    comes back ("Ann: ") or has but capitals ("ANN: ") tells, a paragraph begins with the name;
    where nobody is named, after the end of a sentence, but for what goes on a turn of a talk in
    which every third cue or more names who speaks. Who made the subtitles is metadata. In a
    talk most of whose cues begin with a label, each with a capital is a speaker. Marks of type are
    left out.
    """
    text = read_text_file(path)
    found = list(_CUE.finditer(text))
    head = text[: found[0].start()] if found else ""
    cues = [(cue["start"], cue["said"]) for cue in found]
    return _with_day(_document(cues, uri, title_from_name(path)), head, path)


def _with_day(document: Document, head: str, path: Path) -> Document:
    """``document`` with its day: the one that stands above the cues (``head``), else that of the
    file's name."""
    days = {day for line in head.split("\n") if (day := day_within(with_clear_days(line)))}
    day = days.pop() if len(days) == 1 else day_of_name(path.stem, is_talk=True)
    return dated(document, day)


def stamped_talk(text: str, path: Path, uri: str) -> Document | None:
    """A text whose lines all begin with their times ("[00:00.000 --> 00:04.000] Good morning."), as
    subtitles are; none if it is no such text."""
    lines = list(_STAMPED.finditer(text))
    if len(lines) < _FEWEST_STAMPED or len(lines) < len(_FILLED.findall(text)):
        return None
    cues = [(line["start"], line["said"]) for line in lines]
    return _with_day(_document(cues, uri, title_from_name(path)), "", path)


def _document(cues: Sequence[tuple[str, str]], uri: str, title: str) -> Document:
    cues = [(start, _with_role_said(said)) for start, said in cues]
    speakers = _speakers([said for _, said in cues])
    labelled = sum(_label(said.partition("\n")[0]) in speakers for _, said in cues)
    goes_on = _LABELLED * labelled >= len(cues)
    parts: list[str] = []
    places: list[Place] = []
    length, last = 0, ""
    for start, said in cues:
        begin = -1
        for name, words in _turns(said, speakers):
            if not words:
                continue
            is_new = bool(name) and name != last
            is_apart = words.startswith(_DASHES) or _CREDIT.fullmatch(words) is not None
            is_known = bool(name) or (goes_on and bool(last) and not is_apart)
            joint = _joint(parts[-1], words, is_new, is_known) if parts else ""
            begin = length + len(joint) if begin < 0 else begin
            parts.append(f"{joint}{name}: {words}" if is_new else joint + words)
            length += len(parts[-1])
            last = name or last
        if begin >= 0:
            places.append(Place(begin, "time", _time(start)))
    text = with_words("".join(parts))
    credits = list(_CREDIT.finditer(text))
    silent = tuple(Block(credit.start(), credit.end(), "columns") for credit in credits)
    metadata = {"subtitles": "; ".join(credit["by"] for credit in credits)} if credits else {}
    return Document(uri, text, title, metadata=metadata, places=tuple(places), blocks=silent)


def _speakers(cues: Sequence[str]) -> set[str]:
    """The labels that are names of who speaks."""
    labels = Counter(label for said in cues for line in said.split("\n") if (label := _label(line)))
    speakers = {label for label, times in labels.items() if times > 1 or _is_in_capitals(label)}
    labelled = sum(bool(_label(said.partition("\n")[0])) for said in cues)
    if speakers and 2 * labelled > len(cues):  # who has one cue only says no other's words
        speakers.update(label for label in labels if label[0].isupper())
    return speakers


def _turns(said: str, speakers: set[str]) -> Iterator[tuple[str, str]]:
    """Who says what in a cue; the name is empty where none is given."""
    name, words = "", list[str]()
    for line in _VOICE.sub(r"\n<v \g<name>>", said).split("\n"):
        voice = _VOICE.match(line)
        label = "" if voice else _label(line)
        if voice or label in speakers:
            yield name, " ".join(words)
            name, words = " ".join(voice["name"].split()) if voice else label, []
            line = _TAG.sub("", line).partition(":")[2] if label else line
        words += _TAG.sub("", line).split()
    yield name, " ".join(words)


def _label(line: str) -> str:
    """Who speaks in a line, behind marks of type; "" if it does not say."""
    return label_of(_TAG.sub("", line))


def _is_in_capitals(label: str) -> bool:
    return label.isupper() and len(label) >= _FEWEST_CAPITALS


def _with_role_said(said: str) -> str:
    """A cue in which what stands beside who speaks, "ANN HALE (engineer):", is the first word."""
    lines = []
    for line in said.split("\n"):
        bare = _TAG.sub("", line)
        lines.append(_ROLE.sub(r"\1: \2", bare) if _ROLE.match(bare) else line)
    return "\n".join(lines)


def _joint(before: str, words: str, is_new: bool, is_known: bool) -> str:
    """What stands between the ``words`` of a turn and those ``before`` them. ``is_known``: it is
    known who says them."""
    ends = not is_known and (_STOP.search(before) or words.startswith(_DASHES))
    return "\n\n" if is_new or ends else " "


def _time(start: str) -> str:
    """Hours, minutes and seconds, two digits each."""
    numbers = [int(number) for number in start.split(":")]
    return ":".join(f"{number:02}" for number in [0, 0, *numbers][-3:])
