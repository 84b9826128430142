"""Who acts in a document without a name: "the clerk", "Scrooge's nephew", "the supplier".

A description that comes back and acts is an entity of its document. Where the document says of a
name what it is ("Sam Pell, the apprentice"; "Captain Rourke"; "Harbour Committee"), the
description stands for that name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, normal_form, type_map, word_set
from graphrag_neo4j.extract.parse.dialogue import Speech, attribution
from graphrag_neo4j.extract.parse.people_nouns import (
    GENERIC,
    GROUP,
    KIN,
    gender,
    group_nouns,
    is_person,
)
from graphrag_neo4j.extract.parse.phrases import NOUNS, Mention
from graphrag_neo4j.extract.parse.roles import ROLES, rank
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.parties import PARTIES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PLACES = bag(
    """
    room parlour kitchen bedroom chamber hall office counting-house warehouse shop tavern inn
    cellar attic house cottage mansion farm barn stable churchyard graveyard market yard garden
    quay pier deck ship library classroom school laboratory prison jail church hotel restaurant
    cafe pub factory mill street road bridge harbour harbor river lake forest village castle tower
    square station museum theatre theater lighthouse valley desert beach meadow camp ward
    """
)
"""Of these, too, there may be many in one text."""
_FIRMS = bag("company firm corporation group business manufacturer retailer startup")
_OTHERS = bag("other another new next second third former latter same last such")
_FIRST_HEADS = bag("river lake mount ministry university bank department bureau port cape")
"""These stand before what tells one from the other: "River Tarn"."""
_PREPOSITIONS = bag("of in on at for to from by with without under over near behind after before")
_WIDE = _FIRMS | bag("house use world work time wind")
"""Too many things are one, to be what was named by it."""
_DEFINITE = bag("the this that")
_WHERE = bag("at in near on over")
_DAYS = ("DATE", "TIME")
_WHEREABOUTS = ("GPE", "LOC", "NORP")
_FEW_TIMES = 2
_NEAR = 20  # sentences

PLACE = "LOCATION"


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast. ``holder``: whose ``noun`` it is, if the text says so."""

    name: str
    noun: str
    type: str
    holder: str = ""

    @property
    def kind(self) -> str:
        """What pronouns fit."""
        kinds = {GROUP: "group", PLACE: "thing"}
        return kinds.get(self.type) or gender(self.noun)


def is_definite(noun: Token) -> bool:
    """Whether "the" or the like stands before a noun, and nothing that tells it from others."""
    words = {child.lower_ for child in noun.lefts}
    return not words.isdisjoint(_DEFINITE) and words.isdisjoint(_OTHERS)


def is_told_apart(noun: Token) -> bool:
    """Whether it is said which one is meant: "the man who…", "the value of our rights"."""
    return any(c.dep_ in ("relcl", "acl") or c.lower_ == "of" for c in noun.children)


def holder_of(noun: Token) -> Token | None:
    """Whose a noun is: the word in the possessive before it."""
    return next((child for child in noun.lefts if child.dep_ == "poss"), None)


def kinds_before(noun: Token) -> Iterator[Token]:
    """The words before a noun that tell which kind it is of, or whose: "sales manager", "Kestrel
    company"; the name of a place says only where."""
    for child in noun.lefts:
        is_kind = child.dep_ == "compound" or (child.dep_ == "amod" and child.text[0].isupper())
        if is_kind and child.ent_type_ not in _WHEREABOUTS:
            yield child


