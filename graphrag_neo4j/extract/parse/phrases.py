"""A parsed sentence with its names: which name a noun phrase stands for, and its words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.negation import is_none

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NOUNS = frozenset({"NOUN", "PROPN"})
_LONGEST_LIST = 12  # members
_ASIDE = frozenset(
    {"relcl", "acl", "appos", "parataxis", "preconj", "punct", "advcl", "cc", "conj"}
)
"""Dependents that say something beside the noun phrase."""
_NAMED_BY_OF = bag(
    """
    city town village state county province district region island river lake kingdom republic
    month year
    """
)
"""What follows "of" is their name; a group, a book or a ship of somebody has another."""
_FIRMS = bag("company firm")
_VALUES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
_EMPTY = bag(
    """
    i you he she it we they him her them me us himself herself itself themselves this that these
    those who which what there one so such same other others another all some any each both mine
    his hers theirs ours yours everything something nothing anything everyone someone anyone
    nobody everybody somebody anybody whoever whichever whatever whose
    """
)
_EMPTY_ALONE = bag("none neither either few many most")

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_LIKE_CODE = 3  # digits


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens ``[first, last)`` that name something, and its name in the document."""

    first: int
    last: int
    name: str

    def head(self, parse: Doc) -> Token:
        """The word of these on which the others depend; a noun where the last one is taken for a
        function word: "Uncle Per", "Aunt May"."""
        token = parse[self.last - 1]
        if token.pos_ in ("ADP", "AUX"):
            nouns = (one for one in parse[self.first : self.last] if one.pos_ in NOUNS)
            token = next(nouns, token)
        while token.head.i != token.i and self.first <= token.head.i < self.last:
            token = token.head
        return token


class ParsedSentence:
    """A parse, the names in it, and what "the film" stands for in its document."""

    def __init__(
        self,
        doc: Doc,
        mentions: Sequence[Mention],
        definite: Callable[[str], str],
        quoted: Collection[int] = (),
    ) -> None:
        self.doc = doc
        self.text = doc.text
        self.quoted = quoted
        """Places of words that stand between marks of quotation."""
        self.mentions = mentions
        self._definite = definite
        self._at = {place: m for m in mentions for place in range(m.first, m.last)}

    def with_mention(self, mention: Mention) -> ParsedSentence:
        """The same sentence with one name more."""
        mentions = [*self.mentions, mention]
        return ParsedSentence(self.doc, mentions, self._definite, self.quoted)

    def mention_at(self, token: Token) -> Mention | None:
        """The name that a token is part of."""
        return self._at.get(token.i)

    def name_of(self, head: Token) -> str:
        """The name that the noun phrase of ``head`` stands for, or ""; "no Falcon" is none."""
        mention = self._at.get(head.i)
        if mention is not None:
            is_other = self._goes_on(head, mention) or is_none(head)
            return mention.name if not is_other else ""
        if head.pos_ not in NOUNS:
            return ""
        name = self._definite(head.lower_) if self._is_definite(head) else ""
        return name if name and not self._is_said_of(name, head) else self._name_beside(head)

    def _is_said_of(self, name: str, noun: Token) -> bool:
        """Whether a noun is what ``name`` is said to be: "Ann Berg is the daughter of Tom"."""
        subjects = (c for c in noun.head.children if c.dep_ == "nsubj" and noun.dep_ == "attr")
        return any((named := self._at.get(c.i)) and named.name == name for c in subjects)

    def _name_beside(self, head: Token) -> str:
        """ "its CEO, Tim Cook", "the film Sundown", "the city of Velmar": the name."""
        for child in head.children:
            is_beside = child.dep_ == "appos" and not self._is_called(child)
            found = child if is_beside else _named_by_of(head, child)
            if found is not None and found.i > head.i and (named := self._at.get(found.i)):
                return named.name
        return ""

    def _is_called(self, token: Token) -> bool:
        """ "I have not the power, Ann." """
        mention = self._at.get(token.i)
        if token.i not in self.quoted or mention is None or mention.last >= len(self.doc):
            return False
        after = [word.text for word in self.doc[mention.last : mention.last + 2]]
        return after[0] in (".", "!", "?") or after in ([",", '"'], [",", "”"])

    def names_of(self, head: Token) -> list[str]:
        """The names of a noun phrase and of those that "and" joins to it."""
        found = (self.name_of(one) for one in members(head))
        return list(dict.fromkeys(filter(None, found)))[:_LONGEST_LIST]

    def holders(self, head: Token) -> list[str]:
        """The names in a possessive or compound, or :meth:`names_of`."""
        mention = self._at.get(head.i)
        is_within = mention is not None and head.dep_ in ("poss", "compound")
        return [mention.name] if mention and is_within else self.names_of(head)

    def text_of(self, head: Token, *, without: Collection[Token] = ()) -> str:
        """The words of a noun phrase, without what is said beside it or joined to it."""
        return join(list(_phrase(head, {token.i for token in without})))

    def is_value(self, head: Token) -> bool:
        """Whether the phrase is an amount, a date or the like."""
        return head.ent_type_ in _VALUES or head.like_num

    @staticmethod
    def is_empty(head: Token) -> bool:
        """Whether the word says nothing by itself ("it", "these")."""
        return head.lower_ in _EMPTY or not any(map(str.isalnum, head.text))

    def tells_nothing(self, head: Token) -> bool:
        """Whether a subject does not say what it is: a word that says nothing by itself, or a mere
        number, which is no year and no code: "Two was a car"."""
        is_alone = head.lower_ in _EMPTY_ALONE and not any(c.dep_ == "prep" for c in head.children)
        if is_alone or self.is_empty(head):
            return True
        is_number = head.like_num and (head.is_alpha or len(head.text) < _LIKE_CODE)
        words = [token for token in head.subtree if token.is_alpha and token.dep_ != "cc"]
        return is_number and all(token.like_num for token in words)

    def _goes_on(self, head: Token, mention: Mention) -> bool:
        """Whether the name is but the first words of a longer phrase: "the Amazon warehouse"."""
        root = head
        while root.head.i != root.i and mention.first <= root.head.i < mention.last:
            root = root.head
        return root.dep_ in ("compound", "poss", "amod", "nmod") and root.head.i >= mention.last

    @staticmethod
    def _is_definite(head: Token) -> bool:
        words = [child.lower_ for child in head.lefts]
        return words in (["the"], ["this"])


