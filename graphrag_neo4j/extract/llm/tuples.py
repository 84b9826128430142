"""The delimited tuples of nano-graphrag, read as models really write them.

    ("entity"<|>"NAME"<|>"type"<|>"description")##
    ("relationship"<|>"SOURCE"<|>"TARGET"<|>"description"<|>weight)##
    ("relationship"<|>"SOURCE"<|>"TARGET"<|>"RELATION_TYPE"<|>"description"<|>weight)##
    ("relationship"<|>"SOURCE"<|>"TARGET"<|>"RELATION_TYPE"<|>"description")##
    ("claim"<|>"SUBJECT"<|>"OBJECT"<|>"type"<|>"STATUS"<|>"start"<|>"end"<|>"description"<|>"source text")##
    <|COMPLETE|>

Of a relationship the weight may be missing (1), and the type, the field before the description. ``|`` instead of ``<|>`` is read when fields are
quoted; ``"relation"`` means ``"relationship"``.

The format has no statements, so each relationship's description becomes a statement supported
by one fact (source, the relation type as a phrase, target, description, weight = strength),
and each entity's description a statement that mentions it, all in one topic without a name.
A statement names both ends of its relation: "manufactures" becomes "A manufactures B.". Where a
record has no field for a type, such a phrase is the fact's predicate.
"""  # noqa: E501 - a record is shown as it stands

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_neo4j.extract.llm.records import (
    CUT_OFF,
    NO_PREDICATE,
    NO_RECORD,
    Malformed,
    Parsed,
    clean,
    find_name,
    make_claim,
    make_entity,
    make_fact,
    make_statement,
    quarantine,
)
from graphrag_neo4j.model import (
    DEFAULT_RELATION_TYPE,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)

_OPEN = "\"“”„'‘’"
_KINDS = "entity|relationship|relation|claim"
_BULLET = r"(?:\A|\n|\#\#)[ \t]*(?:(?:\d{1,4}[.)]|[-*•]|\*\*)[ \t]*)?"
_START = re.compile(
    rf"""
    \(\s*[{_OPEN}](?P<a>{_KINDS})[{_OPEN}]\s*(?:<\|>|\|)          # ("entity"<|>   anywhere
  | {_BULLET}(?P<open>\(?)[ \t]*[{_OPEN}]?(?P<b>{_KINDS})[{_OPEN}]?\s*<\|>  # entity<|>, at a line's start
  | {_BULLET}\(\s*[{_OPEN}]?(?P<c>\w{{1,40}})[{_OPEN}]?\s*<\|>       # ("event"<|>    not one of ours
    """,  # noqa: E501
    re.VERBOSE | re.IGNORECASE,
)
_COMPLETE = re.compile(r"<\|\s*COMPLETE\s*\|>", re.IGNORECASE)
_END = re.compile(r"\)\s*(?:\*\*\s*)?(?:\#\#|<\|\s*COMPLETE\s*\|>)", re.IGNORECASE)
_LINE_END = re.compile(r"(?<=[\"”“\d])\s*\)[ \t]*(?:\n|\Z)")
_NOISE_LINE = re.compile(r"\*\*.*\*\*|```\w*|\d{1,4}[.)]|<\|\s*COMPLETE\s*\|>", re.IGNORECASE)
_NOISE = " \t\r\n#-*•,;`"
_SEPARATOR = "<|>"
# "<|>" with a mark lost or added, between fields that are quoted
_BROKEN_SEPARATOR = re.compile(r"(?<=[\"”“])\s*(?:</?\|?/?>|</?\|/?>?|\|/?>)\s*(?=[\"“”]|[\d.]+\Z)")
_PIPE = re.compile(r"(?<=[\"”“])\s*\|\s*(?=[\"“”]|[\d.]+\Z)")
_QUOTES = {'"': '"”', "“": '”"', "”": '”"', "„": '“”"'}
_LONGEST_PHRASE = 5  # words of a description that is but a verb phrase
_PUNCTUATION = re.compile(r"[.,;:!?|()\n]")
_NUMBER = re.compile(r"[-+]?\d*\.?\d+")


class TupleFormat:
    """Reads tuples. A record is whole when it is closed, so that what stands before the place
    where an answer was cut off can be kept."""

    name = "tuples"
    schema = None

    def parse(self, text: str, *, cut: bool = False) -> Parsed:
        """All records in order. Of a ``cut`` answer the last one is quarantined unless a
        delimiter follows it; an answer that only repeated itself is unusable."""
        records, stray = _split(text, cut)
        reading = _Reading()
        for record in records:
            reading.add(record)
        if not records and not stray and not _COMPLETE.search(text):
            return Parsed(unusable=NO_RECORD)
        bodies = [record.body for record in records]
        if cut and len(bodies) > 3 and len(set(bodies)) * 2 < len(bodies):
            return Parsed(unusable="the answer repeats itself up to the limit of tokens")
        statements = tuple(reading.statements)
        return Parsed(
            (ExtractedTopic("", statements),) if statements else (),
            tuple(reading.entities),
            tuple(reading.claims),
            (*(quarantine(part, "not a record") for part in stray), *reading.quarantined),
        )


