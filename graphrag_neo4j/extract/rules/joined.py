"""Which pieces of a text are one statement, as none of them says something alone.

"Rejected." is nothing without the motion, "Kafka" nothing without the options it stands among. What
is joined lies side by side, so that the statement is still a span of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from graphrag_neo4j.extract.rules.run_in_labels import RUN_IN_LABEL, run_in_labels
from graphrag_neo4j.extract.rules.substance import says_something
from graphrag_neo4j.extract.rules.tasks import CHECK_BOX
from graphrag_neo4j.text.leads import Leads
from graphrag_neo4j.text.line_breaks import indentation_of
from graphrag_neo4j.text.sentences import OWN_NUMBER, Span

LIST_MARK = re.compile(r"(?P<bullet>[-*+•‣◦]\s+)|(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_AFTER_MARK = r"(?P<after>(?<=[,;:.：]))?\n\s*"
_NEXT_BULLET = re.compile(rf"{_AFTER_MARK}[-*+•‣◦]\s+")
_NEXT_NUMBER = re.compile(rf"{_AFTER_MARK}(?P<number>\(?(?:\d{{1,3}}|[a-z])[.)]\s)")
_LINE_GAP = re.compile(r"[^\S\n]*")
_ITEM_GAP = re.compile(r"\s*")
_WRAP_GAP = re.compile(r"[^\S\n]*\n[^\S\n]*")
_CLOSERS = "\"'”’»)]*_"
_FULL_STOPS = (".", "。")
_STOPS = (*_FULL_STOPS, "!", "…", "！")
_QUESTION = ("?", "？")
_LONGEST_LIST = 300  # characters of items that are joined
_LONGEST_TURN = 200  # of a talk, that is one statement; of a longer one, its beginning
_LONGEST_LEAD = 100
_LONGEST_LED = 400  # characters, with its head
_FULL_SENTENCE = 6  # words that a sentence has more of
_FEW_WORDS = 2
_WORD = re.compile(r"\w+")
_SENTENCES = re.compile(r"\w{3,}[.!?]\s")
_ASKED = re.compile(r"[*_]{0,2}Q(?:uestion)?(?: ?\d+)?[.:)]")
_ANSWERED = re.compile(r"[*_]{0,2}A(?:nswer)?(?: ?\d+)?[.:)]")
_LABEL_LINE = re.compile(r"(?![A-Za-z][.)]\s)[^\s.,;:!?](?:[^\n]{0,38}[^\s.,;:!?])?")
_BOLD_QUESTION = re.compile(
    r"[^\S\n]*(?P<mark>\*\*|__)(?=\S)[^*_\n]{3,300}[?？][\"”’]?(?P=mark)(?=[^\S\n]*(?:\n|\Z))"
)
_FIELD = re.compile(r"(?:\*\*|__)?[^\W\d_a-z][^\W_]*(?:[^\S\n][^\W_]+){0,2}:(?:\*\*|__)?[^\S\n]+\S")
_DEEPER = 2  # blanks by which the fields of a record are indented below its name


def joined(
    text: str, start: int, pieces: Sequence[Span], names: Collection[str], leads: Leads
) -> Iterator[Span]:
    """The pieces in order, those that belong together as one.

    The text starts at ``start`` of its document. ``names`` are the headings of that: a list of
    them is but a table of its contents. ``leads`` knows the heads within its paragraphs.
    """
    tied = _Ties(text, start, pieces, names, leads).find()
    begin = 0
    for at, (_, end) in enumerate(pieces):
        if at not in tied:
            yield pieces[begin][0], end
            begin = at + 1


def is_numbered_list(text: str, start: int, end: int) -> bool:
    """Whether a joined piece has items with numbers, of which the first is one as well."""
    return _NEXT_NUMBER.search(text, start, end) is not None


def items_in_line(text: str) -> str:
    """``text`` with commas between joined items, in place of marks that are no numbers."""
    text = _NEXT_NUMBER.sub(lambda mark: f"{_comma(mark)}{mark['number']}", text)
    return _NEXT_BULLET.sub(_comma, text)


def _comma(mark: re.Match[str]) -> str:
    return ", " if mark["after"] is None else " "


class _Ties:
    """The places in a row of pieces after which there is no cut."""

    def __init__(
        self,
        text: str,
        start: int,
        pieces: Sequence[Span],
        names: Collection[str],
        leads: Leads,
    ) -> None:
        self._text = text
        self._start = start
        self._pieces = pieces
        self._names = names
        self._leads = leads
        self._marks = [LIST_MARK.match(text, *piece) for piece in pieces]
        self._is_bare = [self._lacks_sense(at) for at in range(len(pieces))]
        begins = map(self._begins_paragraph, range(len(pieces)))
        self._run_in = run_in_labels([text[start:end] for start, end in pieces], [*begins])
        self._tied: set[int] = set()

    def find(self) -> set[int]:
        """The numbers of the pieces that go on in the next one."""
        at = 0
        while at < len(self._pieces):
            if self._is_short_item(at):
                at = self._tie_items(at)
                continue
            if (stop := self._end_of_record(at)) > at:
                self._tied.update(range(at, stop))
                at = stop + 1
                continue
            if self._is_question_heading(at) or self._is_question_in_bold(at):
                if self._pieces[at + 1][1] - self._pieces[at][0] <= _LONGEST_LED:
                    self._tied.add(at)
                at += 1
                continue
            if self._is_label(at):
                self._tied.add(at)
                at += 1
                continue
            if self._is_bare[at] and not self._is_name(at):
                self._tie_sentence(at)
            if (stop := self._end_of_fields(at)) > at:
                self._tied.update(range(at, stop))
                at = stop + 1
                continue
            if self._begins_turn(at):
                at = self._tie_head(at)
                self._tie_turn(at)
            if self._is_answer_to_question(at):
                self._tied.add(at - 1)
            if self._is_lead(at):
                self._tie_led(at)
            at += 1
        return self._tied

    def _is_label(self, at: int) -> bool:
        """Whether a piece is a label that opens what follows in its line."""
        is_label = RUN_IN_LABEL.fullmatch(self._text, *self._pieces[at]) is not None
        if not is_label or self._goes_on(at, _LINE_GAP):
            return is_label
        return self._goes_on(at, _WRAP_GAP) and self._marks[at + 1] is None

    def _tie_sentence(self, at: int) -> None:
        """A sentence of one word belongs to the one before it in its paragraph, else to the one
        after it, which a label opens; if it is a paragraph, to the question before it."""
        if at in self._run_in or (self._announces(at) and self._goes_on(at, _WRAP_GAP)):
            self._tied.add(at)
        elif self._marks[at] is None and self._goes_on(at - 1, _LINE_GAP):
            if not self._is_heading(at - 1, at):
                self._tied.add(at - 1)
        elif self._goes_on(at, _LINE_GAP) and not self._is_heading(at, at + 1):
            self._tied.add(at)
        elif at and self._is_answer(at):
            self._tied.add(at - 1)

    def _begins_paragraph(self, at: int) -> bool:
        """Whether a piece is an item, or goes on in no paragraph."""
        gaps = (_LINE_GAP, _WRAP_GAP)
        return self._marks[at] is not None or not any(self._goes_on(at - 1, gap) for gap in gaps)

    def _end_of_record(self, at: int) -> int:
        """The last piece of a name with its fields, lines indented below it; ``at`` if a piece
        begins none."""
        start = self._pieces[at][0]
        if self._marks[at] or not (end := self._record_end(start)):
            return at
        last = at
        longest = min(start + _LONGEST_LED, end)
        while last + 1 < len(self._pieces) and self._pieces[last + 1][1] <= longest:
            last += 1
        return last

    def _end_of_fields(self, at: int) -> int:
        """The last piece of an item that goes on with fields ("Owner: Ann Hale. Due 3 May.");
        ``at`` if it has none, or is too long to be one statement."""
        start = self._pieces[at][0]
        if self._marks[at] is None:
            return at
        last, has_field = at, False
        while last + 1 < len(self._pieces) and self._marks[last + 1] is None:
            is_below = self._goes_on(last, _WRAP_GAP)
            if not is_below and not self._goes_on(last, _LINE_GAP):
                break
            if is_below and not self._is_deeper(last + 1, at):
                break
            last += 1
            has_field = has_field or _FIELD.match(self._text, self._pieces[last][0]) is not None
        is_short = self._pieces[last][1] - start <= _LONGEST_LIST
        return last if has_field and is_short else at

    def _record_end(self, start: int) -> int:
        """Where the record ends whose name begins at ``start``: a short line without a stop, none
        above it or a deeper one, and lines below that are deeper and no items; 0 if there is none.
        """
        line = self._text.rfind("\n", 0, start) + 1
        name, *below = self._text[line : line + 2 * _LONGEST_LED].split("\n")
        indent = start - line
        above = self._text[self._text.rfind("\n", 0, max(line - 1, 0)) + 1 : max(line - 1, 0)]
        is_first = not above.strip() or indentation_of(above) >= indent + _DEEPER
        if name[:indent].strip() or not is_first or not _LABEL_LINE.fullmatch(name.strip()):
            return 0
        fields = list(
            takewhile(lambda f: f.strip() and indentation_of(f) >= indent + _DEEPER, below)
        )
        if not fields or any(LIST_MARK.match(field.lstrip()) for field in fields):
            return 0
        first = " ".join(fields[0].split(maxsplit=2)[:2])
        is_wrapped = len(name.rstrip()) + 1 + len(first) > max(map(len, fields))
        if is_wrapped or _SENTENCES.search(name):
            return 0
        return line + len(name) + 1 + sum(len(field) + 1 for field in fields)

    def _tie_led(self, at: int) -> None:
        """A head belongs to the first full sentence after it, with what is short before that."""
        longest = self._pieces[at][0] + _LONGEST_LED
        while self._goes_on(at, _LINE_GAP) and self._pieces[at + 1][1] <= longest:
            self._tied.add(at)
            at += 1
            if len(_WORD.findall(self._said(at))) > _FULL_SENTENCE:
                break

    def _tie_turn(self, at: int) -> None:
        """Sentences of a short turn of a talk belong together: the first says whose they are. What
        is asked behind a full sentence is apart, for who looks for that wants no question."""
        longest = self._pieces[at][0] + _LONGEST_TURN
        while self._goes_on(at, _LINE_GAP) and self._pieces[at + 1][1] <= longest:
            is_full = len(_WORD.findall(self._said(at))) > _FULL_SENTENCE
            if is_full and self._asks(at + 1) and not self._asks(at):
                return
            self._tied.add(at)
            at += 1

    def _asks(self, at: int) -> bool:
        return self._ending(at).endswith(_QUESTION)

    def _tie_head(self, at: int) -> int:
        """A head of a turn that has lines of its own belongs to the sentence below it, which is no
        item of a list. Returns the piece that what is said begins with."""
        start, end = self._pieces[at]
        head = self._leads.head(self._start + self._text.rfind("\n", 0, start) + 1)
        if head is None or self._start + end > head.end or not self._goes_on(at, _ITEM_GAP):
            return at
        is_item = self._marks[at + 1] is not None
        if is_item or self._is_heading_of_text(at + 1) or self._begins_turn(at + 1):
            return at
        self._tied.add(at)
        return at + 1

    def _begins_turn(self, at: int) -> bool:
        start = self._pieces[at][0]
        if self._leads.is_turn(self._start + start):
            return True
        line = self._text.rfind("\n", 0, start) + 1
        return not self._text[line:start].strip() and self._leads.is_turn(self._start + line)

    def _is_answer_to_question(self, at: int) -> bool:
        """Whether a piece begins with "A." or "Answer:" and follows on a question marked so."""
        is_answer = _ANSWERED.match(self._text, self._pieces[at][0]) is not None
        if not is_answer or not self._goes_on(at - 1, _ITEM_GAP):
            return False
        first = at - 1
        while first and first - 1 in self._tied:
            first -= 1
        asked, end = self._pieces[first][0], self._pieces[at][1]
        is_question = self._ending(at - 1).endswith(_QUESTION) and _ASKED.match(self._text, asked)
        return bool(is_question) and end - asked <= _LONGEST_LED

    def _is_question_heading(self, at: int) -> bool:
        """Whether a piece is a heading that asks what the one below it answers."""
        if not (self._is_heading_of_text(at) and self._said(at).endswith(_QUESTION)):
            return False
        return self._goes_on(at, _ITEM_GAP) and not self._is_heading_of_text(at + 1)

    def _is_question_in_bold(self, at: int) -> bool:
        """Whether a piece is of a line that is one question in bold type, with an answer below."""
        start, end = self._pieces[at]
        line = self._text.rfind("\n", 0, start) + 1
        asked = _BOLD_QUESTION.match(self._text, line)
        if asked is None or not self._goes_on(at, _ITEM_GAP):
            return False
        if end < asked.end():
            return True
        below = self._pieces[at + 1][0]
        is_question = _BOLD_QUESTION.match(self._text, below) is not None
        return not (is_question or self._marks[at + 1] or self._is_heading_of_text(at + 1))

    def _is_heading_of_text(self, at: int) -> bool:
        return " ".join(self._said(at).lstrip("# ").split()) in self._names

    def _is_lead(self, at: int) -> bool:
        """Whether a piece begins a line, goes on in it, and is a head."""
        start, end = self._pieces[at]
        line = self._text.rfind("\n", 0, start) + 1
        if end - start > _LONGEST_LEAD or self._text[line:start].strip():
            return False
        if not self._goes_on(at, _LINE_GAP):
            return False
        if self._text.startswith(("**", "__"), start) and self._has_own_number(at + 1):
            return False
        return self._leads.has(self._text[start:end], self._start + line)

    def _has_own_number(self, at: int) -> bool:
        """Whether a piece is asked for by its number: "**6. Claims.** 6.1 A claim needs…"."""
        start, _ = self._pieces[at]
        return OWN_NUMBER.match(self._text, start) is not None

    def _is_heading(self, one: int, other: int) -> bool:
        """Whether two pieces are but a number and a word: "2.1. Grants"."""
        is_number = not any(map(str.isalpha, self._said(one)))
        return is_number and self._is_bare[one] and self._is_bare[other]

    def _is_answer(self, at: int) -> bool:
        """Whether a line of one word ends a paragraph, or answers the question before it, which
        no "Thanks!" does."""
        before, word = self._ending(at - 1), self._ending(at)
        if before.endswith(_QUESTION) and word.endswith(_FULL_STOPS):
            return self._goes_on(at - 1, _ITEM_GAP)
        ends_well = before.endswith((*_STOPS, *_QUESTION)) and word.endswith(_STOPS)
        return ends_well and self._goes_on(at - 1, _WRAP_GAP)

    def _tie_items(self, first: int) -> int:
        """Short items among which are single words belong together, and to the line that announces
        them; one that is alone to the item before it, or after it. Returns where the list goes on.
        """
        last, longest = first, self._pieces[first][0] + _LONGEST_LIST
        while (
            self._is_same_list(last, last + 1)
            and self._is_short_item(last + 1)
            and self._pieces[last + 1][1] <= longest
        ):
            last += 1
        if not any(self._is_bare[first : last + 1]):
            return last + 1
        self._tied.update(range(first, last))
        is_alone = last == first
        follows = is_alone and self._is_same_list(first - 1, first)
        if self._is_announced(first) or (follows and not self._is_deeper(first - 1, first)):
            self._tied.add(first - 1)
        elif is_alone and self._is_same_list(first, first + 1):
            self._tied.add(first)
        return last + 1

    def _is_announced(self, at: int) -> bool:
        return self._goes_on(at - 1, _ITEM_GAP) and self._announces(at - 1)

    def _announces(self, at: int) -> bool:
        return self._ending(at).endswith((":", "："))

    def _is_short_item(self, at: int) -> bool:
        """Whether a piece is an item of a word or two."""
        mark = self._marks[at]
        if mark is None or self._goes_on(at, _LINE_GAP) or self._has_items(at):
            return False
        if self._has_box(at):
            return False
        words = self._said(at).split(maxsplit=_FEW_WORDS)
        return len(words) <= _FEW_WORDS and not self._is_name(at)

    def _has_items(self, at: int) -> bool:
        """Whether a deeper item follows, which is embedded with this one."""
        is_next = self._goes_on(at, _WRAP_GAP) and self._marks[at + 1] is not None
        return is_next and self._is_deeper(at + 1, at)

    def _said(self, at: int) -> str:
        """A piece without its mark."""
        mark = self._marks[at]
        start, end = self._pieces[at]
        return CHECK_BOX.sub("", self._text[mark.end() if mark else start : end], count=1)

    def _has_box(self, at: int) -> bool:
        """Whether a piece is a task, whose box says how far it is, and of no other one."""
        mark, start = self._marks[at], self._pieces[at][0]
        return CHECK_BOX.match(self._text, mark.end() if mark else start) is not None

    def _lacks_sense(self, at: int) -> bool:
        if self._has_box(at):
            return False
        said = self._said(at)
        return not says_something(said) and _WORD.search(said) is not None

    def _is_name(self, at: int) -> bool:
        """Whether it stands in a table of contents."""
        return " ".join(self._said(at).split()) in self._names

    def _is_same_list(self, one: int, other: int) -> bool:
        """Whether two pieces are items with the same kind of mark, one after the other."""
        if one < 0 or not self._goes_on(one, _ITEM_GAP):
            return False
        if self._has_box(one) or self._has_box(other):
            return False
        mark, next_mark = self._marks[one], self._marks[other]
        return bool(mark and next_mark and mark.lastgroup == next_mark.lastgroup)

    def _is_deeper(self, one: int, other: int) -> bool:
        """Whether a piece is indented more than another."""
        return self._indentation(one) > self._indentation(other)

    def _indentation(self, at: int) -> int:
        start = self._pieces[at][0]
        return start - self._text.rfind("\n", 0, start)

    def _goes_on(self, at: int, gap: re.Pattern[str]) -> bool:
        """Whether nothing but ``gap`` is between a piece and the next."""
        if not 0 <= at < len(self._pieces) - 1:
            return False
        end, start = self._pieces[at][1], self._pieces[at + 1][0]
        if "\n" not in self._text[end:start] and self._leads.is_turn(self._start + start):
            return False  # another speaks, though in the same line
        return gap.fullmatch(self._text, end, start) is not None

    def _ending(self, at: int) -> str:
        start, end = self._pieces[at]
        return self._text[max(start, end - 20) : end].rstrip(_CLOSERS)
