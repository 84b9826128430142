"""Causes and effects where the sentence says so: cause -> effect, by explicit connectives.

Both ends may be plain noun phrases ("port strike", "flooding"); then they become entities of
their own, in lower case and short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphrag_neo4j.extract.lexicon import bag, word_set
from graphrag_neo4j.extract.relation_types import CAUSES
from graphrag_neo4j.extract.rules.definitions import join_tokens
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

NamedSpans = Sequence[tuple[Span, str]]
_LONGEST_END = 6  # words of a cause or effect
_ADVERB = r"(?:(?:\w+ly|also|then|soon|later|reportedly|eventually) )?"
_VERBS = (
    r"caus(?:e|es|ed|ing)|trigger(?:s|ed|ing)?|spark(?:s|ed|ing)?|provok(?:e|es|ed|ing)|"
    r"prompt(?:s|ed|ing)?|ignit(?:e|es|ed|ing)|precipitat(?:e|es|ed|ing)|induc(?:e|es|ed|ing)|"
    r"fuel(?:s|led|ed|ling|ing)?|spur(?:s|red|ring)?|"
    r"(?:lead|leads|led|leading) to|(?:result|results|resulted|resulting) in|"
    r"(?:give|gives|gave|giving|given) rise to|(?:bring|brings|brought|bringing) about|"
    r"(?:contribute|contributes|contributed|contributing) to|(?:is|was|are|were) responsible for|"
    r"(?:is|was|are|were) the (?:main |root )?(?:cause|reason) (?:of|for|behind)|"
    r"set(?:s|ting)? off|touch(?:es|ed|ing)? off|(?:culminate|culminates|culminated) in"
)
_PASSIVE = (
    r"(?:caused|triggered|sparked|provoked|prompted|ignited|precipitated|induced|fuelled|fueled|"
    r"spurred|brought about|set off|touched off|angered|enraged|outraged|motivated|inspired) by"
)
_BACK = (
    r"because of|because|due to|owing to|as a (?:direct )?(?:result|consequence) of|thanks to|"
    r"on account of|in response to|in reaction to|in retaliation (?:for|to)|in view of|"
    r"in protest (?:against|over|at|of)|to protest(?: against| over)?|"
    r"protesting(?: against| over)?|"
    r"in the (?:wake|aftermath) of|in (?:solidarity|sympathy) with|"
    r"in support of|in anticipation of|"
    r"on (?:suspicion|charges|grounds) of|angry (?:over|at|about)|"
    r"(?:stem|stems|stemmed|stemming) from|(?:result|results|resulted|resulting) from|"
    r"(?:arise|arises|arose|arising) from|(?:blamed|blames|blame) on|"
    r"(?:attributed|attributable) to|(?:demanding|seeking)"
)
_EFFECTS = {  # forms that have an object, participles before "by"
    "PREVENTS": (r"prevent(?:s|ed|ing)?|avert(?:s|ed|ing)?", r"prevented|averted"),
    "REDUCES": (
        r"reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)|lessen(?:s|ed|ing)?|diminish(?:es|ed|ing)|"
        r"mitigat(?:e|es|ed|ing)|decreas(?:es|ed|ing)",
        r"reduced|lowered|lessened|diminished|mitigated|decreased",
    ),
    "INCREASES": (
        r"increas(?:e|es|ed|ing)|boost(?:s|ed|ing)?|amplif(?:y|ies|ied|ying)",
        r"increased|boosted|amplified",
    ),
}
EFFECT_TYPES = frozenset({CAUSES, *_EFFECTS})
"""Types of the facts found here; their ends need not be names."""
_INTRANSITIVE = r"(?! (?:to|by|from|in|on|with|at|as|of|for|and|or|over|[^\w\s]))"
_AUXILIARIES = bag("will would may might can could also then which that not to")
_EVENTFUL_BACK = r"after|following|over|amid"
_FORWARD = re.compile(rf"(?<!\w){_ADVERB}(?:{_VERBS})(?!\w)(?! by\b)", re.IGNORECASE)
_BACKWARD = re.compile(rf"(?<!\w){_ADVERB}(?:{_PASSIVE}|{_BACK})(?!\w)", re.IGNORECASE)
_EVENTFUL = re.compile(rf"(?<!\w)(?:{_EVENTFUL_BACK})(?!\w)", re.IGNORECASE)
_EVENT_WORDS = bag(
    """
    strike strikes protest protests riot riots killing killings death deaths attack attacks
    explosion explosions blast arrest arrests decision shortage shortages crash accident
    flood floods flooding fire storm earthquake drought war clash clashes violence murder
    murders shooting shootings dispute disputes scandal outbreak outage failure failures
    error bug incident collapse defeat resignation ban cut cuts closure closures delay
    delays delayed fall rise increase decline demand demands policy plan plans allegations
    issue issues conditions wages pay dismissal removal killed died attacked arrested
    resigned collapsed crashed failed refused rejected shot injured sacked banned announced
    denied exam law bill reform reforms eviction suicide concerns fears announcement
    crackdown coup invasion assassination unrest upgrade deploy deployment rollout change
    disruption incident blockade imposition altercation torching controversy stir recall
    agitation rally ruling verdict breach storms
    """
)
_ABOUT = bag(
    """
    lawsuit lawsuits suit suits dispute disputes quarrel quarrels argument arguments row rows feud
    controversy talk talks negotiation negotiations debate debates discussion discussions
    """
)
"""What one of these is "over" is what it is about."""
_EDGE_WORDS = bag(
    """
    the a an this that these those his her its their our my your of in on at by for from with to
    and or but as is was are were be been being has have had also then so who which it he she
    they will would may might can could there some any more such into
    """
)
_BOUNDARY_WORDS = bag(
    """
    who which that when while where although though if but because said says after before since
    until unless whereas
    """
)
_PREPOSITIONS = bag("of in on at by for from with to as over against into during")


def causal_facts(tokens: Sequence[Token], tags: str, named: NamedSpans) -> Iterator[ExtractedFact]:
    """Each "cause -> effect" that a connective of the sentence states."""
    text = " ".join(token.low for token in tokens)
    starts = _starts(tokens)
    for pattern, is_forward in ((_FORWARD, True), (_BACKWARD, False), (_EVENTFUL, False)):
        for match in pattern.finditer(text):
            first = starts.get(match.start())
            if first is None or tags[first] == "N":
                continue
            last = first + match.group().count(" ") + 1
            ends = _ends(tokens, first, last, is_forward)
            if ends is None:
                continue
            before, after = ends
            cause, effect = (before, after) if is_forward else (after, before)
            if pattern is _EVENTFUL and not _is_plausible(tokens, match.group(), cause, effect):
                continue
            yield from _facts(tokens, named, cause, effect)

    for type_, (active, passive) in _effect_patterns().items():
        for match in active.finditer(text):
            first = starts.get(match.start())
            is_verb = first and tags[first] != "N" and _has_subject(tokens, first)
            if first and is_verb and (ends := _ends(tokens, first, first + 1, True)):
                yield from _facts(tokens, named, *ends, type_)
        for match in passive.finditer(text):
            first = starts.get(match.start())
            if first and tags[first] != "N" and (ends := _ends(tokens, first, first + 2, False)):
                yield from _facts(tokens, named, ends[1], ends[0], type_)


@cache
def _effect_patterns() -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    return {
        type_: (
            re.compile(rf"(?<!\w)(?:{active})(?!\w){_INTRANSITIVE}"),
            re.compile(rf"(?<!\w)(?:{passive}) by(?!\w)"),
        )
        for type_, (active, passive) in _EFFECTS.items()
    }


def _has_subject(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a noun or an auxiliary stands before: "rain prevents", not "the reduced prices"."""
    before = tokens[verb - 1]
    if tokens[verb].low.endswith("ing"):
        return before.text == ","
    return before.low in _AUXILIARIES or (before.is_word and before.low not in _EDGE_WORDS)