@dataclass(frozen=True, slots=True)
class _Record:
    """A record as it stands: ``body`` is the text between its brackets after the kind."""

    raw: str
    kind: str
    body: str
    pipe: bool
    problem: str = ""


@dataclass(slots=True)
class _Reading:
    entities: list[ExtractedEntity] = field(default_factory=list)
    statements: list[ExtractedStatement] = field(default_factory=list)
    claims: list[ExtractedClaim] = field(default_factory=list)
    quarantined: list[Quarantined] = field(default_factory=list)

    def add(self, record: _Record) -> None:
        try:
            if record.problem:
                raise Malformed(record.problem)
            if record.kind == "entity":
                self._entity(*_fields(record, (3,)))
            elif record.kind in ("relationship", "relation"):
                self._relation(_fields(record, (3, 4, 5)))
            elif record.kind == "claim":
                subject, object_, type_, status, start, end, text, source = _fields(record, (8,))
                claim = make_claim(subject, object_, type_, status, text, start, end, source)
                self.claims.append(claim)
            else:
                raise Malformed(f"no such kind of record: {record.kind[:40]}")
        except Malformed as reason:
            self.quarantined.append(quarantine(record.raw, str(reason)))

    def _entity(self, name: str, type_: str, description: str) -> None:
        entity = make_entity(name, type_, description)
        if entity.description:
            self.statements.append(make_statement(entity.description, (entity.name,)))
        self.entities.append(entity)

    def _relation(self, fields: list[str]) -> None:
        source, target = fields[:2]
        without_weight = len(fields) == 4 and fields[2].isupper() and not _is_number(fields[3])
        has_type = len(fields) == 5 or without_weight
        type_, description = fields[2:4] if has_type else ("", fields[2])
        strength = None if without_weight or len(fields) == 3 else fields[-1]
        is_bare = _is_phrase(description, source, target)
        predicate = phrase(type_)
        if is_bare and not has_type:
            predicate = _without_stop(description)
        fact = make_fact(
            source,
            predicate,
            target,
            relation_type=type_,
            description=description,
            strength=strength,
        )
        text = fact.description
        if not text:
            text = f"{fact.subject} {predicate} {fact.object}."
        elif is_bare:
            text = f"{fact.subject} {_without_stop(text)} {fact.object}."
        elif not _names_both(text, fact.subject, fact.object):
            text = f"{fact.subject} {predicate} {fact.object}: {text}"
        self.statements.append(make_statement(text, (fact.subject, fact.object), (fact,)))


def _is_phrase(description: str, source: str, target: str) -> bool:
    """Whether a description is but what joins two names, as "manufactures"."""
    text = _without_stop(description)
    words = len(text.split())
    starts_low = text[:1].islower() or words == 1  # no sentence does
    is_short = 0 < words <= _LONGEST_PHRASE and starts_low and not _PUNCTUATION.search(text)
    return is_short and not (find_name(source, text) or find_name(target, text))


def _without_stop(text: str) -> str:
    return clean(text).rstrip(".").rstrip()


def _names_both(text: str, source: str, target: str) -> bool:
    return bool(find_name(source, text) and find_name(target, text))


def phrase(relation_type: str) -> str:
    """A relation type in words: PART_OF -> "part of", none -> "is related to"."""
    words = clean(relation_type).replace("_", " ").strip()
    if not words or words.upper() == DEFAULT_RELATION_TYPE or len(words) > 100:
        return NO_PREDICATE
    return words.lower()


def _split(text: str, cut: bool) -> tuple[list[_Record], list[str]]:
    """The records of an answer, and what looks like one but has no beginning."""
    starts = list(_START.finditer(text))
    places = [*(start.start() for start in starts), len(text)]
    head = text[: places[0]]
    stray = [head] if _SEPARATOR in head else []
    records = []
    for start, end in zip(starts, places[1:], strict=True):
        last = cut and end == len(text)
        record, rest = _record(start, text[start.start() : end], last)
        records.append(record)
        tail = _COMPLETE.sub("", rest).strip(_NOISE)
        if last and tail:  # a record of which not even the kind was written
            records.append(_Record(tail, "", "", False, CUT_OFF))
        elif _SEPARATOR in rest:
            stray.append(rest)
    return records, stray


