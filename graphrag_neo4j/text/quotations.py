"""What a mail quotes of others: lines with ">" before them, one for each time they were quoted.

Who answers a question there is who wrote the answer, not who quotes it: a chunk's own words and
those that it quotes are told apart from the reading of a mail to the ranking of what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from graphrag_neo4j.model import Block

QUOTE = "> "
"""Before a statement that is quoted."""
FEWEST_OWN = 5
"""Words of its own that a mail needs; one with fewer hands on what it quotes (a forward)."""
MARKS = re.compile(r"^[^\S\n]*(?:>[^\S\n]?)+", re.MULTILINE)
"""At the beginning of a line that is quoted."""
_LINES_OF_MAIL = re.compile(r"[^>\n][^\n]{2,300}(?:\n[^\n]{1,200}){0,2}")
_WROTE = re.compile(
    r"(?:(?<!\w)(?:wrote|writes|schrieb|écrit|escribió|scritto|scrive|escreveu|schreef|skrev"
    r"|napisała?|napisał\(a\)|pisze|написала?|пишет)(?!\w)|写道|寫道)",
    re.IGNORECASE,
)
_WITH_ADDRESS_OR_TIME = re.compile(r"\w@\w|(?<!\d)\d{1,2}[:.]\d\d(?!\d)")
_EMPTY = re.compile(r"\n\s*\n")
_WORD = re.compile(r"\w+")
_ABOVE = re.compile(  # below it Outlook and others quote a whole mail, without marks
    r"^[^\S\n]*(?:"
    r"-{3,}[^\S\n]*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|"
    r"Mensaje original|Messaggio originale|Oorspronkelijk bericht|Originalmeddelande|"
    r"Исходное сообщение|原始邮件)[^\S\n]*-{3,}[^\S\n]*\n"
    r"|(?:(?<=\n\n)|(?<=[_-]\n))(?=\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|发件人|差出人)[^\S\n]?[:：].*\n"
    r"(?:[^\S\n]*\*?\w[\w -]{0,20}[:：].*\n){1,4}?"
    r"[^\S\n]*\*?(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Ämne|Emne|Temat|Тема|主题|件名)"
    r"[^\S\n]?[:：]))",
    re.MULTILINE | re.IGNORECASE,
)


def marked(body: str) -> str:
    """A mail's text, with marks also before what Outlook quotes without."""
    above = _ABOVE.search(body)
    if above is None or len(_WORD.findall(body[: above.start()])) < FEWEST_OWN:
        return body
    return body[: above.end()] + quoted(body[above.end() :])


def is_attribution(said: str) -> bool:
    """Whether a paragraph is what a mail program puts above what it quotes, which it may break into
    lines: "On Fri, 3 May 2024 at 9:30, Ann Berg <ann@x.example> wrote:". Without an address and a
    time it may be a sentence."""
    said = said.strip()
    return (
        said.endswith((":", "："))
        and _LINES_OF_MAIL.fullmatch(said) is not None
        and _WROTE.search(said) is not None
        and any(map(str.isdigit, said))
        and _WITH_ADDRESS_OR_TIME.search(said) is not None
    )


def quoted(text: str, times: int = 1) -> str:
    """``text`` with marks before its lines."""
    lines = text.splitlines(keepends=True)
    return "".join(QUOTE * times + line if line.strip() else line for line in lines)


def quotations(text: str, start: int) -> list[Block]:
    """What ``text`` quotes from ``start`` on: paragraphs whose lines were quoted as often. None
    where hardly anything else is said."""
    found = [Block(begin, end, "quote") for begin, end in _runs(text, start)]
    own = len(_WORD.findall(without(text, found))) - len(_WORD.findall(text[:start]))
    return found if own >= FEWEST_OWN else []


def _runs(text: str, start: int) -> Iterator[tuple[int, int]]:
    def lines() -> Iterator[tuple[int, int, int]]:
        at = start
        for line in text[start:].splitlines(keepends=True):
            marks = MARKS.match(line)
            says_something = marks is not None and line[marks.end() :].strip()
            yield marks[0].count(">") if marks and says_something else 0, at, at + len(line)
            at += len(line)

    for depth, run in groupby(lines(), key=lambda line: line[0]):
        spans = list(run)
        if depth:
            begin, end = spans[0][1], spans[-1][2]
            yield begin, begin + len(text[begin:end].rstrip())


def without(text: str, blocks: Iterable[Block], start: int = 0) -> str:
    """``text``, which begins at ``start``, without the quotations among ``blocks``, and without
    the empty lines that are quoted."""
    kept, at = [], 0
    for block in _quoted(blocks, start, start + len(text)):
        kept.append(text[at : max(block.start - start, at)])
        at = max(block.end - start, at)
    return _EMPTY.sub("\n\n", MARKS.sub("", "".join([*kept, text[at:]])))


def own_part(text: str, blocks: Sequence[Block], start: int) -> str | None:
    """:func:`without`; None if ``text`` quotes nothing."""
    quotes = any(_quoted(blocks, start, start + len(text)))
    return without(text, blocks, start).strip() if quotes else None


def _quoted(blocks: Iterable[Block], start: int, end: int) -> Iterator[Block]:
    return (b for b in blocks if b.kind in ("quote", "copy") and b.start < end and b.end > start)


def unmarked(text: str) -> str:
    """``text`` with blanks for its marks, so that places in it stay."""
    return MARKS.sub(lambda marks: " " * len(marks[0]), text)
