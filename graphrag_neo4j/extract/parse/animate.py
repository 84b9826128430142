"""Which common nouns of a text "he" and "she" may stand for: people, and animals.

More than the nouns that are known for a person's: a noun that ends as those for what people do
("auctioneer"), and one that says, asks or wants. They make no entity;
they only stand between a pronoun and a name further off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.people_nouns import KIN, gender, is_person

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ANIMAL = "animal"
"""The kind of what may be "he", "she" and "it"."""
_ANIMALS = bag(
    """
    animal bear beast bird bull calf cat chick cock cow crow deer dog dolphin donkey dragon duck
    eagle elephant ewe falcon fawn ferret foal fox frog goat goose hamster hare hawk hedgehog hen
    heron horse hound kitten lamb lion lynx magpie mare mole monkey mouse mule otter owl ox parrot
    pig pony pup puppy rabbit ram rat raven robin rooster seal sheep sow sparrow spider squirrel
    stag stallion stork swan tiger toad tortoise turkey turtle vixen weasel whale wolf
    """
)
_MORE_PEOPLE = bag(
    """
    notary chaplain cooper dentist surgeon thief orphan pirate knight rogue hermit vagabond tramp
    mate crone hag heir heiress bachelor spinster fiancé fiancée
    """
)
_ENDS = ("eer", "ist", "ian", "smith", "wright", "monger", "keeper")
_AGENTS = ("er", "or")
_HUMAN_VERBS = bag(
    """
    say ask tell reply answer think know want wish hope believe remember forget smile laugh nod
    grin frown weep cry whisper shout mutter promise refuse decide agree marry sigh shrug listen
    """
)
_THINGS = bag(
    """
    beer boiler border career center centre chapter cheer cist color colour computer corner
    counter dinner door drawer elevator error factor fever finger fist floor flower gist hammer
    harbor harbour humor humour ladder layer letter list matter meter mirror mist monster motor
    number order other paper power printer processor reactor river sensor server shoulder shower
    sister sneer spider summer supper theater tower tractor twist vector veneer waist water
    weather whisper winter wrist
    """
)


_OFTEN = 2
"""Of so many times one at least: "the air sighed" makes nobody of air."""


class Animate:
    """The nouns of a document that are said to say, think or feel, and those known anyway."""

    def __init__(self, parses: Iterable[Doc]) -> None:
        times, acts = Counter[str](), Counter[str]()
        for token in chain.from_iterable(parses):
            if token.pos_ == "NOUN" and token.tag_ == "NN":
                times[token.lower_] += 1
                acts[token.lower_] += _acts_as_person(token)
        self._acting = frozenset(noun for noun, n in acts.items() if _OFTEN * n >= times[noun])

    def kind(self, noun: Token) -> str:
        """What pronouns fit a noun in the singular that is no name: male, female, person, animal;
        "" of a thing."""
        word = noun.lower_
        if noun.pos_ == "PROPN" and word != noun.text and word not in KIN:  # "King" is no king
            return "person" if noun.ent_type_ == "PERSON" else ""
        if is_person(word):
            return gender(word)
        if in_law := _in_law(noun):
            return gender(in_law)
        if word in _ANIMALS:
            return ANIMAL
        is_called = word.endswith(_ENDS) and word not in _THINGS
        is_animate = is_called or word in _MORE_PEOPLE or word in self._acting
        return "person" if is_animate else ""


def _acts_as_person(noun: Token) -> bool:
    """Whether it says, thinks or feels, or does something and ends as "brewer" does."""
    if noun.dep_ != "nsubj" or noun.head.pos_ != "VERB":
        return False
    is_agent = noun.lower_.endswith(_AGENTS) and noun.lower_ not in _THINGS
    has_object = any(child.dep_ == "dobj" for child in noun.head.children)
    return noun.head.lemma_ in _HUMAN_VERBS or (is_agent and has_object)


def _in_law(noun: Token) -> str:
    """ "mother" of "mother-in-law", be it one word of a parse or several."""
    if noun.lower_.endswith("-in-law"):
        return noun.lower_.removesuffix("-in-law")
    before = noun.doc[max(noun.i - 4, 0) : noun.i]
    is_law = noun.lower_ == "law" and [word.text for word in before[1:]] == ["-", "in", "-"]
    return before[0].lower_ if is_law else ""