def _record(start: re.Match[str], span: str, last_of_cut: bool) -> tuple[_Record, str]:
    """The record at the head of ``span``, and the text after it."""
    kind = next(kind for kind in start.group("a", "b", "c") if kind).lower()
    is_open = start.group("a") or start.group("c") or start.group("open")
    offset = start.end() - start.start()
    pipe = not start.group().endswith(_SEPARATOR)
    close = _closing(span, offset, bool(is_open), last_of_cut)
    if close is None:
        reason = CUT_OFF if last_of_cut else "the record is not closed"
        return _Record(span, kind, span[offset:], pipe, reason), ""
    raw = span[: close + 1].lstrip("# \t\n")
    return _Record(raw, kind, span[offset:close], pipe), span[close + 1 :]


def _closing(span: str, offset: int, is_open: bool, last_of_cut: bool) -> int | None:
    """Where the record that begins ``span`` ends (the place of its bracket)."""
    found = _END.search(span, offset)
    if found:
        return found.start()
    bare = min((p for p in (span.find("##", offset), _complete(span, offset)) if p >= 0), default=0)
    if bare:  # the bracket was forgotten
        return bare
    if last_of_cut:
        return None
    if not is_open:
        line = span.find("\n", offset)
        return line if line >= 0 else len(span)
    place = _last_bracket(span, offset)
    if place is None:
        found = _LINE_END.search(span, offset)
        place = span.index(")", found.start()) if found else None
    return place


def _last_bracket(span: str, offset: int) -> int | None:
    """The place of the bracket that only headings, bullets and fences follow."""
    end = len(span)
    while end > offset:
        start = max(span.rfind("\n", offset, end) + 1, offset)
        line = span[start:end].rstrip(_NOISE)
        if line.strip(_NOISE) and not _NOISE_LINE.fullmatch(span[start:end].strip()):
            return start + len(line) - 1 if line.endswith(")") else None
        end = start - 1
    return None


def _complete(span: str, offset: int) -> int:
    found = _COMPLETE.search(span, offset)
    return found.start() if found else -1


def _fields(record: _Record, counts: tuple[int, ...]) -> list[str]:
    """The fields after the kind, without their quotes. Raises :class:`Malformed`.

    Exact separators go before broken ones; where a weight may stand last (several counts), a
    reading that ends in a number goes before one without.
    """
    readings = _piped(record.body, len(counts) > 1) if record.pipe else _separated(record.body)
    fitting = [fields for fields in readings if len(fields) in counts]
    if len(counts) > 1:
        weighted = [fields for fields in fitting if len(fields) > 3 and _is_number(fields[-1])]
        fitting = weighted or [fields for fields in fitting if not _is_number(fields[-1])]
    if fitting:
        return fitting[0]
    shown = " or ".join(str(count + 1) for count in counts)
    raise Malformed(f"expected {shown} fields, found {len(readings[0]) + 1}")


def _separated(body: str) -> list[list[str]]:
    exact = body.split(_SEPARATOR)
    mended = [part for piece in exact for part in _BROKEN_SEPARATOR.split(piece)]
    return [_unquoted(exact), _unquoted(mended)]


def _piped(body: str, may_have_weight: bool) -> list[list[str]]:
    """Fields that all have quotes, except for a weight."""
    readings = [_within_quotes(body).split('"|"'), _unquoted(_PIPE.split(body))]
    head, _, weight = body.rpartition("|")
    if may_have_weight and _is_number(weight):
        readings.insert(0, [*_within_quotes(head).split('"|"'), weight.strip(' \n"')])
    return readings


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip(' \n"“”')) is not None


def _unquoted(fields: list[str]) -> list[str]:
    """Remove the format's quotes: those of a record most of whose texts are quoted."""
    fields = [part.strip() for part in fields]
    texts = [part for part in fields if part and not _NUMBER.fullmatch(part)]
    if sum(part[0] in _QUOTES for part in texts) * 2 > len(texts):
        return [_within_quotes(part) for part in fields]
    if all(len(part) > 1 and part[0] in "'‘" and part[-1] in "'’" for part in texts):
        return [part[1:-1] if part in texts else part for part in fields]
    return fields


def _within_quotes(text: str) -> str:
    """``text`` without a quote at each end; without the one it has if the other is missing."""
    text = text.strip()
    closing = _QUOTES.get(text[:1])
    if closing is not None:
        return text[1:-1] if len(text) > 1 and text[-1] in closing else text[1:]
    return text[:-1] if text.endswith('"') and text.count('"') % 2 else text
