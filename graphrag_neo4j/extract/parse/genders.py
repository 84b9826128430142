"""Whether a person is spoken of as "he" or as "she"."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import word_set
from graphrag_neo4j.extract.parse.cast import said_of
from graphrag_neo4j.extract.parse.people_nouns import gender
from graphrag_neo4j.extract.parse.phrases import Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

WANTED = {
    **dict.fromkeys(("he", "him", "his"), "male"),
    **dict.fromkeys(("she", "her"), "female"),
    **dict.fromkeys(("it", "its"), "thing"),
    **dict.fromkeys(("they", "them", "their"), "group"),
}
"""What kind of name a pronoun stands for."""
_OFTEN = 2
_SURE = 3


def spoken_of(
    parses: Sequence[Doc],
    mentions: Sequence[Sequence[Mention]],
    name: str,
    type_of: Callable[[str], str],
    often: int = _OFTEN,
) -> str:
    """ "male" or "female", if "he" or "she" follows a name ``often`` where a sentence has nobody
    else before it, and never "its": whatever it looks like, it is a person's; else ""."""
    votes: Counter[str] = Counter()
    for parse, here in zip(parses, mentions, strict=True):
        people = [m for m in here if m.name == name or type_of(m.name) == "PERSON"]
        if not people or people[0].name != name:
            continue
        until = next((m.first for m in people if m.name != name), len(parse))
        votes.update(
            "thing" if token.lower_ in ("its", "itself") else WANTED.get(token.lower_, "")
            for token in parse[people[0].last : until]
            if token.lower_ != "it"
        )
    best = "male" if votes["male"] > votes["female"] else "female"
    other = votes["male"] + votes["female"] - votes[best]
    is_clear = votes[best] >= often and votes[best] > 2 * other and not votes["thing"]
    return best if is_clear else ""


def _gender_beside(parse: Doc, mention: Mention) -> str:
    """ "male" or "female", if "Mr.", "Father" or a noun ("her niece Ann") beside a name says so."""
    before = parse[mention.first - 1] if mention.first else None
    if before is not None and before.text[:1].isupper():
        title = before.lower_.rstrip(".")
        for kind in ("male", "female"):
            if title in word_set("names", f"{kind}_title"):
                return kind
    nouns = [noun for noun in said_of(mention.head(parse)) if noun.tag_ == "NN"]
    kinds = {gender(noun.lower_) for noun in nouns if not _is_of_another(noun, mention)}
    kinds.discard("person")
    return kinds.pop() if len(kinds) == 1 else ""


def _is_of_another(noun: Token, mention: Mention) -> bool:
    """Whether more than a comma parts them: "the poet Kai and the actress Shay"."""
    first, last = sorted((noun.i, mention.first))
    return any(token.dep_ in ("cc", "prep") for token in noun.doc[first:last])


def genders_beside(
    parses: Sequence[Doc], mentions: Sequence[Sequence[Mention]]
) -> defaultdict[str, Counter[str]]:
    """Votes of "Mr.", "Father" and nouns ("her niece Ann") beside names."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for parse, here in zip(parses, mentions, strict=True):
        for mention in here:
            if kind := _gender_beside(parse, mention):
                votes[mention.name][kind] += _SURE
    return votes


def genders_of(
    parses: Sequence[Doc],
    mentions: Sequence[Sequence[Mention]],
    type_of: Callable[[str], str],
    beside: Mapping[str, Counter[str]],
) -> dict[str, str]:
    """ "male" or "female" by name, where it is clear: whether "he" or "she" follows a person's name
    who is alone in a sentence, and what stands ``beside`` it (:func:`genders_beside`)."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    votes.update((name, Counter(told)) for name, told in beside.items())
    for parse, here in zip(parses, mentions, strict=True):
        persons = {m.name for m in here if type_of(m.name) == "PERSON"}
        if len(persons) != 1:
            continue
        name = next(iter(persons))
        first = min(m.first for m in here if m.name == name)
        for token in parse[first:]:
            wanted = WANTED.get(token.lower_)
            if wanted in ("male", "female"):
                votes[name][wanted] += 1
    return {
        name: found[0][0]
        for name, votes_of in votes.items()
        if (found := votes_of.most_common(2))
        and found[0][1] > 1
        and (len(found) == 1 or found[0][1] > 2 * found[1][1])
    }
