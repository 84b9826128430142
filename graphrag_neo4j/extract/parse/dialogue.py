"""Who says what to whom in a document: quotations, their speakers and those spoken to.

Speech runs on from sentence to sentence until its marks close, in one paragraph. Who speaks is
the subject of the verb of saying beside it; the one before who spoke is spoken to, where the verb
says that it is an answer, or what is said asks or addresses somebody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.questions import TALK
from graphrag_neo4j.extract.parse.turns import Moment, Turn

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_WITHIN_NOUN = ("compound", "nmod", "amod")
_OPENING = re.compile(r"(?<![^\s(\[—–-])['‘](?!(?:tis|twas|em|ll|re|ve|d|s|t)\b)(?=[\w\"“(])")
_CLOSING = re.compile(r"(?<=[.,!?;…—–-])['’](?=[^\w]|$)")
_WORD_QUOTED = re.compile(r"(?<![^\s(\[—–-])['‘]([^'‘’\n]{1,60})['’](?=\W|$)")
_SPEECH_BEGINS = re.compile(r"(?:^|\n)[^\S\n]*['‘](?=\w)")
_MARKS = frozenset('"“”«»')
_FEW = 3  # paragraphs
_SAYING = bag(
    """
    say tell ask reply answer cry exclaim remark repeat shout whisper mutter murmur growl plead
    inquire enquire demand retort rejoin respond warn explain announce argue admit agree suggest
    """
)
_SAYING_BESIDE_SPEECH = _SAYING | bag(
    """
    return observe add continue call resume pursue falter sob gasp begin interrupt urge insist
    promise think snap sigh laugh scream yell bark roar echo stammer protest declare mention
    """
)
"""These may mean another thing where nothing is quoted."""
_ANSWERING = bag("reply answer return retort rejoin respond")
_ASKING = bag("ask inquire enquire demand")
_WITHOUT_TO = bag("answer ask interrupt warn urge tell")
_WITH_OF = bag("inquire enquire demand")
_ADDRESSING = bag("you your yours yourself thou thee thy sir madam ma'am")
_TALK = 8  # turns, a quarter of which address somebody: then they are answers
_TELLER = "i"
_TWO = 2  # speakers, who speak with one another
_REACH = 2  # paragraphs in which somebody is still spoken with

NameOf = Callable[["Token"], str]


def plain_quotes(texts: Sequence[str], whole: str) -> list[str]:
    """``texts`` with double marks for the single ones that quote, at the same places, if the
    ``whole`` text quotes speech by single marks; a parser takes those for apostrophes."""
    if len(_SPEECH_BEGINS.findall(whole)) < _FEW:
        return list(texts)
    return [_double(text) for text in texts]


def _double(text: str) -> str:
    text = _WORD_QUOTED.sub(lambda match: f'"{match[1]}"', text)
    return _CLOSING.sub('"', _OPENING.sub('"', text))


@dataclass(slots=True)
class Speech:
    """What one sentence has of speech: the places within marks, whether it has marks, and who
    speaks in it."""

    quoted: frozenset[int] = frozenset()
    has_marks: bool = False
    paragraph: int = 0
    speaker: str = ""
    hearer: str = ""
    verb: Token | None = None
    """The verb of saying, if it stands in this sentence."""
    named: frozenset[int] = frozenset()
    """The places of the speaker's name before a turn of a talk."""
    moment: Moment | None = None
    """When a turn of a talk was said."""
    talkers: frozenset[str] = frozenset()
    """Of a turn of a written talk of two: both, of whom neither is "he" or "she"."""


@dataclass(slots=True)
class _Turn:
    speaker: str = ""
    called: str = ""
    """Who is addressed by name."""
    addresses: bool = False
    is_told: bool = False
    """Whether the text says who speaks, though maybe nobody who is known."""
    asks: bool = False
    is_asked: bool = False
    """Whether a verb says that somebody asks."""
    is_labelled: bool = False
    """Whether the speaker's name stands before it, as in a chat."""
    moment: Moment | None = None
    sentences: list[int] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    """Who speaks in a sentence that says so; "i" is who tells the story."""

    @property
    def is_shared(self) -> bool:
        """Whether several speak in one paragraph: I said, "A." He said, "B." """
        return len(set(filter(None, self.told.values()))) > 1

    def speaker_of(self, index: int) -> str:
        """Who speaks in one of its sentences."""
        if not self.is_shared:
            return self.speaker
        return "" if self.told.get(index) == _TELLER else self.told.get(index, "")

    def other_than(self, speaker: str) -> str:
        """With whom somebody speaks in a paragraph of two."""
        others = set(filter(None, self.told.values())) - {speaker}
        return others.pop() if speaker and len(others) == 1 and _TELLER not in others else ""


