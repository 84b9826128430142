"""Headings of plain text: lines that are underlined, numbered, begin a part ("Chapter 3", "第一章")
or stand above sentences ("Driving and using machines"), and the versions of a list of changes
("3.1.0 (2024-02-11)"), all but the first where there are several; of a manual page that ``man``
wrote all that stands left of the text.

Each is one line with an empty one, a rule or nothing above it; below "Chapter 3" may stand the
name of the chapter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median

from graphrag_neo4j.model import Heading
from graphrag_neo4j.readers.page_marks import MANUAL_HEAD
from graphrag_neo4j.text.talk import turn_starts

_RULE = re.compile(r"\s*([=\-~_*#])\1{2,}\s*")
_NUMBER = re.compile(r"\A(?:\d{1,2}(?:\.\d{1,2}){0,2}|[A-Z]{0,2}\d{1,4}/\d{1,4})[.)]?[ \t]+")
_GAP = re.compile(r" {2}|\t")
_ITEM = re.compile(r"\d{1,2}[.)]?[ \t]+\S.*")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,2})[.)]?[ \t]+(?P<words>\S.*)")
_MINUTE = re.compile(r"(?P<a>[A-Z]{0,2}\d{1,4})/(?P<b>\d{1,4})[.)]?[ \t]+(?P<words>\S.*)")
"""An item of minutes, counted through a year: 23/103."""
_WHOLE = "part book volume act teil akt livre partie acte parte libro deel"
_PART = """
appendix annex article canto chapter exhibit lesson letter scene schedule section session stave week
abschnitt anhang anlage artikel kapitel szene annexe chapitre scène section anexo artículo capítulo
sección allegato articolo capitolo bijlage hoofdstuk art\\.
"""
_COUNT = r"""
\d{1,3}(?:\.\d{1,2})*|[ivxlc]{1,7}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven
|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[\s-][a-z]{3,5})?
"""
_PART_NUMBER = re.compile(  # before words, which a gap may part from it
    rf"\A(?:{'|'.join((_WHOLE + ' ' + _PART).split())}|§)\s+(?:{''.join(_COUNT.split())})[.:]?"
    r"[ \t]+(?=\W{0,2}[^\W\d_])",
    re.IGNORECASE,
)
_BEGINS_PART = re.compile(
    rf"(?:(?P<whole>{'|'.join(_WHOLE.split())})|(?:{'|'.join(_PART.split())})|§)\s+"
    rf"(?:{''.join(_COUNT.split())})(?P<rest>\.?|[.:]?\s+\S.*|:|\s[-–—].+)",
    re.IGNORECASE,
)
_ANNEX = re.compile(  # "Schedule 1 lists the charges" is none
    rf"(?:appendix|annex|exhibit|schedule|anhang|anlage|annexe|anexo|allegato|bijlage)\s"
    rf"(?:{''.join(_COUNT.split())})(?:\.?|:|[.:]\s.+|\s?[-–—]\s.+)",
    re.IGNORECASE,
)
_CHINESE_PART = re.compile(  # 第一章 总则, without the marks of a sentence
    r"第\s?(?:[一二三四五六七八九十百千零〇两]{1,5}|\d{1,3})\s?(?P<kind>[编編部章节節])"
    r"(?:\s+[^，。；：！？、….]{1,30}|[^\s，。；：！？、….]{0,10})"
)
_CHINESE_LEVELS = {"编": 1, "編": 1, "部": 1, "章": 2, "节": 3, "節": 3}
_VERSION = re.compile(
    r"""
    (?: (?P<mark>version\s|release\s|v\.?)\s*)? \[? (?P<number>\d{1,4}(?:\.\d{1,5}){1,3})
    (?:[-.]?(?:a|b|rc|alpha|beta|dev|pre|post)[-.]?\d*)? \]?
    (?P<date>[\s:,–—-]*
        (?:\((?:[^()]*\d{4}[^()]*|unreleased)\)|\d{4}[-/.]\d\d?[-/.]\d\d?|unreleased))? \s*:?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BARE_VERSION = re.compile(r"\d{1,3}\.\d{1,4}\.\d{1,3}")
