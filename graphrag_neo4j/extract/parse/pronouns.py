"""Which names the pronouns of a parsed sentence stand for, where that is clear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.parse.phrases import Mention
from graphrag_neo4j.extract.rules.coreference import Coreference

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def pronoun_mentions(
    parse: Doc, mentions: Sequence[Mention], coreference: Coreference
) -> list[Mention]:
    """``mentions`` and the pronouns that stand for a name.

    A pronoun is the subject of a clause before it in its sentence, else the one that fits there,
    else what the sentences before were about.
    """
    found = list(mentions)
    if coreference.resolved is not None:
        start, end, name = coreference.resolved
        span = parse.char_span(start, end, alignment_mode="expand")
        if span is not None and not _is_taken(found, span.start):
            found.append(Mention(span.start, span.start + 1, name))
    for token in parse:
        if token.tag_ not in ("PRP", "PRP$") or _is_taken(found, token.i):
            continue
        if (
            token.lower_ in ("him", "them", "her")
            and token.tag_ == "PRP"
            and (own := _subject_of(token, found))
        ):
            # what one does to "him" is not done to oneself
            name = coreference.who(token.lower_)
            if name and name != own:
                found.append(Mention(token.i, token.i + 1, name))
            continue
        name = _in_sentence(token, found, coreference) or (
            "" if _is_empty_it(token) else coreference.who(token.lower_)
        )
        if name:
            found.append(Mention(token.i, token.i + 1, name))
    coreference.note([(mention.name, _is_subject(parse, mention)) for mention in found])
    return sorted(found, key=lambda mention: mention.first)


def _is_taken(mentions: Sequence[Mention], place: int) -> bool:
    return any(mention.first <= place < mention.last for mention in mentions)


def _subject_of(token: Token, mentions: Sequence[Mention]) -> str:
    """The name of who does what is done to ``token``, or ""."""
    verb = next((a for a in token.ancestors if a.pos_ in ("VERB", "AUX")), None)
    if verb is None:
        return ""
    places = {child.i for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")}
    return next((m.name for m in mentions if not places.isdisjoint(range(m.first, m.last))), "")


def _is_empty_it(token: Token) -> bool:
    """ "It is clear that …" """
    return token.lower_ == "it" and any(
        child.dep_ in ("ccomp", "xcomp", "acomp", "csubj") for child in token.head.children
    )


def _in_sentence(token: Token, mentions: Sequence[Mention], coreference: Coreference) -> str:
    if _is_empty_it(token):
        return ""
    before = [m for m in mentions if m.last <= token.i and coreference.fits(m.name, token.lower_)]
    doc = token.doc
    subjects = [m for m in before if _is_subject(doc, m)]
    if subjects:
        names = dict.fromkeys(m.name for m in subjects)
        return next(iter(names)) if len(names) == 1 else ""
    names = dict.fromkeys(m.name for m in before)
    return next(iter(names)) if len(names) == 1 else ""


def _is_subject(doc: Doc, mention: Mention) -> bool:
    return any(
        doc[place].dep_ in ("nsubj", "nsubjpass") for place in range(mention.first, mention.last)
    )
