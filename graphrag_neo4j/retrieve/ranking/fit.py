"""How well each statement of a topic fits the question, beside the others of it.

All of a topic are near the question, as they share its heading and its subject; that alone says
little of which one answers. What tells is the rest of the question, and the kind of thing that is
asked for. Chosen on three mixed folders with 551 questions: with topics of one chunk by their best
statement, the first statement answers 423 instead of 390.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence, Set

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.kind import Fits, wanted
from graphrag_neo4j.retrieve.question.terms import asked_stems, stems
from graphrag_neo4j.retrieve.ranking.ages import asks_age, has_age
from graphrag_neo4j.retrieve.ranking.chunks import rare_shares
from graphrag_neo4j.text.salutations import is_courtesy

OTHER_WORDS = 0.25
"""What the question's words count that the heading does not have, all of them together."""
KINDS = {
    "age": 0.4,
    "amount": 0.6,
    "money": 0.3,
    "number": 0.4,
    "person": 0.3,
    "reason": 0.4,
}
"""What a statement counts more that has what is asked for."""
GREETING = 0.3
"""What says less than this beside the question's words, 0 to 1, gains nothing by having them."""
ASKED_FIELD = 0.8
"""What a line "Allergies: latex" counts more where the question names the field; more than what
the line does that only has the name of whom the form is about."""
SHOUTED = -0.4
"""A line in capitals is a title: it has the words of the question, and answers nothing."""
COURTESY = -0.6
"""So do "Dear Ms Holm," and "Regards, Bo Hill": they have a name of the question."""
HEADER = -0.6
"""A line of a message's header ("Subject: ...") says little itself, if nobody asks for it."""
_MOST_CAPITALS = 0.8
_CAPITALS_AND_MARKS = bytes(code for code in range(128) if not chr(code).islower())
_SHORT = 5
_FIELD = re.compile(r"\W*(?:[^\n:]{1,200} > )?([^\n:]{2,40}?)\s*:\s+\S")
_HEADER = re.compile(
    r"""(?:(?P<person>From|To|Cc|Bcc|Reply-To)|(?P<time>Date|Sent)|Subject):
    \ (?:(?:re|fwd?|aw|wg|tr|rv):\ )* (?:(?!:\ ).)+""",
    re.IGNORECASE | re.VERBOSE,
)
_WHEN = re.compile(r"\b(?:when|date|day|wann|quand|cu[aá]ndo|quando|wanneer)\b", re.IGNORECASE)
_HUMP = re.compile(r"[a-z0-9](?=[A-Z])")
_UNITS = stems("seconds minutes hours days ms bytes kb mb gb")
_PAIRS = 2
"""A line of more fields is a record: its first one is no more than the others."""


def fits(
    question: str,
    rows: Sequence[tuple[Row, Row]],
    tells: Sequence[float],
    trust_in_words: float = 1.0,
) -> list[float]:
    """What each statement counts more, or less, in the units of a nearness; ``rows``: chunks of
    ``retrieve/statements``, each with one of its statements; ``tells``: how much this says beside
    the question's words, 0 to 1; ``trust_in_words``: what these count, 0 to 1."""
    topics: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, (chunk, row) in enumerate(rows):
        topics[chunk["chunk"], row["topic_id"]].append(i)
    asked = asked_stems(question)
    kinds = wanted(question)
    if asks_age(question):
        kinds = [*kinds, ("age", has_age)]
    found = [0.0] * len(rows)
    for members in topics.values():
        chunk, row = rows[members[0]]
        heading = (chunk["source"].get("title"), row["topic"], chunk["section"])
        others = asked - stems(" ".join(filter(None, heading)))
        shares = rare_shares([_words(rows[i][1]["words"]) & others for i in members])
        fields = [field_of(rows[i][1]["text"]) for i in members]
        often = Counter(fields)
        for i, share, field in zip(members, shares, fields, strict=True):
            text = rows[i][1]["text"]
            found[i] = trust_in_words * OTHER_WORDS * share if tells[i] > GREETING else 0.0
            if field and often[field] == 1 and _is_asked(field, asked):
                found[i] += ASKED_FIELD
            elif _is_idle_header(question, text, kinds):
                found[i] += HEADER
            found[i] += SHOUTED if is_shouted(text) else 0.0
            found[i] += COURTESY if is_courtesy(text) else 0.0
            found[i] += sum(KINDS[kind] for kind, fit in kinds if fit(text))
    return found


def _is_idle_header(question: str, text: str, kinds: Sequence[tuple[str, Fits]]) -> bool:
    """Whether a text is a line of a message's header, and has no person or time that is asked for.
    A row of a table has more fields."""
    header = _HEADER.fullmatch(text)
    if header is None:
        return False
    if header["time"]:
        return _WHEN.search(question) is None
    return not header["person"] or all(kind != "person" for kind, _ in kinds)


def field_of(text: str) -> str:
    """The name of the field that a line fills, of a setting the last of its path, or nothing; ANNA
    and Anna Berg are speakers."""
    match = _FIELD.match(text) if text.count(": ") <= _PAIRS else None
    name = match[1] if match else ""
    if "_" in name or (" " not in name and _HUMP.search(name)):
        name = _parted(name).lower()
    is_speaker = is_shouted(name) or sum(word[:1].isupper() for word in name.split()) > 1
    return name if stems(name) and not is_speaker else ""


def _is_asked(field: str, asked: Set[str]) -> bool:
    """Whether a question has all words of a field's name; nobody asks for the "seconds" of
    timeout_seconds."""
    words = stems(field)
    return (words - _UNITS or words) <= asked


def _words(text: str) -> frozenset[str]:
    """Stems, also of the parts of names as timeout_seconds and maxDelay."""
    parted = _parted(text)
    return stems(text) if parted == text else stems(text) | stems(parted)


def _parted(name: str) -> str:
    return _HUMP.sub(r"\g<0> ", name.replace("_", " "))


def is_shouted(text: str) -> bool:
    """Whether a text is written in capitals."""
    small = text.encode("ascii", "ignore").translate(None, _CAPITALS_AND_MARKS)
    if len(small) > (1 - _MOST_CAPITALS) * len(text):  # nearly all; this costs little
        return False
    capitals = sum(map(str.isupper, text))
    if not capitals:
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= _SHORT and capitals > _MOST_CAPITALS * letters