def find_speech(parses: Sequence[Doc], paragraphs: Sequence[int]) -> list[Speech]:
    """The places of each sentence that stand within marks of quotation."""
    found = []
    is_open, paragraph = False, -1
    for parse, number in zip(parses, paragraphs, strict=True):
        if number != paragraph:
            is_open, paragraph = False, number
        places = set()
        has_marks = False
        for token in parse:
            text = token.text
            has_marks = has_marks or text in _MARKS
            if text == '"':
                is_open = not is_open
            elif text in ("“", "«", "„"):
                is_open = True
            elif text in ("”", "»"):
                is_open = False
            elif is_open:
                places.add(token.i)
        found.append(Speech(frozenset(places), has_marks, number))
    return found


def speech_of_turn(parse: Doc, turn: Turn, paragraph: int) -> Speech:
    """A sentence of a written talk: all but the speaker's name is said."""
    parse.user_data[TALK] = True
    quoted = frozenset(token.i for token in parse if token.idx >= turn.words)
    first, last = turn.name or (0, 0)
    named = frozenset(t.i for t in parse if t.idx < last and t.idx + len(t) > first)
    for token in parse:
        if token.idx < turn.words and token.dep_ in _WITHIN_NOUN and token.head.i in quoted - named:
            token.head, token.dep_ = token, "ROOT"  # "Al. studio", read as an abbreviation
    return Speech(quoted - named, paragraph=paragraph, named=named, moment=turn.moment)


def attribution(parse: Doc, speech: Speech) -> tuple[Token, Token] | None:
    """The verb of saying and its subject, outside of what is said."""
    known = _SAYING_BESIDE_SPEECH if speech.has_marks else _SAYING
    for token in parse:
        if token.i in speech.quoted or token.lemma_.lower() not in known:
            continue
        if token.tag_ not in ("VBD", "VBZ", "VBP"):
            continue
        subject = _after_speech(parse, token) or next(
            (c for c in token.children if c.dep_ == "nsubj" and c.i not in speech.quoted), None
        )
        if subject is not None:
            return token, subject
    return None


def _after_speech(parse: Doc, verb: Token) -> Token | None:
    """ "…," said the old clerk: the noun after the verb, whatever the parse makes of it."""
    before = parse[verb.i - 1].text if verb.i else ""
    if before not in ('"', "”", "»"):
        return None
    for place in range(verb.i + 1, min(len(parse), verb.i + 8)):
        token = parse[place]
        if token.pos_ in ("PROPN", "PRON") or token.tag_ == "NN":
            following = parse[place + 1] if place + 1 < len(parse) else None
            if following is not None and following.text in ("'s", "’s", "'", "’"):
                continue
            if following is None or following.pos_ not in ("PROPN", "NOUN"):
                return token
        elif token.pos_ not in ("DET", "ADJ", "ADV", "PART", "NOUN"):
            return None
    return None


def find_turns(
    parses: Sequence[Doc],
    speeches: Sequence[Speech],
    name_of: Sequence[NameOf],
    is_person: Callable[[str], bool],
) -> tuple[Counter[str], bool]:
    """Fill in who speaks, and to whom, in order; returns how often each does, and whether they talk
    with one another. ``name_of``: of each sentence, the name that a word stands for."""
    speakers: Counter[str] = Counter()
    turns: dict[int, _Turn] = {}
    for index, (parse, speech) in enumerate(zip(parses, speeches, strict=True)):
        if not speech.quoted and not speech.has_marks:
            continue
        turn = turns.setdefault(speech.paragraph, _Turn())
        turn.sentences.append(index)
        said = attribution(parse, speech)
        if speech.named:
            turn.is_told = turn.is_labelled = True
            turn.moment = speech.moment
            turn.speaker = next(filter(None, (name_of[index](parse[i]) for i in speech.named)), "")
        elif said is not None:
            verb, subject = said
            speech.verb = verb
            turn.is_told = True
            turn.is_asked = turn.is_asked or verb.lemma_ in _ASKING
            speaker = name_of[index](subject)
            turn.told[index] = speaker or (_TELLER if subject.lower_ == _TELLER else "")
            turn.speaker = turn.speaker or speaker
            speakers[speaker] += 1
        turn.addresses = turn.addresses or _addresses(parse, speech)
        turn.asks = turn.asks or any(parse[place].text == "?" for place in speech.quoted)
        called = turn.called or _called(parse, speech, name_of[index])
        turn.called = called if is_person(called) else ""
    _take_turns(turns)
    is_talk = _is_talk(turns)
    for turn in turns.values():
        turn.addresses = turn.addresses or is_talk
    partners = None if is_talk else _partners(turns)
    labelled = frozenset(turn.speaker for turn in turns.values() if turn.is_labelled)
    talkers = labelled if len(labelled) == _TWO and "" not in labelled else frozenset[str]()
    for number, turn in turns.items():
        before, after = _before(turns, number), turns.get(number + 1)
        if turn.is_labelled and len(labelled) > _TWO:
            earlier = turns.get(number - 2)
            before = before if before and _replies(turn, before, earlier) else None
            after = after if after and _replies(after, turn, before) else None
        for index in turn.sentences:
            speech = speeches[index]
            speech.speaker = turn.speaker_of(index)
            speech.talkers = talkers if turn.is_labelled else frozenset()
            if turn.is_shared:
                speech.hearer = turn.other_than(speech.speaker) if turn.addresses else ""
            else:
                heard = _hearer(turn, before, speech.verb, partners)
                speech.hearer = heard or _hearer(turn, after, None, partners)
    speakers.pop("", 0)
    return speakers, is_talk