_DAY = re.compile(r"\d\d?\.\d\d\.\d\d")
"""A date or a time."""
_ENDS = (".", ",", ";", ":", "!", "?", "…", "-")
_SENTENCE_END = re.compile(r"[.!?…:][\"'”’»)]*\Z")
_SAYS_MORE = 1.5
"""Than headings do that stand right above it, what stands below them: lines of a poem do not."""
_LONGEST = 80
_SHORTEST_RULE = 0.6
"""Of the words above it."""
_WIDEST = 100
"""Characters of a line that may be wrapped."""
_FEWEST = 2
_TOP = 2
"""The level of a heading with one number."""
_FEWEST_WORDS = 3  # below a heading
_FEWEST_WRAPPED = 3


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str
    above: str
    below: str
    """The lines next to it, as they are."""

    @property
    def bare(self) -> str:
        return self.text.strip()

    @property
    def first(self) -> int:
        """The place of its first character that is no blank."""
        return self.start + len(self.text) - len(self.text.lstrip())

    @property
    def is_free(self) -> bool:
        """Whether nothing stands above it."""
        return not self.above.strip() or _RULE.fullmatch(self.above) is not None

    @property
    def stands_apart(self) -> bool:
        """Whether a heading may stand here: one line, neither a sentence nor a table's row;
        a gap may part its number from it."""
        has_words = any(map(str.isalpha, self.bare)) and len(self.bare) <= _LONGEST
        words = _PART_NUMBER.sub("", _NUMBER.sub("", self.bare))
        return self.is_free and has_words and _GAP.search(words) is None


def text_headings(text: str) -> tuple[Heading, ...]:
    """The headings of ``text``, which is no Markdown, in order; level 1 is underlined with =."""
    lines = list(_lines(text))
    first = next((line.text for line in lines if line.bare), "")
    if MANUAL_HEAD.fullmatch(first):
        return tuple(_of_manual(lines))
    width = max((len(line.text) for line in lines if len(line.text) <= _WIDEST), default=0)
    numbered = _numbered(lines, width)
    parts = _parts(lines, width, numbered)
    main = (*parts, *_chinese_parts(lines), *_underlined(lines))
    found = {
        h.start: h
        for h in (
            *_versions(lines),
            *_subsections(lines, {heading.start for heading in main}),
            *_minutes(lines, width),
            *numbered,
            *main,
        )
    }
    if not turn_starts(text):
        found = {h.start: h for h in _above_sentences(lines, found.values())} | found
    return tuple(found[start] for start in sorted(found))


def _lines(text: str) -> Iterator[_Line]:
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    pairs = zip(starts, lines, ["", *lines], [*lines[1:], ""], strict=False)
    return (_Line(*each) for each in pairs)


def _heading(line: _Line, level: int) -> Heading:
    return Heading(line.first, level, " ".join(line.bare.split()))


def _of_manual(lines: Sequence[_Line]) -> Iterator[Heading]:
    """The names of manual pages, below them the lines at the margin, and below those the lines that
    stand left of the first text."""
    margin = 0  # of text, 0 before it
    for line in lines:
        indent = len(line.text) - len(line.text.lstrip())
        if page := MANUAL_HEAD.fullmatch(line.text):
            margin = 0
            yield Heading(line.start, 1, page["name"])
        elif not line.bare or _GAP.search(line.bare):
            continue
        elif indent == 0:
            yield _heading(line, 2)
        elif not margin:
            margin = indent
        elif indent < margin and line.is_free and not line.bare.endswith(_ENDS):
            yield _heading(line, 3)


def _underlined(lines: Sequence[_Line]) -> Iterator[Heading]:
    for line in lines:
        rule = _RULE.fullmatch(line.below)
        if rule is None or not line.stands_apart or _RULE.fullmatch(line.text):
            continue
        if len(rule[0].strip()) >= _SHORTEST_RULE * len(line.bare):
            yield _heading(line, 1 if rule[1] == "=" else 2)


def _numbered(lines: Sequence[_Line], width: int) -> list[Heading]:
    """Lines with the numbers 1, 2, 3, … before words, if what follows each is no item of theirs,
    and between them lines with 2.1, 2.2, … and nothing right below. One number may be missing, as
    that of a heading which is written in another way, before two that stand alone."""
    titles = [(_number(match), line) for line, match in _numbered_lines(lines, width)]
    alone = {number for number, line in titles if not line.below.strip()}
    found: list[Heading] = []
    last: tuple[int, ...] = (0,)
    for number, line in titles:
        is_next = _follows(number, last) and not (len(number) > 1 and line.below.strip())
        skips_one = len(number) == 1 and number[0] == last[0] + 2
        if is_next or (skips_one and alone.issuperset({number, (number[0] + 1,)})):
            found.append(_heading(line, 1 + len(number)))
            last = number
    return found if sum(one.level == _TOP for one in found) >= _FEWEST else []