def _named_by_of(noun: Token, child: Token) -> Token | None:
    """ "the city of Velmar", "the firm of Orr & Sons", but not "the group of Ann Berg"."""
    if noun.lower_ not in _NAMED_BY_OF | _FIRMS:
        return None
    found = _object_of(child, "of")
    is_firm = found is not None and found.ent_type_ == "ORG"
    return found if is_firm or noun.lower_ in _NAMED_BY_OF else None


def members(head: Token) -> Iterator[Token]:
    """A phrase and those that are joined to it: "A, B and C"; of "A, not B" only A, of "not A
    but B" only B."""
    todo = [head]
    while todo:
        one = todo.pop(0)
        if not _is_denied(one):
            yield one
        joined = (child for child in one.children if child.dep_ == "conj" and child.i > one.i)
        todo += [child for child in joined if not _is_clause_of_noun(child, one)]


def _is_clause_of_noun(joined: Token, noun: Token) -> bool:
    """Whether what a parse joins to a noun is a clause: "the minister, whose name was Auld and who
    was tall"."""
    is_verb = joined.pos_ in ("VERB", "AUX")
    return is_verb and noun.pos_ in NOUNS and any(c.dep_ in _SUBJECTS for c in joined.children)


def _is_denied(one: Token) -> bool:
    """Whether "not" stands before one of several, and not "not only"."""
    is_joined = one.dep_ == "conj" or any(child.dep_ == "conj" for child in one.children)
    is_one_of_two = any(c.dep_ == one.dep_ and c.i > one.i for c in one.head.children)
    if not is_joined and not is_one_of_two:
        return False
    start = one.left_edge.i
    first = start if one.doc[start].lower_ == "not" else max(start - 1, 0)
    denial = [token.lower_ for token in one.doc[first : first + 2]]
    return denial[0] == "not" and denial[1:] != ["only"]


def _object_of(child: Token, preposition: str) -> Token | None:
    if child.dep_ != "prep" or child.lower_ != preposition:
        return None
    return next((one for one in child.children if one.dep_ == "pobj"), None)


def _phrase(head: Token, without: Collection[int]) -> Iterator[Token]:
    for child in head.lefts:
        is_before = child.dep_ == "prep"  # "in the corner a boy"
        if child.i not in without and child.dep_ not in _ASIDE and not is_before:
            yield from child.subtree
    yield head
    for child in head.rights:
        if child.i in without or child.dep_ in _ASIDE:
            continue
        left_out = {*without, *_told_beside(child)}
        yield from (token for token in child.subtree if token.i not in left_out)


def _told_beside(part: Token) -> Iterator[int]:
    """The places of what a clause between commas tells of a noun in a phrase: "a boy with a drum,
    who led"."""
    doc, end = part.doc, part.right_edge.i
    for token in part.subtree:
        start, last = token.left_edge.i, token.right_edge.i
        is_closed = last >= end or doc[last + 1].text == ","
        if token.dep_ in ("relcl", "acl") and start and doc[start - 1].text == "," and is_closed:
            yield from range(start - 1, last + 1)


def join(tokens: Sequence[Token]) -> str:
    """Words spaced as in their sentence, without marks at either end and what stands in a bracket
    that does not close."""
    ordered = sorted({token.i: token for token in tokens}.values(), key=lambda token: token.i)
    while ordered and ordered[0].is_punct and not ordered[0].is_quote:
        ordered.pop(0)
    ordered = ordered[: _open_bracket(ordered)]
    while ordered and ordered[-1].is_punct and not _closes(ordered):
        ordered.pop()
    parts: list[str] = []
    for place, token in enumerate(ordered):
        parts.append(token.text)
        if place + 1 < len(ordered) and (token.whitespace_ or ordered[place + 1].i > token.i + 1):
            parts.append(" ")
    return "".join(parts).strip()


def _closes(tokens: Sequence[Token]) -> bool:
    """Whether a bracket that opens within closes at the end."""
    return tokens[-1].text in (")", "]") and _open_bracket(tokens[:-1]) < len(tokens) - 1


def _open_bracket(tokens: Sequence[Token]) -> int:
    """Where a bracket opens that none of the tokens closes; behind them, if there is none."""
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.text in ("(", "["):
            opened.append(place)
        elif token.text in (")", "]") and opened:
            opened.pop()
    return opened[0] if opened else len(tokens)