class Cast:
    """The cast of one document. ``title``: tells its own from those of others."""

    def __init__(
        self,
        title: str,
        parses: Sequence[Doc],
        mentions: Sequence[Sequence[Mention]],
        speeches: Sequence[Speech],
        type_of: Callable[[str], str],
    ) -> None:
        self._title = " ".join(title.split())
        self._type_of = type_of
        self._names: defaultdict[str, list[str]] = defaultdict(list)  # noun -> who is one
        self._ranks: defaultdict[tuple[str, str], set[str]] = defaultdict(set)  # noun, name
        self._told: defaultdict[str, set[str]] = defaultdict(set)  # name -> its kind and place
        self._held: dict[tuple[str, str], str] = {}  # noun, holder -> name
        self._definite: defaultdict[str, list[int]] = defaultdict(list)
        self._acts: Counter[str] = Counter()
        self._speaks: Counter[str] = Counter()
        self._holders: defaultdict[str, defaultdict[str, set[tuple[int, int]]]]
        self._holders = defaultdict(lambda: defaultdict(set))
        self._members: dict[tuple[str, str], Member] = {}
        self._said: dict[tuple[int, int], str] = {}  # sentence, place of a noun -> name
        for index, (parse, here) in enumerate(zip(parses, mentions, strict=True)):
            self._meet(index, parse, here, speeches[index])

    def members(self) -> Iterator[Member]:
        """Those without a name that descriptions were read as."""
        yield from self._members.values()

    def kind_of(self, name: str) -> str:
        """What pronouns fit a member of the cast; "" of other names."""
        return next((one.kind for one in self.members() if one.name == name), "")

    def hold(self, index: int, noun: Token, holder: str) -> None:
        """Note that the text speaks of somebody's ``noun``."""
        self._holders[noun.lower_][holder].add((index, noun.i))

    def beside(self, index: int, noun: Token) -> str:
        """The name that its own sentence gives to a noun: "her grandson, Peter"."""
        return self._said.get((index, noun.i), "")

    def hold_name(self, noun: str, holder: str, name: str) -> None:
        """Note that ``name`` is somebody's ``noun``."""
        self._held[noun, holder] = name

    def named(self, noun: str) -> list[str]:
        """The names of the document that a noun is said of, in their order."""
        return list(dict.fromkeys(self._names.get(noun, ())))

    def may_be(self, name: str, noun: Token) -> bool:
        """Whether nothing beside a noun tells it from what has the name: "the swing bridge at
        Dunster Quay" is Fallow Bridge only where the document says that this one swings there.
        Somebody may be anywhere, but "the sales manager" is no other manager, and the deputy
        mayor is not "the mayor"."""
        ranks = self._ranks.get((noun.lower_, name))
        if ranks and ranks.isdisjoint(("", _rank_of(noun))):
            return False
        known = self._told[name].union(normal_form(name).split())
        is_person = self._type_of(name) == PERSON
        told = {one.lower_ for one in kinds_before(noun)} if is_person else _told_beside(noun)
        return told <= known

    def held(self, noun: str, holder: str) -> str:
        """The name of somebody's ``noun``, or of the member of the cast that it is, or ""."""
        if name := self._held.get((noun, holder)):
            return name
        if not is_person(noun) or noun in GENERIC or holder.endswith(")"):
            return ""
        if not self._recurs(noun) or len(self._holders[noun][holder]) < _FEW_TIMES:
            return ""
        name = f"{holder}'s {noun}"
        return self._member(Member(name, noun, PERSON, holder)).name

    def defined(self, noun: str, index: int) -> str:
        """The member of the cast that "the <noun>" is, or ""."""
        is_known = is_person(noun) or noun in group_nouns()
        if noun in _PLACES:
            return self._place(noun, index)
        if not is_known and self._speaks[noun] < _FEW_TIMES:
            return ""
        if not self._recurs(noun):
            return ""
        holders = Counter({who: len(at) for who, at in self._holders[noun].items()}).most_common(2)
        if holders and noun not in group_nouns():
            is_clear = len(holders) == 1 or holders[0][1] > _FEW_TIMES * holders[1][1]
            return self.held(noun, holders[0][0]) if is_clear else ""
        if noun in KIN or (noun in GENERIC and not self._is_in_scene(noun, index)):
            return ""
        return self._own(noun, GROUP if noun in group_nouns() else PERSON)

    def _place(self, noun: str, index: int) -> str:
        """Where people go, again and again."""
        return self._own(noun, PLACE) if self._is_in_scene(noun, index) else ""

    def _own(self, noun: str, type_: str) -> str:
        name = f"{noun} ({self._title})" if self._title else noun
        return self._member(Member(name, noun, type_)).name

    @staticmethod
    def is_firm(noun: str) -> bool:
        """Whether "the <noun>" is mostly an organisation that was named before."""
        return noun in _FIRMS

    def _member(self, member: Member) -> Member:
        return self._members.setdefault((member.noun, member.holder), member)

    def _recurs(self, noun: str) -> bool:
        times = len(self._definite[noun]) + sum(map(len, self._holders[noun].values()))
        acts = self._acts[noun]
        is_free = is_person(noun) and noun not in PARTIES
        return times >= _FEW_TIMES and acts >= (1 if is_free else _FEW_TIMES)

    def _is_in_scene(self, noun: str, index: int) -> bool:
        """Whether a sentence is one of those, near one another, that speak most of "the man":
        further off, it is another man."""
        scenes: list[list[int]] = []
        for place in self._definite[noun]:
            if scenes and place - scenes[-1][-1] <= _NEAR:
                scenes[-1].append(place)
            else:
                scenes.append([place])
        largest = max(scenes, key=len, default=[])
        return index in largest and len(largest) > _FEW_TIMES

    def _meet(self, index: int, parse: Doc, mentions: Sequence[Mention], speech: Speech) -> None:
        at = {place: m for m in mentions for place in range(m.first, m.last)}
        said = attribution(parse, speech)
        for mention in mentions:
            self._meet_name(index, parse, mention, at)
        for token in parse:
            noun = token.lower_
            if token.pos_ not in NOUNS or token.i in at or token.tag_ in ("NNS", "NNPS"):
                continue
            if token.dep_ in ("compound", "amod", "nmod"):
                continue
            if is_definite(token):
                self._definite[noun].append(index)
            owner = holder_of(token)
            if owner is not None and owner.i in at:
                self.hold(index, token, at[owner.i].name)
            is_told = token.i not in speech.quoted
            if token.dep_ == "nsubj" and token.head.pos_ == "VERB" and is_told:
                self._acts[noun] += 1
            if said is not None and said[1].i == token.i:
                self._speaks[noun] += 1
                self._acts[noun] += token.dep_ != "nsubj"

    def _meet_name(self, index: int, parse: Doc, mention: Mention, at: dict[int, Mention]) -> None:
        """What the sentence says that a name is."""
        head = mention.head(parse)
        if head_noun := self._head_noun(mention.name):
            words = normal_form(mention.name).split()
            self._name(head_noun, mention.name, rank(words[: words.index(head_noun)]))
        before = parse[mention.first - 1] if mention.first else None
        is_title = before is not None and before.text[:1].isupper() and before.lower_ in _titles()
        if before is not None and is_title and before.i not in at:
            self._name(before.lower_, mention.name, _rank_of(before))
        for noun in said_of(head):
            self._told[mention.name] |= _told_beside(noun)
            is_any = noun.dep_ == "attr" and noun.lower_ in GENERIC
            is_plural = head.tag_ == "NNPS" or noun.tag_ == "NNS"
            if noun.i in at or is_any or is_plural or not _says_what(noun.lower_):
                continue
            self._name(noun.lower_, mention.name, _rank_of(noun))
            if noun.dep_ != "attr":
                self._said[index, noun.i] = mention.name
            owner = holder_of(noun)
            if owner is not None and owner.i in at:
                self._held[noun.lower_, at[owner.i].name] = mention.name

    def _name(self, noun: str, name: str, rank: str) -> None:
        self._names[noun].append(name)
        self._ranks[noun, name].add(rank)

    def _head_noun(self, name: str) -> str:
        """What a name itself calls it: Captain Rourke, Harbour Committee, River Tarn; or ""."""
        words = normal_form(name).split()
        if len(words) < 2:
            return ""
        if self._type_of(name) == PERSON:
            return words[0] if words[0] in _titles() else ""
        place = next((i for i, word in enumerate(words) if word in _PREPOSITIONS), len(words))
        if place == 0 or (words[place:] and words[place] != "of"):
            return ""  # "Water in the Cellar" is no cellar
        noun = words[0] if words[0] in _FIRST_HEADS else words[place - 1]
        return "" if noun in _WIDE else noun


