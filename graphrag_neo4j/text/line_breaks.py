"""Which line breaks within a paragraph are meant: the lines of a note, the rows of a table.

A program that wraps a paragraph ends a line only where the next words have no room, and seldom
before a capital. Where three lines and more all begin with one, and most had room for more, as
measured by the longest, somebody pressed the key: "Serves six", "Rub butter into the flour",
"Spread over the fruit". Cells that stand one below the other make a table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

_WORDS = re.compile(r"[^\W\d_]+")
_CELL = re.compile(r"(?:(?<=\S)(?:[^\S\n]*\t[^\S\n]*|[^\S\n]{2,}))(?P<cell>\S+(?:[^\S\n]\S+)*)")
_GAP = re.compile(r"[^\S\n]*\t[^\S\n]*|[^\S\n]{2,}")
_LONGEST_ROW = 300  # characters
_FEWEST_CELLS = 3
_WORDS_OF_CELL = 3  # on average
_STOPS = (".", "!", "?")
_FEWEST_LINES = 3
_FEWEST_WORDS = 3  # of a line, on average: the short fields of a record stay together
_MOST_SMALL = 4
"""Of so many lines one may begin in lower case, if the line before had room for its words."""
_SHORT_LINE = 2 / 3
"""Of the width: parts of a text may be wrapped a little narrower than others."""
_YEAR = re.compile(r"(?:1\d|20)\d\d\b")
_ASKS_FOR_MORE = frozenset(
    """
    a an the and or but nor as at by for from in into of off on onto over to than that with without
    is are was were be been has have had do does did will would can could may might shall should
    my your his her its our their this these those not no if when where who which whose while
    de der den des di du da el la le les van von und y et e al bin mr mrs ms dr prof st sir
    """.split()
)
"""Words behind which a line goes on, though a name begins the next."""
_ASKS_FOR_NUMBER = frozenset(
    """
    a about after and at before between by exceeding for from in least most of on or over since than
    the to under until within
    """.split()
)
"""Words behind which a line goes on with a number."""
_LONGEST_ADDRESS = 45  # characters of a line
_MOST_WORDS = 5  # of a line of an address, on average
_OPENERS = "\"'“‘„«(¿¡"
_PARTED = re.compile(r"\w: |\s(?:[-–—]{1,2}|=|[-=]?>|→)\s")
"""Between a thing and what is noted of it: "the drill -> Simon", "shed - hook in the larder"."""
_CONTINUES = re.compile(r"\s*(?:and|or|but|nor|of|to|with|which|who|that|because|than|while|as)\b")
_GOES_ON = (",", ";", "-", "–", "—", "(", "/", "&", "+")
_QUANTITY = re.compile(
    r"[^\S\n]*(?:\d{1,4}(?:[.,/–-]\d{1,4})?|\d{0,3}[¼½¾⅓⅔⅛])[^\S\n]?"
    r"(?:(?P<unit>(?:[km]?g|[mcd]?l|[mc]?m|oz|lbs?|tsp|tbsp|cups?|EL|TL)\b)|(?P<word>[^\W\d_]))"
)
"""1.2 kg plums, 200g flour, 2-3 Zwiebeln."""
_COUNT_WITHIN = re.compile(r"[^\W\d_]{3,} (?:of|von|de) \d{1,3} [^\W\d_]{3,}")
_DEFINES = re.compile(
    r"[^\S\n]*[\"“„«][^\"“”„»\n]{1,60}[\"“”»] (?:means?|shall mean|bedeutet|bezeichnet)\b"
)
_FEWEST_QUANTITIES = 2
_LONGEST_TITLE = 30
_LONGEST_QUANTITY = 60  # characters; a program that breaks lines makes them longer

_CLAUSE = re.compile(
    r"^[^\S\n]*(?P<number>\d{1,3}(?:\.\d{1,3}){0,5}|(?P<letter>[A-Z])(?P<count>\d{1,2}))[.)]?"
    r"[^\S\n]+[\"“„«(]?(?P<first>[^\W\d_])",
    re.MULTILINE,
)
LEADER = re.compile(r"(?:[^\S\n]\.){5,}|(?<![.\n])\.{5,}|(?<=[^\S\n])\.{4}(?!\.)")
"""Dots that lead the eye to the other end of a line: "Espresso ........ 2.40"."""
_LONGEST_LED_TO = 12  # characters

Line = tuple[int, str]
"""Where a line starts, and its text without blanks at its end."""


def clause_starts(text: str) -> frozenset[int]:
    """The starts of the lines that begin a clause with its number, "3.1 You pay" or "A2 You pay",
    where the heading "3." or the clause before it begins a line as well."""
    found = list(_CLAUSE.finditer(text)) if "." in text else []
    numbers = {clause["number"] for clause in found}
    return frozenset(
        clause.start()
        for clause in found
        if not clause["first"].islower() and _is_next(clause, numbers)
    )


def has_leader(line: str) -> bool:
    """Whether dots lead to what ends a line, a page or a price."""
    end = 0
    for leader in LEADER.finditer(line):
        end = leader.end()
    return end > 0 and len(line) - end <= _LONGEST_LED_TO


def leader_starts(text: str) -> frozenset[int]:
    """The starts of the lines that have a leader, and of the lines after them."""
    starts: set[int] = set()
    for leader in LEADER.finditer(text):
        starts.add(text.rfind("\n", 0, leader.start()) + 1)
        starts.add(text.find("\n", leader.end()) + 1)
    return frozenset(starts)


def _is_next(clause: re.Match[str], numbers: Collection[str]) -> bool:
    """Whether what comes before a clause is among ``numbers``; A1 comes before A2."""
    if letter := clause["letter"]:
        return f"{letter}1" in numbers and f"{letter}{max(int(clause['count']) - 1, 2)}" in numbers
    return not _beside(clause["number"]).isdisjoint(numbers)


def _beside(number: str) -> set[str]:
    """The numbers one of which shows that "3.1" is a clause: one before it, or "3.2"; none for a
    whole one."""
    parent, stop, last = number.rpartition(".")
    return {parent, f"{parent}.{int(last) - 1 or 2}"} if stop else set()


def meant_breaks(lines: Sequence[Line]) -> list[int]:
    """The starts of those lines of a paragraph that begin something of their own."""
    if len(lines) < 2:
        return []
    said = [line for _, line in lines]
    if _is_note(said) or _is_list(said) or (is_jotted(said) and not _is_headed(said)):
        return [start for start, _ in lines[1:]]
    return list(_rows(lines)) or _quantities(lines) or _entries(lines) or _definitions(lines)


def _is_list(lines: Sequence[str]) -> bool:
    """Whether a line has short ones below it that stand as far to the right and end in no stop."""
    head, *items = lines
    if len(items) < _FEWEST_LINES or max(map(len, items)) > _LONGEST_QUANTITY:
        return False
    if len({indentation_of(item) for item in items}) > 1:
        return False
    if indentation_of(items[0]) <= indentation_of(head) or not all(map(_begins, items)):
        return False
    if any(item.endswith((*_STOPS, *_GOES_ON)) or _CELL.search(item.strip()) for item in items):
        return False
    width = max(map(len, items))
    room = sum(_has_room(item, after, width) for item, after in pairwise(items))
    return 2 * room >= len(items) - 1


def _definitions(lines: Sequence[Line]) -> list[int]:
    """The lines that begin with a term in quotation marks and say what it means."""
    return [start for start, line in lines[1:] if _DEFINES.match(line)]


def width_of_wrapped(text: str) -> int:
    """The width at which a program broke lines, if one did: the length of the longest line that
    goes on in small letters on the next one, else of the longest line; 0 for a line or two, which
    tell nothing."""
    lines = [line.rstrip() for line in text.split("\n")]
    if sum(map(bool, lines)) < _FEWEST_LINES:
        return 0
    goes_on = (
        len(line)
        for line, after in pairwise(lines)
        if after.lstrip()[:1].islower() and len(line.split()) >= _FEWEST_WORDS
    )
    return max(goes_on, default=max(map(len, lines)))


def ends_line(line: str, after: str, width: int) -> bool:
    """Whether what ``line`` says ends with it: it has three words and much room for more in a text
    of ``width``, ends in no stop and no word that asks for another one, and the next begins with a
    capital or a year."""
    last = line.split()[_FEWEST_WORDS - 1 :][-1:]
    first = after.lstrip().lstrip(_OPENERS)
    if not last or not (first[:1].isupper() or _YEAR.match(first)):
        return False
    if line.rstrip().endswith((*_STOPS, *_GOES_ON, ":")) or last[0].lower() in _ASKS_FOR_MORE:
        return False
    is_short = len(line.rstrip()) <= _SHORT_LINE * width
    return is_short and _has_room(line.rstrip(), after, width)


def is_address(lines: Sequence[str], width: int) -> bool:
    """Whether lines are short, mostly words with capitals and numbers, and had room for more in a
    text of ``width`` characters: an address, a signature, the head of a letter."""
    if len(lines) < _FEWEST_LINES or max(map(len, lines)) > _LONGEST_ADDRESS:
        return False
    if not all(_begins(line) or "@" in line or "www." in line for line in lines[1:]):
        return False
    words = [word for line in lines for word in line.split()]
    if _MOST_WORDS * len(lines) < len(words) or 2 * sum(map(_begins, words)) <= len(words):
        return False
    room = sum(_has_room(line, after, width) for line, after in pairwise(lines))
    return 2 * room >= len(lines) - 1


def _quantities(lines: Sequence[Line]) -> list[int]:
    """The lines that begin with a quantity, as ingredients do, where at most a title stands above
    them, and those among and below them that had room on the line before."""
    found = [_QUANTITY.match(line) for _, line in lines]
    places = [at for at, quantity in enumerate(found) if quantity]
    if len(places) < _FEWEST_QUANTITIES or places[0] > 1 or not _are_measures(found):
        return []
    run = [line for _, line in lines[places[0] : places[-1] + 1]]
    width = max(map(len, run))
    if places[0] == 1 and len(lines[0][1]) > _LONGEST_TITLE:
        return []
    if width > _LONGEST_QUANTITY or 2 * len(places) <= len(run):
        return []
    return [
        lines[at][0]
        for at in range(max(places[0], 1), len(lines))
        if found[at]
        or _has_room(lines[at - 1][1], lines[at][1], width)
        or _is_counted(lines[at - 1][1], lines[at][1])
    ]


def _is_counted(line: str, after: str) -> bool:
    """Whether a line has a quantity within and the one before has an end: "juice of 3 lemons"."""
    last = line.split()[-1:]
    goes_on = line.endswith(_GOES_ON) or (last and last[0].lower() in _ASKS_FOR_MORE)
    return not goes_on and _COUNT_WITHIN.search(after) is not None


def _are_measures(quantities: Sequence[re.Match[str] | None]) -> bool:
    """Whether one has a unit, or two have words without a capital, which an address has once: "12
    rue du Lac" above "1201 Nyon"."""
    found = [quantity for quantity in quantities if quantity]
    small = sum((quantity["word"] or "").islower() for quantity in found)
    return small > 1 or any(quantity["unit"] for quantity in found)


