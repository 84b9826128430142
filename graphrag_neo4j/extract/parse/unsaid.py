"""Sentences of a note about a person that leave the person out: "Worked in the mill from 1911."

Only a finite verb that begins its sentence tells so, at the beginning of a paragraph or after a
sentence about the same person. And whom only a heading names, so that "she" may always be her.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import PARTICIPLE, bag, plain_words, verb_forms
from graphrag_neo4j.extract.parse.dialogue import Speech
from graphrag_neo4j.extract.parse.phrases import Mention
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.model import UNKNOWN_TYPE, Document

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_WORDS_OF_NAME = (2, 4)
_HEADED = re.compile(r"(?P<name>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){1,3})(?:[,:]| [–—-]|$)")
"""A name before what else a heading says: "Ann Berg, notes", "Ann Berg – interview"."""
_WITHOUT_OBJECT = bag(
    """
    work live stay dwell reside move return retire die study serve travel emigrate graduate come go
    arrive sing speak belong fight preach
    """
)
"""Verbs whose past is no participle of what was done to somebody, as "published" may be."""


def person_of(document: Document, type_of: Callable[[str], str]) -> str:
    """The one person that a document is about by its title, or ""."""
    title = " ".join(document.title.split())
    words = title.split()
    if not _WORDS_OF_NAME[0] <= len(words) <= _WORDS_OF_NAME[1]:
        return ""
    is_written = words[0].lower() in given_names() and all(w[0].isupper() for w in words[1:])
    is_plain = words[-1].lower() in plain_words()  # "Victoria Station"
    type_ = type_of(title)
    if not is_written or type_ not in (PERSON, UNKNOWN_TYPE) or (is_plain and type_ != PERSON):
        return ""
    others = {heading.title for heading in document.headings} - {title}
    return "" if any(type_of(other) == PERSON for other in others) else title


def headed_person(document: Document, named: Collection[str]) -> str:
    """Whom alone the title or a heading names, and the text never in full; ``named``: by the text.
    In notes on somebody that is whom most "she" are about."""
    headings = [document.title, *(heading.title for heading in document.headings)]
    heads = [_HEADED.match(" ".join(heading.split())) for heading in headings]
    found = {head["name"] for head in heads if head is not None and _is_called(head["name"])}
    return found.pop() if len(found) == 1 and found.isdisjoint(named) else ""


def _is_called(name: str) -> bool:
    """Whether it is a person's name, by the first word and the capitals."""
    words = name.split()
    is_plain = words[-1].lower() in plain_words()
    return words[0].lower() in given_names() and all(w[0].isupper() for w in words) and not is_plain


def left_out(
    parses: Sequence[Doc],
    speeches: Sequence[Speech],
    mentions: Sequence[Sequence[Mention]],
    person: str,
) -> Iterator[tuple[int, Token]]:
    """The sentences that leave the ``person`` out, and their verbs."""
    is_about, paragraph = True, -1
    for index, (parse, speech) in enumerate(zip(parses, speeches, strict=True)):
        is_about = is_about or speech.paragraph != paragraph
        paragraph = speech.paragraph
        verb = None if speech.quoted or speech.named else _opening_verb(parse)
        is_named = verb is not None and any(m.first == verb.i for m in mentions[index])
        if verb is not None and is_about and not is_named:
            yield index, verb
        else:
            is_about = _goes_on(parse, mentions[index], person, is_about=is_about)


def _opening_verb(parse: Doc) -> Token | None:
    """The finite verb that begins a sentence and has no subject."""
    words = [token for token in parse if any(map(str.isalnum, token.text))]
    if len(words) < 2 or words[0].dep_ != "ROOT" or words[0].pos_ != "VERB" or "?" in parse.text:
        return None
    verb = words[0]
    if any(c.dep_ in ("nsubj", "nsubjpass", "csubj", "expl", "agent") for c in verb.children):
        return None
    return verb if verb.tag_ == "VBZ" or _is_past(verb) else None


def _is_past(verb: Token) -> bool:
    """Whether it is what somebody did: "Married Otto", "Lived in Oslo", not "Published in May"."""
    if verb.tag_ not in ("VBD", "VBN"):
        return False
    has_object = any(child.dep_ == "dobj" for child in verb.children)
    is_participle = bool(verb_forms().get(verb.lower_, PARTICIPLE) & PARTICIPLE)
    return has_object or not is_participle or verb.lemma_.lower() in _WITHOUT_OBJECT


def _goes_on(parse: Doc, mentions: Sequence[Mention], person: str, *, is_about: bool) -> bool:
    """Whether the text is still about the person after a sentence, by the subject of that."""
    at = {place: m.name for m in mentions for place in range(m.first, m.last)}
    subject = next((token for token in parse if token.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or subject.lower_ in ("he", "she"):
        return is_about
    return at.get(subject.i) == person