@cache
def _titles() -> frozenset[str]:
    return ROLES | word_set("names", "title")


def _rank_of(noun: Token) -> str:
    return rank([word.lower_ for word in noun.doc[max(noun.i - 2, 0) : noun.i]])


def _says_what(noun: str) -> bool:
    """Whether a noun says what kind of thing or person it is."""
    return noun in ROLES or is_person(noun) or noun in type_map("definition")


def _told_beside(noun: Token) -> set[str]:
    """The kind and the place that tell one thing from others: "swing" and "quay" of "the swing
    bridge at Dunster Quay"."""
    kinds = {child.lower_ for child in noun.lefts if child.dep_ == "compound"}
    below = (prep for prep in noun.rights if prep.dep_ == "prep" and prep.lower_ in _WHERE)
    places = (child for prep in below for child in prep.children if child.dep_ == "pobj")
    named = {one.lower_ for one in places if one.pos_ == "PROPN" and one.ent_type_ not in _DAYS}
    return kinds | named


def said_of(head: Token) -> Iterator[Token]:
    """Nouns that stand beside a name or are said of it: "X, a clerk", "the clerk X", "X is a
    clerk", "a clerk called X"."""
    for child in head.children:
        if child.dep_ == "appos" and child.pos_ in NOUNS:
            yield child
    above = head.head
    if head.dep_ == "appos" and above.pos_ in NOUNS:
        yield above
    if head.dep_ == "nsubj" and above.lemma_ == "be":
        yield from (c for c in above.children if c.dep_ == "attr" and c.pos_ == "NOUN")
    if head.dep_ == "oprd" and above.lower_ in ("called", "named") and above.dep_ == "acl":
        yield above.head
        subjects = (c for c in above.head.head.children if c.dep_ in ("nsubj", "nsubjpass"))
        yield from (c for c in subjects if c.i < above.head.i and above.head.dep_ == c.dep_)
        if above.head.dep_ == "appos":
            yield above.head.head
    for child in head.lefts:
        if child.dep_ in ("compound", "nmod") and child.pos_ == "NOUN":
            yield child
