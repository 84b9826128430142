"""Delimited tuples, as they are defined and as models write them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.llm import JsonFormat, Parsed, ToolkitFormat, TupleFormat
from graphrag_neo4j.extract.llm.records import CUT_OFF, NO_RECORD, clean
from graphrag_neo4j.model import ExtractedFact

# What recorded answers do: prefixes, bullets, headings, fences, spaces, lost marks, "relation".
MESSY = """**Entities:**

1. ("entity"<|>"Gate_7 [north]"<|>"geo"<|>"Gate_7 [north]: the gate (of three) that "never" opens.")##
2. ("entity"<|>"Moss & Sons: Dredgers"<|>"organization"<|>"Moss & Sons: Dredgers keep it shut.") ##
## ("entity"<|>"Ärla Ömer"<|>"person"<|>"Ärla Ömer – ‘the Heron’ – holds the key.")##
##("entity"<|>“Tide Book”<|>“event”<|>“The Tide Book lists floods.”)
("entity"<|>"Pier"<|>"geo"<|>"")##

**Relationships (directed):**

("relationship"<|>"Ärla Ömer"<|>"Gate_7 [north]"<|>"She guards it; cost: 3|4 crowns." <|>9)##
##("relation"<|>"Tide Book"<|>"Pier"<|>"It names the pier.
On two lines."<|>2.5)##
("relationship"<|>"Moss & Sons: Dredgers"<|>"Pier"<|>"A mark of the separator is lost."|>8)##
("relationship"<|>"Pier"<|>"Tide Book"<|>"A mark of it is added."</|>7)##
("relationship"<|>"Pier"<|>"Gate_7 [north]"<|>"The closing quote is lost.<|>6)##
("relationship"<|>"Tide Book 2"<|>"Tide Book"<|>"SUPERSEDES"<|>"The second supersedes the first."<|>"10")##<|complete|>
```
"""  # noqa: E501


def facts(parsed: Parsed) -> list[ExtractedFact]:
    return [
        fact
        for topic in parsed.topics
        for statement in topic.statements
        for fact in statement.facts
    ]


def quoted(kind: str, *fields: str, separator: str = "<|>") -> str:
    return f"({separator.join(f'{chr(34)}{field}{chr(34)}' for field in (kind, *fields))}"


def test_an_untidy_answer_gives_every_record_with_its_texts_as_written() -> None:
    parsed = TupleFormat().parse(MESSY)
    assert parsed.quarantined == ()
    assert [(e.name, e.type) for e in parsed.entities] == [
        ("Gate_7 [north]", "geo"),
        ("Moss & Sons: Dredgers", "organization"),
        ("Ärla Ömer", "person"),
        ("Tide Book", "event"),
        ("Pier", "geo"),
    ]
    assert parsed.entities[0].description == (
        'Gate_7 [north]: the gate (of three) that "never" opens.'
    )
    assert [(f.subject, f.object, f.relation_type, f.weight) for f in facts(parsed)] == [
        ("Ärla Ömer", "Gate_7 [north]", "", 9.0),
        ("Tide Book", "Pier", "", 2.5),
        ("Moss & Sons: Dredgers", "Pier", "", 8.0),
        ("Pier", "Tide Book", "", 7.0),
        ("Pier", "Gate_7 [north]", "", 6.0),
        ("Tide Book 2", "Tide Book", "SUPERSEDES", 10.0),
    ]
    assert [f.description for f in facts(parsed)] == [
        "She guards it; cost: 3|4 crowns.",
        "It names the pier.\nOn two lines.",
        "A mark of the separator is lost.",
        "A mark of it is added.",
        "The closing quote is lost.",
        "The second supersedes the first.",
    ]


def test_descriptions_are_statements_supported_by_their_relation() -> None:
    parsed = TupleFormat().parse(
        '("entity"<|>"A"<|>"t"<|>"A is first.")##("relationship"<|>"B"<|>"A"<|>"PART_OF"'
        '<|>"B is in A."<|>3)##("relationship"<|>"A"<|>"C"<|>""<|>1)<|COMPLETE|>'
    )
    (topic,) = parsed.topics
    assert topic.name == ""
    first, second, third = topic.statements
    assert (first.text, first.mentions, first.facts) == ("A is first.", ("A",), ())
    assert (second.text, second.mentions) == ("B is in A.", ("B", "A"))
    assert second.facts == (ExtractedFact("B", "part of", "A", True, "PART_OF", "B is in A.", 3.0),)
    assert third.text == "A is related to C."


@pytest.mark.parametrize(
    ("type_", "text", "said"),
    [
        (None, "manufactures", "A manufactures B."),
        (None, "manufactures.", "A manufactures B."),
        (None, "A makes b for all.", "A makes b for all."),
        (None, "It was founded in 1931.", "A is related to B: It was founded in 1931."),
        ("OWNS", "It was founded in 1931.", "A owns B: It was founded in 1931."),
        ("OWNS", "", "A owns B."),
    ],
)
def test_a_statement_names_both_ends(type_: str | None, text: str, said: str) -> None:
    fields = ["A", "B", *([type_] if type_ else []), text]
    parsed = TupleFormat().parse(
        "<|>".join(['("relationship"', *(f'"{f}"' for f in fields), "7)##"])
    )
    assert [statement.text for statement in parsed.topics[0].statements] == [said]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ('("entity"|"A|B"|"x"|"in 3|4 time")##', ("A|B", "x", "in 3|4 time")),
        ('("entity" | "A" | "x" | "spaced")', ("A", "x", "spaced")),
        ('("entity"<|>Plain Name<|>x<|>says "no" (2))##', ("Plain Name", "x", 'says "no" (2)')),
        ("(entity<|>A<|>x<|>no quotes at all)##", ("A", "x", "no quotes at all")),
        ("('entity'<|>'A'<|>'x'<|>'single')##", ("A", "x", "single")),
        ('"entity"<|>"A"<|>"x"<|>"no brackets"##', ("A", "x", "no brackets")),
        ('("entity"<|>"A"<|>"x"<|>"bracket forgotten"##', ("A", "x", "bracket forgotten")),
        ('("ENTITY"<|>"A"<|>"x"<|>"C## is a language")##', ("A", "x", "C## is a language")),
    ],
)  # fmt: skip
def test_variants_of_an_entity_are_read(record: str, expected: tuple[str, str, str]) -> None:
    parsed = TupleFormat().parse(record)
    (entity,) = parsed.entities
    assert (entity.name, entity.type, entity.description) == expected


def test_pipes_separate_quoted_relationships() -> None:
    parsed = TupleFormat().parse(
        '("relationship"|"A"|"B"|"a | b"|7)##\n("relationship"|"A"|"B"|"HAS_A"|"d"|"2")##\n'
        '("relationship"|"B"|"A"|"no weight")<|COMPLETE|>'
    )
    assert [(f.relation_type, f.description, f.weight) for f in facts(parsed)] == [
        ("", "a | b", 7.0),
        ("HAS_A", "d", 2.0),
        ("", "no weight", 1.0),
    ]


def test_claims_are_read() -> None:
    text = '("claim"<|>"Ada"<|>"NONE"<|>"FRAUD"<|>"suspected"<|>"2031-05-03"<|>NONE<|>"d"<|>"s")##'
    (claim,) = TupleFormat().parse(text).claims
    assert (claim.subject, claim.object, claim.type, claim.status) == (
        "Ada", "", "FRAUD", "SUSPECTED",
    )  # fmt: skip
    assert (claim.start_date, claim.end_date, claim.description, claim.source_text) == (
        "2031-05-03", "", "d", "s",
    )  # fmt: skip


def test_a_relationship_with_a_type_may_lack_its_weight() -> None:
    record = '("relationship"<|>"Petra Holt"<|>"archive"<|>"TAKES OVER"<|>"Petra Holt leads it.")##'
    parsed = TupleFormat().parse(record)
    ((statement,),) = (topic.statements for topic in parsed.topics)
    (fact,) = statement.facts
    assert (fact.relation_type, fact.description) == ("TAKES OVER", "Petra Holt leads it.")
    assert parsed.quarantined == ()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ('("entity"<|>"A"<|>"x")##', "expected 4 fields, found 3"),
        ('("entity"<|>""<|>"x"<|>"d")##', "name is empty"),
        (f'("entity"<|>"{"N" * 10_000}"<|>"x"<|>"d")##', "name is longer than 300 characters"),
        ('("relationship"<|>"A"<|>"B"<|>"d"<|>"strong")##', "strength is not a number from 0 up"),
        ('("relationship"<|>"A"<|>"B"<|>"d"<|>-3)##', "strength is not a number from 0 up"),
        ('("relationship"<|>"A"<|>" "<|>"d"<|>3)##', "object is empty"),
        ('("event"<|>"A"<|>"x"<|>"d")##', "no such kind of record: event"),
        ('("claim"<|>"A"<|>"B"<|>"T"<|>"MAYBE"<|>""<|>""<|>"d"<|>"s")##',
         "status is none of TRUE, FALSE, SUSPECTED"),
        ('A<|>B<|>c<|>d', "not a record"),
    ],
)  # fmt: skip
def test_malformed_records_are_kept_with_a_reason_and_cost_no_other(
    record: str, reason: str
) -> None:
    good = '("entity"<|>"Good"<|>"x"<|>"d")##\n'
    parsed = TupleFormat().parse(f"{record}\n{good}<|COMPLETE|>")
    assert [entity.name for entity in parsed.entities] == ["Good"]
    (kept,) = parsed.quarantined
    assert kept.reason == reason
    assert kept.record[:1_999] in record
    assert len(kept.record) <= 2_000


def test_records_before_a_cut_are_kept_and_the_tail_is_quarantined() -> None:
    text = '("entity"<|>"A"<|>"x"<|>"whole")##\n("entity"<|>"B"<|>"x"<|>"a tail (with brackets)'
    parsed = TupleFormat().parse(text, cut=True)
    assert [entity.name for entity in parsed.entities] == ["A"]
    assert [kept.reason for kept in parsed.quarantined] == [CUT_OFF]


@pytest.mark.parametrize(
    "tail", ['("enti', '##("entity"', '("entity"<|>"B', '("entity"<|>"B"<|>"x"<|>"d")']
)
def test_every_kind_of_tail_is_quarantined(tail: str) -> None:
    parsed = TupleFormat().parse('("entity"<|>"A"<|>"x"<|>"d")##\n' + tail, cut=True)
    assert len(parsed.entities) == 1
    assert [kept.reason for kept in parsed.quarantined] == [CUT_OFF]


def test_a_cut_between_two_records_costs_nothing() -> None:
    parsed = TupleFormat().parse('("entity"<|>"A"<|>"x"<|>"d")##\n', cut=True)
    assert (len(parsed.entities), parsed.quarantined) == (1, ())


def test_an_answer_that_repeats_itself_up_to_the_limit_is_unusable() -> None:
    text = '("entity"<|>"A"<|>"x"<|>"again")##\n' * 50
    assert "repeats" in TupleFormat().parse(text, cut=True).unusable
    assert not TupleFormat().parse(text).unusable


def test_an_empty_passage_and_an_answer_without_records_are_told_apart() -> None:
    assert TupleFormat().parse("<|COMPLETE|>") == Parsed()
    for text in ("", "I cannot help with that.", "null"):
        assert TupleFormat().parse(text).unusable == NO_RECORD


_TOKENS = ("<|>", "##", "<|COMPLETE|>")
_OPENS_RECORD = re.compile(
    r"\W(?:entity|relationship|relation|claim)\W*(?:$|[|<])|\n\s*\(", re.IGNORECASE
)
_PIECES = st.sampled_from(
    ["<", "|", ">", "#", "(", ")", '"', "“", "”", "'", "\n", ":", "_", "[", "]", "{", "}", "<|",
     "|>", "|8", ' "', '")', "entity", "relationship", "COMPLETE", "A", "ß", "🙂", "עברית", " ",
     "\u202e", "1.", "**", "```", "\\", "0.5"]
)  # fmt: skip
_TEXTS = (
    st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=12).map("".join))
    .map(clean)
    .filter(lambda text: not any(t.lower() in f'("{text}")'.lower() for t in _TOKENS))
    .filter(lambda text: not _OPENS_RECORD.search(f" {text}"))
)
_NAMES = _TEXTS.filter(bool)


