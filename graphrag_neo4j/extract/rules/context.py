"""What stands before a statement and belongs to it, though it is not part of it.

"(b) not to place a load on the floor" is what "The Tenant covenants:" announces, and "It hangs
behind my fridge" answers "Who has the key?". Embedded with that, such a statement is found by whom
it is about; its text stays what stands there. So is "Default 25." of the item "`max_open`: How many
streams are open. Default 25.", and "Workaround: tap it." of the entry "BK-102: It hums. …".
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.extract.rules.markdown_marks import without_links
from graphrag_neo4j.extract.rules.run_in_labels import RUN_IN_LABEL
from graphrag_neo4j.text.leads import Leads
from graphrag_neo4j.text.questions import last_question
from graphrag_neo4j.text.talk import turn_head

_CLOSERS = "\"'”’»)]*_ \t\n"
_ANNOUNCES = (":", "：", ":—", ":-", "—")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_MARKS = re.compile(r"[*_#>`|]+")
_ITEM_BELOW = re.compile(
    r"[^\S\n]*\n(?P<indent>[^\S\n]*)(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])[^\S\n]"
)
_ENDED = re.compile(r"[.!?;,。！？；，]$")
_MARK = r"[^\S\n]*(?:[-*+•‣◦]|\(?(?:\d{1,3}|[a-z])[.)])[^\S\n]"
_REST_BELOW = re.compile(
    rf"\s*\n{_MARK}+[a-zà-öø-ÿ][^\n]*(?:\n(?!{_MARK})[^\S\n]*\S[^\n]*){{0,3}}?"
    r"(?:[;,]|\s(?:or|and))\s*\n"
)
"""An item that begins with a small letter, be it wrapped, and has another one behind it."""
_WITHIN = re.compile(rf"\n(?={_MARK})")
_TERM = re.compile(
    r"(?P<mark>`{1,2}|\*\*|__)(?P<name>[^`*\n]{1,60}?)(?:"
    r"[:.](?P=mark)[^\S\n]+"
    r"|(?P=mark)(?P<kind>[^\S\n]?\([^()\n]{1,60}\))?(?::[^\S\n]+|[^\S\n]+[-–—][^\S\n]+)"
    r"|(?P=mark)[^\S\n]*\n:[^\S\n]+)\S"
    r"|(?P<defined>[^\s:|#>][^:|\n]{0,58})\n:[^\S\n]+\S"
)
"""What an item or a definition is about."""
_KEYED = re.compile(
    r"^[^\S\n]*(?:[-*+•‣◦][^\S\n]+)?(?:\*\*|__|`|\[)?"
    r"(?P<key>(?P<letters>[A-Z]{2,10})-\d{1,7}|(?P<prefix>[A-Z]{1,5})\d{2,6})(?![\w.-]*\w)",
    re.MULTILINE,
)
"""The key that an entry of a list begins with: "BK-102 It hums. Workaround: tap it."."""
_FEWEST_KEYS = 2  # of a kind; one may be the subject of a sentence
_OWN_LABEL = re.compile(r"(?:\*\*|__)?([^\W\d_][^:.!?\n]{1,60}):(?:\*\*|__)?\s")
_LABEL_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_TERMS = frozenset({"attention", "caution", "danger", "example", "hint", "important", "info"})
_NO_TERMS |= {"note", "tip", "todo", "warning"}
_NO_ITEM = -1  # the indentation of what stands above a list, however it is indented
_LONGEST_NAME = 60  # characters
_LONGEST = 200  # characters of what announces or asks
_LONGEST_DETAIL = 80
"""Characters of a sentence that says little without its term."""
_BRIEF_OPENING = re.compile(
    r"\s*(?:(?:yes|yep|no|nope|ja|nein|doch|oui|non|sí)|[^.!?…\n\d]{0,20}\d[^.!?…\n]{0,12})\.\s",
    re.IGNORECASE,
)
"""As "Yes." and "In 2016." are, with more behind them; "Awesome!" answers nothing."""
_LONGEST_ANSWER = 80
"""Characters of a turn that says little without its question."""


@dataclass(slots=True)
class _Announced:
    """What announces a list: its indentation, the kind of its own mark, what it says, and of its
    first item the indentation and kind."""

    indent: int
    kind: str
    said: str
    of_items: tuple[int, str] | None = None

    def has(self, indent: int, kind: str, *, is_apart: bool) -> bool:
        """Whether an item is of the list: deeper than what announces it, or beside that with a mark
        of another kind, as (a) below (2). A number left of letters or ``is_apart`` from them by an
        empty line is of what stands above."""
        if indent < self.indent or (indent == self.indent and kind == self.kind):
            return False
        if self.of_items is None:
            self.of_items = indent, kind
        left, letters = self.of_items
        is_above = indent < left or (is_apart and indent == left)
        return not (is_above and kind == "number" and letters == "letter")


class Contexts:
    """Reads the statements of a document in order; knows what stands before each."""

    def __init__(self, text: str, leads: Leads) -> None:
        self._text = text
        self._leads = leads
        self._end = 0
        self._announced: list[_Announced] = []
        self._is_item = False
        self._item = 0  # its indentation
        self._question = ""
        self._asker = ""
        self._asked_end = 0  # of the statement that asks
        self._term = ""
        self._term_indent = 0
        self._keys = _keys(text)

    def before(self, start: int, end: int) -> str:
        """What the statement at ``start`` to ``end``, its mark included, belongs to; or ""."""
        gap = self._text[self._end : start] if start >= self._end else ""
        line = start if self._leads.is_turn(start) else self._text.rfind("\n", 0, start) + 1
        is_turn = self._leads.is_turn(line) and not self._text[line:start].strip()
        found = self._answered(line, start, end) if is_turn else self._listed(gap, start, end)
        term = self._defined(gap, line, start, end) if not is_turn else ""
        self._term = "" if is_turn else self._term
        self._end = end
        return " ".join(filter(None, (found, term)))

    def _defined(self, gap: str, line: int, start: int, end: int) -> str:
        """The term that a short sentence says more of, behind the first one of its item."""
        goes_on = start >= self._end and not gap.strip() and not _BLANK_LINE.search(gap)
        if not self._text[line:start].strip():
            mark = LIST_MARK.match(self._text, start, end)
            term = _TERM.match(self._text, mark.end() if mark else start)
            if term and max(term.end("name"), term.end("defined")) <= end:
                self._term = _named(term["defined"] or term["name"], term["kind"] or "")
                self._term_indent = start - line
                return ""
            if key := self._keys.get(line):
                self._term, self._term_indent = _named(key), start - line
                return ""
            goes_on = goes_on and mark is None and start - line > self._term_indent
        if label := RUN_IN_LABEL.match(self._text, start, end):
            self._term, self._term_indent = _named(label["name"] or label["plain"]), 0
            return ""
        if not goes_on:
            self._term = ""
        is_short = end - start <= _LONGEST_DETAIL
        return self._term if is_short and not _is_of_own(self._text[start:end], self._term) else ""

    def _listed(self, gap: str, start: int, end: int) -> str:
        """What announces the list that the statement is an item of, or goes on in one; in a list
        within a list first what announces that."""
        self._go_on_asking(gap, start, end)
        mark = LIST_MARK.match(self._text, start, end)
        is_item, kind = mark is not None, _kind_of_mark(mark)
        is_below = "\n" not in gap or self._indentation(start) > self._item
        goes_on = self._is_item and is_below and not _BLANK_LINE.search(gap)
        indent = self._indentation(start) if is_item else _NO_ITEM
        if gap.strip() or not (is_item or goes_on):
            self._announced = []
        elif is_item:
            is_apart = _BLANK_LINE.search(gap) is not None
            self._announced = [
                one for one in self._announced if one.has(indent, kind, is_apart=is_apart)
            ]
        context = " ".join(one.said for one in self._announced)
        self._is_item, self._item = is_item or goes_on, indent if is_item else self._item
        lead = _WITHIN.split(self._text[start:end], maxsplit=1)[0]
        if self._announces(lead, start, end) and len(context) + len(lead) <= _LONGEST:
            said = LIST_MARK.sub("", lead, count=1) if is_item else lead
            self._announced.append(_Announced(indent, kind, _plain(said)))
        return context

    def _go_on_asking(self, gap: str, start: int, end: int) -> None:
        """Keep the question of a turn while who asks says little more in it."""
        is_over = not self._asker or _BLANK_LINE.search(gap) or start < self._end
        if is_over or end - self._asked_end > _LONGEST:
            self._question = self._asker = ""
        elif question := _plain(last_question(self._text[start:end])):
            self._question, self._asked_end = question, end

    def _announces(self, lead: str, start: int, end: int) -> bool:
        """Whether the lines ``lead`` above the items of a statement end as an announcement does, or
        are a short one with an item indented below it."""
        if lead.rstrip(_CLOSERS).endswith(_ANNOUNCES):
            return True
        if _goes_on_in_items(self._text, lead, start, end):
            return True
        item = _ITEM_BELOW.match(self._text, end)
        is_line = start + len(lead) == end and "\n" not in lead
        is_short = is_line and len(lead) <= _LONGEST_NAME
        return is_short and item is not None and len(item["indent"]) > self._indentation(start)

    def _indentation(self, start: int) -> int:
        return start - self._text.rfind("\n", 0, start) - 1

    def _answered(self, line: int, start: int, end: int) -> str:
        """The question of another one that a short turn of a talk follows on."""
        self._announced, self._is_item = [], False
        if (apart := self._leads.head(line)) is not None:
            said, speaker = self._text[apart.end : end], apart.label
            if not said.strip():
                self._announced = [_Announced(_NO_ITEM, "", _plain(self._text[start:end]))]
        else:
            head = turn_head(self._text[start:end])
            said, speaker = self._text[start + head.end() : end], head["label"] or ""
        is_brief = len(said) <= _LONGEST_ANSWER or _BRIEF_OPENING.match(said) is not None
        is_answer = self._asker != speaker and is_brief
        context = self._question if is_answer else ""
        self._question, self._asker = _plain(last_question(said)), speaker
        self._asked_end = end
        return context


def _keys(text: str) -> dict[int, str]:
    """The keys of entries, by the starts of their lines, where a text has several of a kind."""
    found = list(_KEYED.finditer(text))
    kinds = Counter(kind for kind, _ in {(_kind_of(key), key["key"]) for key in found})
    return {
        text.rfind("\n", 0, key.start("key")) + 1: key["key"]
        for key in found
        if kinds[_kind_of(key)] >= _FEWEST_KEYS
    }


def _kind_of(key: re.Match[str]) -> str:
    return key["letters"] or key["prefix"]


def _kind_of_mark(mark: re.Match[str] | None) -> str:
    """What the mark of an item counts with: numbers, letters or nothing."""
    if mark is None or mark["bullet"]:
        return "bullet" if mark else ""
    return "number" if any(map(str.isdecimal, mark[0])) else "letter"


def _goes_on_in_items(text: str, lead: str, start: int, end: int) -> bool:
    """Whether lines without a stop ("We do not pay for", "You must:") are ended by the items below
    them, which begin as the rest of a sentence does."""
    if start + len(lead) != end or _ENDED.search(lead.rstrip(_CLOSERS)):
        return False
    return _REST_BELOW.match(text, end) is not None


def _is_of_own(sentence: str, term: str) -> bool:
    """Whether a sentence has a label that says what it is about, as "Date of delivery: 3 May" has:
    three words, or one of the term. "Default: 25" has not."""
    label = _OWN_LABEL.match(sentence)
    words = _LABEL_WORD.findall(label[1].casefold()) if label else []
    return len(words) > 2 or not {*words}.isdisjoint(_LABEL_WORD.findall(term.casefold()))


def _named(name: str, kind: str = "") -> str:
    """What stands before the colon of a definition; nothing of "Note:" and the like."""
    name = " ".join(name.split())
    return "" if name.casefold() in _NO_TERMS else f"{name}{kind}:"


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub(" ", without_links(text)).split())
