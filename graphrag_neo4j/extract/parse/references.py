"""What the pronouns and descriptions of a document stand for, where that is clear.

A pronoun is what fits it and is raised most (:mod:`~graphrag_neo4j.extract.parse.salience`), unless
a noun without a name is, or stands nearer, or another name is as much. Whom only a quotation or a
letter names is not whom the text around it tells of; where nothing tells, it is the one person of
whom a long text is. In speech "I" is who speaks and "you" who is spoken to.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, normal_form, place_map
from graphrag_neo4j.extract.parse.animate import Animate
from graphrag_neo4j.extract.parse.antecedents import antecedent
from graphrag_neo4j.extract.parse.cast import (
    Cast,
    holder_of,
    is_definite,
    is_told_apart,
    kinds_before,
)
from graphrag_neo4j.extract.parse.datelines import is_in_dateline
from graphrag_neo4j.extract.parse.dialogue import Speech, find_turns
from graphrag_neo4j.extract.parse.genders import WANTED, genders_beside, genders_of, spoken_of
from graphrag_neo4j.extract.parse.general_you import is_general
from graphrag_neo4j.extract.parse.letters import written_words
from graphrag_neo4j.extract.parse.phrases import NOUNS, Mention
from graphrag_neo4j.extract.parse.pronoun_kinds import SELDOM, fit, is_empty_it, kind_of_noun
from graphrag_neo4j.extract.parse.salience import (
    Asides,
    Fit,
    Raised,
    Salience,
    clearest,
    foremost,
    is_of_other,
    is_subject,
    verb_of,
)
from graphrag_neo4j.extract.parse.subjects import is_dateline, is_greeted
from graphrag_neo4j.extract.rules.coreference import Coreference
from graphrag_neo4j.extract.rules.succession import MAYBE_SELF_NOUNS, SELF_NOUNS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_RELATIVE = bag("who which that")
_FIRST = bag("i me my")
_SECOND = bag("you your")
_PRONOUNS = ("PRP", "PRP$")
_EXCLAIMED = bag("god lord heaven heavens goodness jesus christ")
_SPEAKS = 3  # times
_TWICE = 2
_OFTEN_NAMED = 3
_HERO = 10
_TITLE = 2.0


class References:
    """Reads the sentences of one document in order. ``mentions``: the names in each; ``unsaid``:
    whom some are about without naming them, and the verbs that tell of them; ``entries``: the entry
    of a diary that each is in; ``headed``: whom alone a heading names."""

    def __init__(
        self,
        title: str,
        parses: Sequence[Doc],
        mentions: Sequence[Sequence[Mention]],
        speeches: Sequence[Speech],
        coreference: Coreference,
        type_of: Callable[[str], str],
        is_common: Callable[[str], bool],
        unsaid: Mapping[int, tuple[Token, str]],
        entries: Sequence[int],
        headed: str,
    ) -> None:
        self._headed = headed
        self._entries = entries
        self._unsaid = unsaid
        self._is_common = is_common
        self._title = " ".join(title.split())
        self._speaking: set[str] = set()
        self._parses = parses
        self._named = mentions
        self._speeches = speeches
        self._coreference = coreference
        self._type_of = type_of
        self.cast = Cast(title, parses, mentions, speeches, type_of)
        self._told = genders_beside(parses, mentions)
        self._genders = genders_of(parses, mentions, type_of, self._told)
        self._animate = Animate(parses)
        self._kinds: dict[str, str] = {}
        self._counts = Counter(mention.name for here in mentions for mention in here)
        self._share = foremost(self._counts, self._is_firm, _OFTEN_NAMED)
        self._hero = foremost(self._counts, lambda name: type_of(name) == "PERSON", _HERO)
        self._written = written_words(parses, speeches)
        self._asides = Asides(parses, [speech.paragraph for speech in speeches])
        self._salience = Salience()
        self.mentions: list[list[Mention]] = []
        """Of each sentence: names, and what stands for one."""
        self._open: set[str] = set()
        """Who may be a man or a woman, and how often each is "he" and "she"."""
        self._spoken: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._read_all()
        self._learn_genders()
        self._read_all()  # whose nephew "the nephew" is, and who is "she", may be said further on

    def _learn_genders(self) -> None:
        """Take who is mostly "she" for a woman, and who is mostly "he" for a man."""
        for name, votes in self._spoken.items():
            best, n = votes.most_common(1)[0]
            is_clear = n > _TWICE * (votes.total() - n)
            self._kinds[name] = best if n >= _TWICE and is_clear else "person"

    def places(self, index: int) -> dict[int, str]:
        """Where in a sentence (characters) something stands for a name, and for which."""
        parse = self._parses[index]
        known = {mention.first for mention in self._named[index]}
        return {parse[m.first].idx: m.name for m in self.mentions[index] if m.first not in known}

    def _read_all(self) -> None:
        self._salience = Salience()
        self.mentions = []
        for index in range(len(self._parses)):
            if index and self._entries[index] != self._entries[index - 1]:
                self._salience = Salience()  # "he" is nobody of another day
            self.mentions.append(self._read(index))
        lookups = [_Lookup(found) for found in self.mentions]
        speakers, is_talk = find_turns(self._parses, self._speeches, lookups, self._is_person)
        for name, times in speakers.items():
            if times >= _SPEAKS and self._is_common(name) and name not in self._told:
                self._speaking.add(name)
                self._kinds[name] = "any"
            elif times >= _TWICE and (kind := self._spoken_of(name, is_talk=is_talk)):
                self._speaking.add(name)
                self._kinds[name] = kind

    def _spoken_of(self, name: str, *, is_talk: bool) -> str:
        """Whether who speaks, and looks like no person, is spoken of as "he" or "she", or talks
        with others as people of a story do; the kind of pronoun that fits."""
        is_known = self._type_of(name) == "PERSON" or normal_form(name) in place_map()
        if is_known or not name.isalpha() or not name.istitle():
            return ""
        found = spoken_of(self._parses, self._named, name, self._type_of, 1 if is_talk else _TWICE)
        return found or ("person" if is_talk else "")

    def _is_person(self, name: str) -> bool:
        if name.lower() in _EXCLAIMED:
            return False
        is_known = name in self._speaking or self._type_of(name) == "PERSON"
        return is_known and self._counts[name] > 1

    def types(self) -> dict[str, str]:
        """The types of those who act without a name, and of those who have a common noun for a
        name and speak."""
        found = {member.name: member.type for member in self.cast.members()}
        return found | dict.fromkeys(sorted(self._speaking), "PERSON")

    def _read(self, index: int) -> list[Mention]:
        parse = self._parses[index]
        found = {mention.first: mention for mention in self._named[index]}
        taken = {p for m in self._named[index] for p in range(m.first, m.last)}
        heads = {mention.head(parse).i: mention for mention in self._named[index]}
        is_byline = _is_byline(parse, found)
        if index in self._unsaid:
            verb, person = self._unsaid[index]
            self._raise(index, verb, person, self._kind(person))
        for token in parse:
            if token.i in self._speeches[index].named:
                continue  # who speaks is not spoken of
            if token.i in heads:
                name = heads[token.i].name
                is_from = is_dateline(token) or is_in_dateline(token)
                if not (is_byline or is_from or is_greeted(heads[token.i], parse)):
                    self._raise(index, token, name, self._kind(name))
            elif token.i in taken:
                continue
            elif token.lower_ in _RELATIVE and token.dep_ in ("nsubj", "nsubjpass"):
                self._relative(index, token, found, heads)
            elif token.tag_ in _PRONOUNS:
                name = self._pronoun(index, token)
                if name:
                    found[token.i] = Mention(token.i, token.i + 1, name)
                    self._raise(index, token, name, self._kind(name))
            elif token.pos_ in NOUNS and token.dep_ not in ("compound", "amod", "nmod"):
                name = self.cast.beside(index, token)
                if name:
                    self._beside(token, name, found)
                    self._raise(index, token, name, self._kind(name))
                elif name := self._description(index, token, found):
                    found[token.i] = Mention(token.i, token.i + 1, name)
                    self._raise(index, token, name, self._kind(name))
                elif token.dep_ != "attr":
                    kind = kind_of_noun(token, self._animate.kind(token))
                    self._raise(index, token, f"#{token.lower_}", kind)
        return [found[place] for place in sorted(found)]

    def _raise(self, index: int, token: Token, name: str, kind: str) -> None:
        is_quoted, is_aside = self._is_quoted(index, token), index in self._asides
        self._salience.add(index, token, name, kind, is_quoted=is_quoted, is_aside=is_aside)

    def _is_quoted(self, index: int, token: Token) -> bool:
        return token.i in self._speeches[index].quoted or token.i >= self._written[index]

    def _relative(
        self, index: int, token: Token, found: dict[int, Mention], heads: dict[int, Mention]
    ) -> None:
        """ "Ann, who sold her house": Ann is raised as a subject again."""
        noun = antecedent(token, token.head.head)
        mention = found.get(noun.i) or heads.get(noun.i)
        if token.head.dep_ == "relcl" and mention is not None:
            self._raise(index, token, mention.name, self._kind(mention.name))

    # -- descriptions --------------------------------------------------------------------------

    def _description(self, index: int, token: Token, found: dict[int, Mention]) -> str:
        if token.tag_ in ("NNS", "NNPS") or token.dep_ == "attr":
            return ""
        noun = token.lower_
        if holder_of(token) is not None:
            holder = _holder(token, found)
            if not holder:
                return ""
            self.cast.hold(index, token, holder)
            name = self.cast.held(noun, holder)
            return name if name != holder else ""
        if not is_definite(token) or is_told_apart(token):
            return ""
        is_named_apart = any(one.text[0].isupper() for one in kinds_before(token))
        if not is_named_apart and (name := self._coreference.definite(noun)):
            return name
        if self._is_itself(index, token):
            return self._title
        known = self.cast.named(noun)
        if name := self._named_before([one for one in known if self.cast.may_be(one, token)]):
            return name
        if is_named_apart or (known and any(kinds_before(token))):
            return ""  # another one of its kind: "the Kestrel company", "the sales manager"
        if self.cast.is_firm(noun) and (name := self._firm(index, token)):
            return name
        return self.cast.defined(noun, index)

    def _is_itself(self, index: int, token: Token) -> bool:
        """Whether "this document" at the beginning of a sentence is the text itself; "this policy"
        is, if the title says that it is one."""
        is_first = token.i == 1 and token.doc[0].lower_ == "this"
        if not self._title or not is_first or token.i in self._speeches[index].quoted:
            return False
        noun = token.lower_
        is_titled = noun in MAYBE_SELF_NOUNS and noun in self._title.casefold().split()
        return noun in SELF_NOUNS or is_titled

    def _beside(self, token: Token, name: str, found: dict[int, Mention]) -> None:
        """ "her grandson, Peter": whose grandson he is."""
        holder = _holder(token, found)
        if holder and holder != name:
            self.cast.hold_name(token.lower_, holder, name)

    def _named_before(self, names: Sequence[str]) -> str:
        """The only name, or the one that was read last."""
        if len(names) == 1 and self._counts[names[0]] > 1:
            return names[0]
        return self._salience.latest(names)

    def _firm(self, index: int, token: Token) -> str:
        scores = self._salience.scores(index, token, lambda r: float(self._is_firm(r.name)))
        if self._share:
            scores[self._share] += _TITLE
        return clearest(scores)

    def _is_firm(self, name: str) -> bool:
        return not name.startswith("#") and self._type_of(name) == "ORGANIZATION"

    # -- pronouns ------------------------------------------------------------------------------

    def _pronoun(self, index: int, token: Token) -> str:
        word, speech = token.lower_, self._speeches[index]
        is_said = token.i in speech.quoted
        if word in _FIRST:
            return speech.speaker if is_said else ""
        if word in _SECOND:
            return speech.hearer if is_said and not is_general(token) else ""
        is_quoted = self._is_quoted(index, token)
        wanted = WANTED.get(word)
        if wanted is None or (wanted == "thing" and is_empty_it(token)):
            return ""
        not_these = {speech.speaker, speech.hearer} if is_said else set()
        own_clause = verb_of(token) if is_of_other(token) else -1

        def fits(raised: Raised) -> float:
            is_here = raised.sentence == index
            is_own = is_here and raised.clause == own_clause and raised.is_subject
            told_since = self._asides.told_since(raised.sentence, index)
            is_far = wanted in ("thing", "group") and told_since > 1
            kind = self._kinds.get(raised.name, raised.kind)
            is_open = own_clause >= 0 and raised.name.removeprefix("#") == raised.kind
            is_here_again = self._speeches[raised.sentence].paragraph == speech.paragraph
            is_talking = raised.name in speech.talkers and not is_here_again
            if is_open or raised.name in not_these or is_own or is_far or is_talking:
                return 0.0
            return fit(kind, wanted)

        is_of_person = wanted in ("male", "female")
        quoted = {"quoted": 0.0} if is_of_person else {}
        scores = self._salience.scores(index, token, fits, is_quoted=is_quoted, **quoted)
        if own_clause >= 0:  # what one does to "him" is not done to oneself
            for name in self._salience.subjects(index, own_clause):
                scores.pop(name, None)
        if is_of_person:
            self._prefer_known(scores, wanted)
        title = self._coreference.title_for(wanted)
        if title and title not in not_these and (title in scores or not scores):
            scores[title] += _TITLE
        if not scores and is_of_person:
            best = self._salience.last_person(index, fits)
        else:
            best = clearest(scores)
            is_alone = len(scores) == 1 and is_of_person and not is_quoted
            if is_alone and self._kinds.get(best) == "person":
                self._kinds[best] = wanted  # nobody else can be "he", so the next "she" is another
        if is_of_person and best in ("", f"#{wanted}") and self._is_hero(scores):
            best = self._hero
        if is_of_person and best and self._may_be_headed(best, wanted, index):
            return ""
        if is_of_person and best and best != title:
            best = self._unless_nearer(best, index, wanted, fits, is_quoted=is_quoted)
        if not best and is_of_person and is_subject(token) and not is_quoted:
            self._raise(index, token, f"#{wanted}", wanted)  # the next "he" may be the same
        if best in self._open:
            self._spoken[best][wanted] += 1
        return "" if best.startswith("#") else best

    def _unless_nearer(
        self, best: str, index: int, wanted: str, fits: Fit, *, is_quoted: bool
    ) -> str:
        """``best``, unless another who may be meant stands nearer: who of both it is, nobody can
        say. The one of whom a long text is gives way to names alone."""
        is_known = self._kinds.get(best) == wanted

        def competes(raised: Raised) -> float:
            is_open = is_known and self._kinds.get(raised.name) == "person"
            return 0.0 if is_open or fits(raised) < 1 else 1.0

        nearer = self._salience.nearer(best, index, competes, is_quoted=is_quoted)
        if not nearer:
            return best
        if nearer.startswith("#"):
            return best if best == self._hero else nearer
        return ""

    def _may_be_headed(self, best: str, wanted: str, index: int) -> bool:
        """Whether it may be whom only the heading names, as the sentence does not name ``best``."""
        if not self._headed or not fit(self._kind(self._headed), wanted):
            return False
        is_own = not set(self._headed.split()).isdisjoint(best.split())  # called otherwise
        return not is_own and best not in self._salience.named_in(index)

    def _is_hero(self, scores: Mapping[str, float]) -> bool:
        """Whether, of those with a name, the one of whom the text is comes first."""
        own = scores.get(self._hero, 0.0)
        others = (scores[name] for name in scores if not name.startswith("#"))
        return own > 0 and sum(score >= own for score in others) == 1

    def _prefer_known(self, scores: dict[str, float], wanted: str) -> None:
        """Lower who may be a man or a woman, where somebody is known to be what is ``wanted``."""
        kinds = {name: self._kinds.get(name, "") for name in scores}
        if wanted in kinds.values():
            for name, kind in kinds.items():
                scores[name] *= SELDOM if kind == "person" else 1.0

    # -- kinds ---------------------------------------------------------------------------------

    def _kind(self, name: str) -> str:
        if name not in self._kinds:
            kind = self.cast.kind_of(name) or self._coreference.kind_of(name)
            if kind in ("person", "unknown"):
                kind = self._genders.get(name, kind)
            self._kinds[name] = kind
            if kind == "person":
                self._open.add(name)
        return self._kinds[name]


class _Lookup:
    """The name that a word of one sentence stands for, or ""."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._at = {place: m.name for m in mentions for place in range(m.first, m.last)}

    def __call__(self, token: Token) -> str:
        return self._at.get(token.i, "")


def _is_byline(parse: Doc, found: Mapping[int, Mention]) -> bool:
    """ "By Ann Hale, staff reporter": who writes is not spoken of."""
    by = next((token.i for token in parse[:2] if token.lower_ == "by"), None)
    if by is None or by + 1 not in found:
        return False
    return all(token.pos_ not in ("VERB", "AUX") for token in parse[by:])


def _holder(noun: Token, found: dict[int, Mention]) -> str:
    """The name of whose a noun is, as far as the sentence was read."""
    owner = holder_of(noun)
    if owner is None:
        return ""
    return next((m.name for m in found.values() if m.first <= owner.i < m.last), "")
