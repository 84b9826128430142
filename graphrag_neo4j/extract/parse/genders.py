"""Whether a person is spoken of as "he" or as "she"."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.parse.phrases import Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc

WANTED = {
    **dict.fromkeys(("he", "him", "his"), "male"),
    **dict.fromkeys(("she", "her"), "female"),
    **dict.fromkeys(("it", "its"), "thing"),
    **dict.fromkeys(("they", "them", "their"), "group"),
}
"""What kind of name a pronoun stands for."""
_OFTEN = 2


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


def genders_of(
    parses: Sequence[Doc], mentions: Sequence[Sequence[Mention]], type_of: Callable[[str], str]
) -> dict[str, str]:
    """ "male" or "female" by name, where it is clear: whether "he" or "she" follows a person's name
    who is alone in a sentence, and "Mr." or "Mrs." stands before it."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for parse, here in zip(parses, mentions, strict=True):
        for mention in here:
            title = parse[mention.first - 1].lower_.rstrip(".") if mention.first else ""
            if title in ("mr", "mister", "sir", "lord"):
                votes[mention.name]["male"] += 3
            elif title in ("mrs", "ms", "miss", "lady"):
                votes[mention.name]["female"] += 3
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