def _entries(lines: Sequence[Line]) -> list[int]:
    """The lines that stand left of those before them, where the first one and another do so: each
    begins an entry, or a name with its fields below it."""
    indents = [indentation_of(line) for _, line in lines]
    starts = [
        start
        for above, indent, (start, _) in zip(indents, indents[1:], lines[1:], strict=False)
        if indent <= indents[0] < above
    ]
    return starts if indents[1] > indents[0] else []


def is_row(line: str) -> bool:
    """Whether ``line`` is cells of few words, of which most begin with a capital or a figure, which
    pieces of justified prose do not, and most end in no stop, which sentences do that somebody set
    two blanks apart."""
    cells = _GAP.split(line.strip()) if len(line) <= _LONGEST_ROW else []
    if len(cells) < _FEWEST_CELLS:
        return False
    stops = sum(cell.endswith(_STOPS) for cell in cells)
    if 2 * stops >= len(cells) or 2 * sum(cell[:1].islower() for cell in cells) >= len(cells):
        return False
    return len(line.split()) <= _WORDS_OF_CELL * len(cells)


def _is_note(lines: Sequence[str]) -> bool:
    """Whether each line says something by itself."""
    if len(lines) < _FEWEST_LINES or any(line.endswith(_GOES_ON) for line in lines[:-1]):
        return False
    width = max(map(len, lines))
    if any(_asks_for_number(line, after) for line, after in pairwise(lines)):
        return False
    small = [(line, after) for line, after in pairwise(lines) if not _begins(after)]
    if _MOST_SMALL * len(small) > len(lines):
        return False
    if not all(_has_room(line, after, width) for line, after in small):
        return False
    if any(indentation_of(after) > indentation_of(line) for line, after in pairwise(lines)):
        return False
    room = sum(_has_room(line, after, width) for line, after in pairwise(lines))
    words = sum(len(_WORDS.findall(line)) for line in lines)
    return 2 * room >= len(lines) - 1 and words >= _FEWEST_WORDS * len(lines)