def _is_talk(turns: dict[int, _Turn]) -> bool:
    return len(turns) >= _TALK and 4 * sum(t.addresses for t in turns.values()) >= len(turns)


def _replies(turn: _Turn, before: _Turn, earlier: _Turn | None) -> bool:
    """Whether a turn of a talk of many is for who spoke before: some minutes later, or, where no
    times are told, after a question, or since they already speak with one another."""
    if turn.moment is not None and before.moment is not None:
        return turn.moment.is_near(before.moment)
    return before.asks or (earlier is not None and earlier.speaker == turn.speaker)


def _addresses(parse: Doc, speech: Speech) -> bool:
    return any(
        parse[place].lower_ in _ADDRESSING or parse[place].text == "?" for place in speech.quoted
    )


def _called(parse: Doc, speech: Speech, name_of: NameOf) -> str:
    """Who is addressed: "Come here, Peter!" """
    for place in sorted(speech.quoted):
        token = parse[place]
        if token.pos_ not in ("PROPN", "NOUN") or not (name := name_of(token)):
            continue
        first, last = place, place
        while first and name_of(parse[first - 1]) == name:
            first -= 1
        while last + 1 < len(parse) and name_of(parse[last + 1]) == name:
            last += 1
        before = parse[first - 1].text if first else '"'
        after = parse[last + 1].text if last + 1 < len(parse) else '"'
        begins = before in ('"', "“", "«", "„")
        beyond = parse[last + 2].text if last + 2 < len(parse) else '"'
        is_closed = after == "," and beyond in ('"', "”", "»")
        ends = is_closed or after in (".", "!", "?", '"', "”", "»")
        if (begins and after in (",", "!", "?")) or (before == "," and ends):
            return name
    return ""


def _take_turns(turns: dict[int, _Turn]) -> None:
    """In a talk of two, who spoke before last speaks where nobody is named."""
    for number, turn in turns.items():
        first, second = turns.get(number - 2), turns.get(number - 1)
        if turn.speaker or turn.is_told or first is None or second is None:
            continue
        if first.speaker and second.speaker and first.speaker != second.speaker:
            turn.speaker = first.speaker


def _before(turns: dict[int, _Turn], number: int) -> _Turn | None:
    for distance in range(1, _REACH + 1):
        turn = turns.get(number - distance)
        if turn is not None:
            return turn
    return None


def _partners(turns: dict[int, _Turn]) -> set[frozenset[str]]:
    """The pairs who speak with one another, as one of them speaks again behind the other; people
    who are quoted in one report do not."""
    told = [(number, turn.speaker) for number, turn in turns.items() if turn.is_told]
    return {
        frozenset((one, other))
        for (start, one), (_, other), (end, last) in zip(told, told[1:], told[2:], strict=False)
        if one and other and one == last != other and end - start <= 2 * _REACH
    }


def _hearer(
    turn: _Turn, before: _Turn | None, verb: Token | None, partners: set[frozenset[str]] | None
) -> str:
    """Who is spoken to: who is called by name, or who spoke ``before``, if that is a talk between
    ``partners`` (None: all are)."""
    if turn.speaker and turn.called and turn.called != turn.speaker:
        return turn.called
    if before is None or not turn.speaker or not before.speaker or before.is_shared:
        return ""
    if before.speaker == turn.speaker:
        return ""
    if verb is not None and verb.lemma_ in _ANSWERING:
        return before.speaker
    is_asked = turn.is_asked or before.is_asked or turn.is_labelled
    is_talk = partners is None or is_asked or {turn.speaker, before.speaker} in partners
    return before.speaker if is_talk and (turn.addresses or before.addresses) else ""


def speech_type(verb: Token) -> str:
    """The words for what one says to another: "replies to", "asks"."""
    lemma = verb.lemma_.lower()
    lemma = "reply" if lemma == "return" else lemma
    if lemma in _WITHOUT_TO:
        return lemma
    return f"{lemma} of" if lemma in _WITH_OF else f"{lemma} to"


def is_saying(verb: Token) -> bool:
    """Whether a verb is one of saying."""
    return verb.lemma_.lower() in _SAYING_BESIDE_SPEECH


def paragraphs_of(
    text: str, starts: Sequence[int], turns: Sequence[Turn | None] = ()
) -> Iterator[int]:
    """The number of the paragraph, or the turn of a talk, that each place of ``text`` is in; places
    ascend."""
    number, place = 0, 0
    last: Turn | None = None
    for start, turn in zip(starts, turns or [None] * len(starts), strict=True):
        gaps = len(re.findall(r"\n[^\S\n]*\n", text[place:start])) if start > place else 0
        if turn is not None:
            number += last is None or turn.number != last.number
        else:
            number += gaps + (last is not None and not gaps)
        place, last = max(place, start), turn
        yield number