def _starts(tokens: Sequence[Token]) -> dict[int, int]:
    """Places in the joined text -> places of tokens."""
    starts: dict[int, int] = {}
    at = 0
    for place, token in enumerate(tokens):
        starts[at] = place
        at += len(token.low) + 1
    return starts


def _ends(
    tokens: Sequence[Token], first: int, last: int, is_forward: bool
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The words on both sides of a connective: (before, after)."""
    after = (last, _right_end(tokens, last))
    begin = first
    while begin > 0 and tokens[begin - 1].low in (
        "was",
        "were",
        "is",
        "are",
        "been",
        "be",
        "has",
        "have",
        "had",
        "not",
        "may",
        "which",
        "that",
    ):
        begin -= 1
    before = (_left_start(tokens, begin), begin)
    if before[0] == before[1] and tokens[max(0, begin - 1)].text == ",":
        begin -= 1
        before = (_left_start(tokens, begin), begin)
    if not _has_content(tokens, before):
        if is_forward or not _is_start(tokens, begin):
            return None
        comma = next((p for p in range(last, len(tokens)) if tokens[p].text == ","), -1)
        if comma < 0:
            return None
        after = (last, comma)
        before = (comma + 1, _right_end(tokens, comma + 1))
    if not _has_content(tokens, before) or not _has_content(tokens, after):
        return None
    return before, after


def _is_start(tokens: Sequence[Token], place: int) -> bool:
    return place == 0 or not tokens[place - 1].is_word


def _right_end(tokens: Sequence[Token], first: int) -> int:
    end = first
    while end < len(tokens) and not (
        tokens[end].text in (",", ".", ";", ":", "(", "--", "—", "–", "!", "?", '"', "”")
        or (tokens[end].low in _BOUNDARY_WORDS and end > first)
    ):
        end += 1
    return end


def _left_start(tokens: Sequence[Token], last: int) -> int:
    start = last
    while start > 0 and not (
        tokens[start - 1].text in (",", ".", ";", ":", ")", "--", "—", "–", '"', "“")
        or tokens[start - 1].low in _BOUNDARY_WORDS
    ):
        start -= 1
    return start


def _has_content(tokens: Sequence[Token], words: tuple[int, int]) -> bool:
    return any(
        token.is_word
        and len(token.low) > 2
        and token.low not in _EDGE_WORDS
        and token.low not in word_set("words", "stop")
        for token in tokens[words[0] : words[1]]
    )


def _is_plausible(
    tokens: Sequence[Token], word: str, cause: tuple[int, int], effect: tuple[int, int]
) -> bool:
    """Whether "after", "over" and the like stand between things that cause one another."""
    if word == "over":
        if any(token.low in _ABOUT for token in tokens[effect[0] : effect[1]]):
            return False
        return _is_eventful(tokens, cause) or _is_eventful(tokens, effect)
    return _is_eventful(tokens, cause) and (word != "after" or _is_eventful(tokens, effect))


def _is_eventful(tokens: Sequence[Token], words: tuple[int, int]) -> bool:
    return any(token.low in _EVENT_WORDS for token in tokens[words[0] : words[1]])


def _facts(
    tokens: Sequence[Token],
    named: NamedSpans,
    cause: tuple[int, int],
    effect: tuple[int, int],
    type_: str = CAUSES,
) -> Iterator[ExtractedFact]:
    one, other = _name_of(tokens, named, cause), _name_of(tokens, named, effect)
    if one and other and one.lower() != other.lower():
        yield ExtractedFact(one, type_.lower(), other, relation_type=type_)


def _name_of(tokens: Sequence[Token], named: NamedSpans, words: tuple[int, int]) -> str:
    """The name that fills a range, or its head phrase in at most six words."""
    first, last = words
    while first < last and (not tokens[first].is_word or tokens[first].low in _EDGE_WORDS):
        first += 1
    while first < last and (not tokens[last - 1].is_word or tokens[last - 1].low in _EDGE_WORDS):
        last -= 1
    for span, name in named:
        if span.first == first and span.last == last:
            return name
    last = _cut(tokens, first, last)
    for span, name in named:
        if span.first == first and span.last >= last:
            return name
    phrase = join_tokens(tokens[first:last])
    return phrase[:1].lower() + phrase[1:] if not _starts_name(named, first) else phrase


def _starts_name(named: NamedSpans, place: int) -> bool:
    return any(span.first == place for span, _ in named)


def _cut(tokens: Sequence[Token], first: int, last: int) -> int:
    """Shortens a phrase to six words, at a preposition if it is longer."""
    if last - first <= _LONGEST_END:
        return last
    for place in range(first + _LONGEST_END, first + 1, -1):
        if tokens[place].low in _PREPOSITIONS and place - first >= 2:
            return place
    end = first + _LONGEST_END
    while end > first + 1 and tokens[end - 1].low in _EDGE_WORDS | _PREPOSITIONS:
        end -= 1
    return end
