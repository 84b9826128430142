"""Whom an entry of a list is about, which begins with a name and goes on without it.

"TULL, Mary, 66, of Mill Lane. Kept geese in a flat. Fined 90 pounds.": as in lists of a court,
notices of deaths, staff lists. Or with what it sets in bold and tells of: "**relay** sends mail.
Go, port 80." Only where two such entries follow each other: prose may begin so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from graphrag_neo4j.extract.lexicon import PARTICIPLE, PAST, THIRD, bag, verb_forms
from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.extract.rules.repeated import Said, begins_block

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ]"
_NAME_WORD = rf"{_CAPITAL}[\w'’.&-]{{0,30}}"
_PARTICLES = r"(?: (?:de|du|la|van|von|der|of|and|the)){0,2}"
_HEAD = re.compile(
    rf"(?P<name>{_NAME_WORD}(?:{_PARTICLES} {_NAME_WORD}){{1,5}})(?=, )"
    rf"|(?P<family>{_CAPITAL}(?:{_CAPITAL}|['’-]){{1,20}}, {_CAPITAL}[^.,;:\n]{{0,40}})"
)
"""A name of several words before a comma, or a surname in capitals and who of that name."""
_BOLD = re.compile(
    r"(?P<mark>\*\*|__)(?P<name>[^\W_][^*_\n]{0,60})(?P=mark) (?P<verb>[a-z]{2,20})\b"
)
"""The subject of a sentence."""
_BEGINS = re.compile(rf"{_NAME_WORD}(?:{_PARTICLES} {_NAME_WORD}){{0,5}}, ")
"""A name of any number of words; it may be what another line is about."""
_OTHERS = bag("i you he she it we they who what there this that these those nobody everybody")
_AUXILIARIES = bag(
    """
    am is are was were has have had do does did will would can could may might must shall should
    """
)
_OF_STATE = bag("aged born retired married named")
"""Participles that say what somebody is, as "Mary Tull, aged 66" does."""
_WORDS = re.compile(r"\b[^\W\d_]+\b")
_MARKS = re.compile(r"[*_`]+")
_MODIFIER = re.compile(r"\b(?:(?:no|an?|the|of|for|with) )+\w+")
"""What is said before a noun: "of no fixed address"."""
_NEAR = 4  # words in which a verb stands behind its subject
_LONGEST = 150  # characters of the sentence with the name
_IN_A_ROW = 2

_Block = list[tuple[Said, int]]
"""The sentences of a paragraph or an item, with its number."""


def entries(text: str, said: Sequence[Said]) -> Iterator[str]:
    """For each sentence of ``text``, in order, the name that its entry begins with if it has no
    subject of its own; else ""."""
    numbered = _numbered(text, sorted(set(said)))
    blocks = [list(block) for _, block in groupby(numbered, key=lambda one: one[1])]
    found: dict[Said, str] = {}
    for is_entry, group in groupby(blocks, key=lambda block: bool(_name(block))):
        row = list(group)
        if is_entry and len(row) >= _IN_A_ROW:
            found |= {one: _name(block) for block in row for one, _ in block[1:]}
    return (found[one] if one in found and _lacks_subject(one[1]) else "" for one in said)


def _numbered(text: str, said: Sequence[Said]) -> Iterator[tuple[Said, int]]:
    number, end = 0, 0
    for (start, stop), words in said:
        number += begins_block(text, end, start) or _begins_entry(text[end:start], words)
        yield ((start, stop), words), number
        end = stop


def _begins_entry(gap: str, words: str) -> bool:
    """Whether a sentence begins a line, as an entry does in a list without blank lines."""
    return "\n" in gap and _BEGINS.match(_plain(words)) is not None


def _plain(words: str) -> str:
    """A sentence without the mark of its item, and without Markdown's."""
    mark = LIST_MARK.match(words)
    return _MARKS.sub("", words[mark.end() if mark else 0 :])


def _name(block: _Block) -> str:
    """The name that the first of several sentences begins with, if it says nothing of it in a
    clause or the name is set in capitals; else ""."""
    (_, words), _ = block[0]
    if name := bold_subject(words):
        return name if len(block) > 1 else ""
    words = _plain(words)
    head = _HEAD.match(words)
    if head is None or len(block) < 2 or len(words) > _LONGEST:
        return ""
    name = head[0].strip()
    is_set_apart = bool(head["family"]) or name.isupper()
    rest = _words(_MODIFIER.sub(" ", words[head.end() :]))
    return name if is_set_apart or not any(map(_may_be_finite, rest)) else ""


def _lacks_subject(sentence: str) -> bool:
    """Whether no verb has a subject before it."""
    words = _words(sentence)
    if len(words) > 1 and words[0].endswith("ly"):
        del words[0]  # "Dearly loved husband of Ida."
    if not words or words[0] in _OTHERS:
        return False
    if _may_be_finite(words[0]):
        return True
    near = _words(sentence.partition(",")[0])[1:_NEAR]  # "Ten weeks, suspended."
    return not any(map(_may_be_finite, near)) and not any(map(_is_finite, words[1:]))


def bold_subject(words: str) -> str:
    """What a sentence sets in bold and tells something of right behind; "" without it."""
    mark = LIST_MARK.match(words)
    bold = _BOLD.match(words, mark.end() if mark else 0)
    if bold is None:
        return ""
    is_verb = bold["verb"] in _AUXILIARIES or verb_forms().get(bold["verb"], 0) & (PAST | THIRD)
    return bold["name"].strip() if is_verb else ""


def _words(text: str) -> list[str]:
    """Its words, the first in small letters: "May" is no verb further on."""
    first, *others = _WORDS.findall(text) or [""]
    return [first.lower(), *others] if first else []


def _may_be_finite(word: str) -> bool:
    forms = verb_forms().get(word, 0)
    return word not in _OF_STATE and (bool(forms & PAST) or word in _AUXILIARIES)


def _is_finite(word: str) -> bool:
    """Whether it is the verb of a clause whatever stands beside it: "drove", not "fined"."""
    forms = verb_forms().get(word, 0)
    return word in _AUXILIARIES or bool(forms & PAST and not forms & PARTICIPLE)