def _asks_for_number(line: str, after: str) -> bool:
    """Whether a line goes on with a number: "an answer within" / "30 days"."""
    return after.lstrip()[:1].isdecimal() and line.split()[-1].lower() in _ASKS_FOR_NUMBER


def is_jotted(lines: Sequence[str]) -> bool:
    """Whether lines, some of which begin in small letters, are notes: none goes on, and half of
    them have a sign that parts a thing from what is noted of it, or no program broke them."""
    if len(lines) < _FEWEST_LINES or all(map(_begins, lines[1:])) or any(map(_goes_on, lines[:-1])):
        return False
    if not all(line.lstrip().lstrip("*_")[:1].isalnum() for line in lines):
        return False
    if any(_CONTINUES.match(line) for line in lines[1:]):
        return False
    words = sum(len(_WORDS.findall(line)) for line in lines)
    is_deeper = any(indentation_of(after) > indentation_of(line) for line, after in pairwise(lines))
    if is_deeper or words < _FEWEST_WORDS * len(lines):
        return False
    marked = [_PARTED.search(line) is not None for line in lines]
    if 2 * sum(marked) < len(lines):
        return _are_brief(lines) and _is_typed(lines)
    return _is_unwrapped(lines, marked) or _is_typed(lines)


def _are_brief(lines: Sequence[str]) -> bool:
    """Whether there are four lines and more, none of which begins as the rest of a sentence may."""
    firsts = [line.split(maxsplit=1)[0].lower() for line in lines[1:]]
    return len(lines) > _FEWEST_LINES and _ASKS_FOR_MORE.isdisjoint(firsts)