def _minutes(lines: Sequence[_Line], width: int) -> list[Heading]:
    """Titles of items of minutes whose numbers go up within one year."""
    found: list[Heading] = []
    numbers: list[tuple[str, int]] = []
    for line in lines:
        match = _MINUTE.fullmatch(line.bare)
        if match and line.stands_apart and _is_title(match) and not _is_wrapped(line, width):
            found.append(_heading(line, _TOP))
            numbers.append((match["a"], int(match["b"])))
    is_one_year = len({year for year, _ in numbers}) == 1
    goes_up = is_one_year and all(one < other for one, other in pairwise(numbers))
    return found if goes_up and len(found) >= _FEWEST else []


def _numbered_lines(lines: Sequence[_Line], width: int) -> Iterator[tuple[_Line, re.Match[str]]]:
    """Lines that may be titles behind a number."""
    for line in lines:
        match = _NUMBERED.fullmatch(line.bare)
        if match is None or not line.stands_apart or not _is_title(match):
            continue
        if not _ITEM.match(line.below.strip()) and not _is_wrapped(line, width):
            yield line, match


def _subsections(lines: Sequence[_Line], main: Set[int]) -> list[Heading]:
    """Lines with 4.1, 4.2, … and text of their own below an empty line, under one of the ``main``
    headings, which are given by their starts: that need not have the number 4."""
    filled = [line for line in lines if line.bare and not _RULE.fullmatch(line.text)]
    sections: list[list[Heading]] = []
    last: tuple[int, ...] = ()
    for line, below in pairwise(filled):
        if line.first in main:
            sections.append([])
            last = ()
        elif sections and below.first not in main:
            number = _number_of_subsection(line, below)
            begins = not sections[-1] and number[1:] == (1,)
            if number and (begins or _follows(number, last)):
                sections[-1].append(_heading(line, 1 + len(number)))
                last = number
    return [heading for found in sections if len(found) >= _FEWEST for heading in found]


def _number_of_subsection(line: _Line, below: _Line) -> tuple[int, ...]:
    """The number of a line that may head a subsection, which begins with ``below``; else none."""
    match, after = (_NUMBERED.fullmatch(one.bare) for one in (line, below))
    if match is None or line.below.strip() or not (line.stands_apart and _is_title(match)):
        return ()
    number = _number(match)
    has_text = after is None or len(_number(after)) > len(number)
    return number if has_text and len(number) > 1 else ()


def _number(match: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, match["number"].split(".")))


def _is_title(match: re.Match[str]) -> bool:
    """Whether the words behind a number may be a title."""
    return not match["words"][0].islower() and not match["words"].endswith(_ENDS)


