"""Words of a letter, a book or a sign that a text gives without marks of quotation.

"Dear child, it said, the lamp is dark." and "He had written: Counted 131." go on to the end of
their paragraph; who is named there is not whom the story around tells of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.dialogue import Speech

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SAYS = bag("say run read go write begin continue end")
_WRITES = bag("write read run scribble note scrawl")
_WRITTEN = bag(
    """
    it letter note message telegram postcard card sign poster page diary journal will inscription
    paper parchment scroll plaque label testament
    """
)


def written_words(parses: Sequence[Doc], speeches: Sequence[Speech]) -> list[int]:
    """Of each sentence, the place from which on it is of something written; its length if none of
    it is."""
    found: list[int] = []
    paragraph = -1
    for parse, speech in zip(parses, speeches, strict=True):
        if speech.paragraph == paragraph:
            found.append(0)
            continue
        paragraph = -1
        start = len(parse) if speech.has_marks or speech.named else _begins(parse)
        if start < len(parse):
            paragraph = speech.paragraph
        found.append(start)
    return found


def _begins(parse: Doc) -> int:
    """Where written words begin in a sentence."""
    for verb in parse:
        if verb.lemma_ in _SAYS and _is_inserted(verb):
            return 0
        if verb.lemma_ in _WRITES and verb.pos_ == "VERB" and verb.i + 2 < len(parse):
            after = parse[verb.i + 1]
            if after.text == ":" and any(child.dep_ == "nsubj" for child in verb.children):
                return after.i + 1
    return len(parse)


def _is_inserted(verb: Token) -> bool:
    """Whether "it said" stands between commas, or behind one at the end."""
    subject = verb.doc[verb.i - 1] if verb.i else verb
    if subject.lower_ not in _WRITTEN or verb.i + 1 >= len(verb.doc):
        return False
    opens = subject.i - 1
    while opens > 0 and verb.doc[opens].pos_ in ("DET", "ADJ"):
        opens -= 1
    return opens > 0 and verb.doc[opens].text == "," and verb.nbor(1).text in (",", ".", ":")