@given(st.lists(st.tuples(_NAMES, _NAMES, _TEXTS), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_quoted_texts_come_back_as_they_were_written(
    records: list[tuple[str, str, str]],
) -> None:
    lines = []
    for name, other, text in records:
        lines.append(f"{quoted('entity', name, 'type', text)})##")
        lines.append(f"{quoted('relationship', name, other, text)}<|>4)##")
        lines.append(f"{quoted('relationship', other, name, 'HAS', text)}<|>2.5)##")
    parsed = TupleFormat().parse("\n".join(lines) + "\n<|COMPLETE|>")
    assert parsed.quarantined == ()
    assert [(e.name, e.description) for e in parsed.entities] == [
        (name, text) for name, _, text in records
    ]
    assert [
        (f.subject, f.object, f.relation_type, f.description, f.weight) for f in facts(parsed)
    ] == [
        fact
        for name, other, text in records
        for fact in ((name, other, "", text, 4.0), (other, name, "HAS", text, 2.5))
    ]  # fmt: skip


def _without_pipes_at_quotes(text: str) -> bool:
    return '"|' not in f'{text}"' and '|"' not in f'"{text}'


@given(
    st.lists(
        st.tuples(_NAMES.filter(_without_pipes_at_quotes), _TEXTS.filter(_without_pipes_at_quotes)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=100, deadline=None)
def test_quoted_texts_come_back_between_pipes(records: list[tuple[str, str]]) -> None:
    lines = [f"{quoted('entity', name, 'type', text, separator='|')})##" for name, text in records]
    parsed = TupleFormat().parse("\n".join(lines))
    assert [(e.name, e.description) for e in parsed.entities] == records


@given(st.one_of(st.text(), st.lists(st.one_of(_PIECES, st.sampled_from(_TOKENS))).map("".join)),
       st.booleans())  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_garbage_never_raises(text: str, cut: bool) -> None:
    TupleFormat().parse(text, cut=cut)
    TupleFormat().parse(f'("entity"<|>{text}', cut=cut)


@pytest.mark.parametrize(
    "part", ["\n", "(", "( ", ") ", "**", "#", '"\n', '"<|', '" ', "(a) ", '("entity"<|>', "1.\n"]
)
def test_hostile_answers_are_read_to_their_end(part: str) -> None:
    """Anything worse than linear time would not end with the suite."""
    for head in ("", '("entity"<|>"A"<|>"t"<|>"d', '("entity"<|>"A"<|>"t"<|>"d")\n'):
        for parser in (TupleFormat(), JsonFormat(), ToolkitFormat()):
            parsed = parser.parse(head + part * 20_000 + "x")
            assert len(parsed.quarantined) <= 40_000


def test_every_record_of_a_long_answer_is_read() -> None:
    record = '("relationship"<|>"A"<|>"B"<|>"' + "(a) " * 50 + '"<|>1)##\n'
    parsed = TupleFormat().parse(record * 5_000 + '("entity"<|>"' + "(" * 50_000)
    assert len(facts(parsed)) == 5_000