def _follows(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Whether a section's number is the next one: 3, 2.2 or 2.1.1 after 2.1."""
    *above, own = number
    return tuple(above) == last[: len(above)] and own == (*last, 0)[len(above)] + 1


def _versions(lines: Sequence[_Line]) -> list[Heading]:
    """Lines that are a version alone, or with its date."""
    found = [_heading(line, 2) for line in lines if line.is_free and _is_version(line.bare)]
    return found if len({heading.title for heading in found}) >= _FEWEST else []


def _is_version(line: str) -> bool:
    """Whether it is no other number: one of two parts needs a "v" or a date."""
    match = _VERSION.fullmatch(line) if len(line) <= _LONGEST else None
    if match is None:
        return False
    is_bare = _BARE_VERSION.fullmatch(match["number"]) and not _DAY.fullmatch(match["number"])
    return bool(match["mark"] or match["date"] or is_bare)


def _parts(lines: Sequence[_Line], width: int, numbered: Sequence[Heading]) -> list[Heading]:
    """Lines that begin with a part and its number, and the lines below them that are its name; one
    alone only if it is what follows on ``numbered`` headings ("SCHEDULE 1 - CHARGES")."""
    found: list[Heading] = []
    n_parts = 0
    for line, below in zip(lines, [*lines[1:], None], strict=False):
        match = _BEGINS_PART.fullmatch(line.bare)
        if match is None or line.bare[0].islower() or not line.stands_apart:
            continue
        level = 1 if match["whole"] else 2
        is_bare = len(match["rest"]) < _FEWEST
        if is_bare and below is not None and _is_name_of_part(below):
            found += [_heading(line, level), _heading(below, level + 1)]
        elif (is_bare or not line.bare.endswith(_ENDS)) and not _is_wrapped(line, width):
            found.append(_heading(line, level))
        else:
            continue
        n_parts += 1
    is_behind = bool(found and numbered) and found[0].start > numbered[-1].start
    is_annex = is_behind and _ANNEX.fullmatch(found[0].title) is not None
    return found if n_parts >= _FEWEST or is_annex else []


def _chinese_parts(lines: Sequence[_Line]) -> list[Heading]:
    """Lines that are a part of a Chinese or Japanese text: 第一章 总则. Articles (条) are none, as
    what they say follows on their line."""
    found = [
        _heading(line, _CHINESE_LEVELS[match["kind"]])
        for line in lines
        if line.is_free and (match := _CHINESE_PART.fullmatch(line.bare))
    ]
    return found if len(found) >= _FEWEST else []


def _above_sentences(lines: Sequence[_Line], others: Iterable[Heading]) -> Iterator[Heading]:
    """Lines with whole sentences right below them, each one level below the one of ``others`` that
    it follows. A line that comes back may name who speaks, and is none."""
    width = _wrapped_width(lines)
    found = [
        (paragraph[0], paragraph[1:])
        for paragraph in _paragraphs(lines)
        if _may_head(paragraph[0], width) and _are_sentences(paragraph[1:], width)
    ]
    times = Counter(line.bare for line in lines)
    heads = [head for head, _ in found if times[head.bare] == 1]
    words = sum(len(head.bare) for head, _ in found)
    said = sum(len(line.bare) for _, body in found for line in body)
    if len(heads) < max(_FEWEST, len(found) / 2) or said < _SAYS_MORE * words:
        return
    above = sorted(others, key=lambda heading: heading.start)
    starts = [heading.start for heading in above]
    for head in heads:
        at = bisect_right(starts, head.start)
        yield _heading(head, above[at - 1].level + 1 if at else 2)


def _wrapped_width(lines: Sequence[_Line]) -> float:
    """How long the lines are that go on with a small letter; 0 if hardly any does."""
    found = [len(line.text) for line in lines if line.below.lstrip()[:1].islower()]
    return median(found) if len(found) >= _FEWEST_WRAPPED else 0


def _paragraphs(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Runs of lines without an empty one or a rule."""
    paragraph: list[_Line] = []
    for line in lines:
        if line.bare and not _RULE.fullmatch(line.text):
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _may_head(line: _Line, width: float) -> bool:
    """Whether a paragraph's first line has no end, nor ends for want of room; fields of a record
    ("Fee: 3") and dates are none."""
    return (
        line.stands_apart
        and line.bare[0].isupper()
        and ": " not in line.bare
        and not line.bare.endswith(_ENDS)
        and _breaks_off(line, width)
    )


def _breaks_off(line: _Line, width: float) -> bool:
    """Whether the line below begins anew: with a capital that had room on this line."""
    first = next(iter(line.below.split()), "")
    has_room = not width or len(line.text) + 1 + len(first) <= width
    return first[:1].isupper() and has_room


def _are_sentences(body: Sequence[_Line], width: float) -> bool:
    """Whether the lines of ``body`` are whole sentences, those between two lines wrapped."""
    if not body or not _SENTENCE_END.search(body[-1].bare):
        return False
    if sum(len(line.bare.split()) for line in body) < _FEWEST_WORDS:
        return False
    return not any(
        _breaks_off(line, width) and not _SENTENCE_END.search(line.bare)
        for line, _ in pairwise(body)
    )


def _is_name_of_part(line: _Line) -> bool:
    """Whether a line below "Chapter 3" names it: alone, and no sentence."""
    is_short = 0 < len(line.bare) <= _LONGEST and line.bare[0].isupper()
    return is_short and not line.below.strip() and not line.bare.endswith((".", ",", ";", ":", "-"))


def _is_wrapped(line: _Line, width: int) -> bool:
    """Whether the line below goes on with it: with a small letter ("pH" may begin a sentence), or a
    word too long for it."""
    first = next(iter(line.below.split()), "")
    return (first[:1].islower() and first.islower()) or (
        first != "" and len(line.text) + len(first) >= width
    )