def _is_typed(lines: Sequence[str]) -> bool:
    """Whether all lines but the longest had room for a word more: a program fills its lines."""
    width = max(map(len, lines))
    return all(
        len(line) == width or len(line) + 1 + len(after.split(maxsplit=1)[0]) <= width
        for line, after in pairwise(lines)
    )


def _is_headed(notes: Sequence[str]) -> bool:
    """Whether the first line says what all are about ("books lent"), so that they stay together."""
    return len(notes[0].split()) <= _FEWEST_WORDS and _PARTED.search(notes[0]) is None


def _is_unwrapped(lines: Sequence[str], marked: Sequence[bool]) -> bool:
    """Whether no program broke notes: four and more are shorter than it makes them, or most had
    room for more or have a sign, and so have those before all that begin small without one."""
    width = max(map(len, lines))
    are_many = len(lines) > _FEWEST_LINES
    if are_many and width <= _LONGEST_ADDRESS:
        return True
    room = [_has_room(line, after, width) for line, after in pairwise(lines)]
    begins = [is_one or _begins(line) for is_one, line in zip(marked, lines, strict=True)]
    is_free = all(map(any, zip(begins[1:], room, strict=True)))
    are_marked = are_many and 4 * sum(marked) >= 3 * len(lines)
    return is_free and (are_marked or 2 * sum(room) >= len(room))


def _goes_on(line: str) -> bool:
    """Whether a line has no end of its own, or that of a sentence."""
    last = line.split()[-1:]
    asks = bool(last) and last[0].lower() in _ASKS_FOR_MORE
    return asks or line.endswith((*_STOPS, *_GOES_ON, ":"))


def _has_room(line: str, after: str, width: int) -> bool:
    """Whether the first two words of ``after`` could have stood on ``line``."""
    return len(line) + 1 + len(" ".join(after.split(maxsplit=2)[:2])) <= width


def _begins(line: str) -> bool:
    """Whether ``line`` begins as a sentence may: by a capital, a digit, or a script without."""
    first = line.lstrip().lstrip(_OPENERS)[:1]
    return first.isalnum() and not first.islower()


def indentation_of(line: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(line) - len(line.lstrip())


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    is_number: bool

    def is_below(self, others: Sequence[_Cell]) -> bool:
        """Whether it is in line with one of ``others``: words at the left, numbers at the right."""
        return any(
            self.start == other.start
            or (self.end == other.end and (self.is_number or other.is_number))
            for other in others
        )


def _rows(lines: Sequence[Line]) -> Iterator[int]:
    """The lines with cells of which most stand below those of the line before, and what follows
    on a row without being a part of it."""
    cells = [_cells(line) for _, line in lines]
    indent: int | None = None  # of the row that the line before belongs to
    for above, row, (start, line) in zip(cells, cells[1:], lines[1:], strict=False):
        below = sum(cell.is_below(above) for cell in row)
        is_row = bool(row and above) and (2 * below > len(row) or "\t" in line.strip())
        is_next = indent is not None and indentation_of(line) <= indent
        if is_row or is_next:
            yield start
            indent = indentation_of(line) if is_row else None


def _cells(line: str) -> list[_Cell]:
    """All cells of a line but its first."""
    return [
        _Cell(*found.span("cell"), not _WORDS.search(found["cell"]))
        for found in _CELL.finditer(line)
    ]
