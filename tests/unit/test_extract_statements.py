"""Statements: what counts as one, and how it stands alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.line_parts import line_parts
from graphrag_neo4j.model import Chunk, Document, ExtractedStatement
from graphrag_neo4j.readers.files import markdown_document, read_path
from graphrag_neo4j.text.signatures import Signatures
from tests.support.growth import check_linear


def _statements(
    text: str, title: str = "", heading: str = "", *, markdown: bool = False
) -> list[ExtractedStatement]:
    document = markdown_document(text, "doc:1") if markdown else Document("doc:1", text, title)
    chunk = Chunk("c1", "s1", title, heading, text, 0, len(text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    return [statement for topic in topics for statement in topic.statements]


def _texts(text: str, title: str = "", heading: str = "") -> list[str]:
    return [statement.text for statement in _statements(text, title, heading)]


def _readings(text: str, title: str = "", *, markdown: bool = False) -> list[str]:
    """What the rules read, and what is embedded."""
    return [s.resolved or s.text for s in _statements(text, title, markdown=markdown)]


def test_headings_rules_and_fences_are_no_statements() -> None:
    text = "# Report\n\n---\n\nSales rose.\n\n| a | b |\n|---|---|\n| one | two |\n\n```\n"
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == ["Sales rose.", "one | two"]
    assert [s.resolved for s in found] == ["", "a: one; b: two"]


def test_a_callout_is_read_with_its_title_before_it() -> None:
    text = "> [!warning] Floor load\n> The back room carries only 350 kg per square metre.\n"
    (found,) = _statements(text, markdown=True)
    assert found.resolved == "Floor load: The back room carries only 350 kg per square metre."


def test_an_inline_field_is_no_part_of_the_line_above() -> None:
    text = "- write to the aunt before she turns ninety\nSleep:: eight hours and a half\n"
    assert [s.text for s in _statements(text, markdown=True)] == [
        "write to the aunt before she turns ninety",
        "Sleep:: eight hours and a half",
    ]


def test_what_a_short_turn_asks_behind_a_full_sentence_is_apart() -> None:
    text = (
        "Ann: Please use no cement, it does not move with the clay. What sand did you use?\n\n"
        "Bo: Play sand from the garden centre.\n\nAnn: Then the mix was far too fat for it.\n"
    )
    assert _texts(text)[:2] == [
        "Ann: Please use no cement, it does not move with the clay.",
        "What sand did you use?",
    ]


def test_a_task_is_read_with_how_far_it_is() -> None:
    text = (
        "- [ ] paint the old window\n- [x] order the black varnish\n- [-] call the glazier again\n"
    )
    found = _statements(text, markdown=True)
    assert [s.text[:3] for s in found] == ["[ ]", "[x]", "[-]"]
    assert [s.resolved for s in found] == [
        "To do: paint the old window",
        "Done: order the black varnish",
        "Cancelled: call the glazier again",
    ]


def test_a_line_of_plain_text_that_begins_with_a_hash_is_stated() -> None:
    assert _texts("# Retry three times.\n\nThen stop.") == ["# Retry three times.", "Then stop."]


def test_marks_of_markdown_stay_in_the_statement_and_are_not_read() -> None:
    text = 'See **the [manual](http://x.y/z)**: set `max_size` to [1, 2] or "auto".'
    (found,) = _statements(text, markdown=True)
    assert found.text == text
    assert found.resolved == 'See the manual: set `max_size` to [1, 2] or "auto".'


@pytest.mark.parametrize(
    "text",
    [
        "The beam is 2*3*4 metres long.",
        "If a<b and b>c then stop.",
        "Write to <anna@example.org> or push to <branch> first.",
        "The method __init__ makes a List<String> of it.",
        "Run `**kwargs` and `<b>` as they are.",
    ],
)
@pytest.mark.parametrize("markdown", [False, True])
def test_what_looks_like_markup_is_stated_and_read_as_it_stands(text: str, markdown: bool) -> None:
    (found,) = _statements(text, markdown=markdown)
    assert (found.text, found.resolved) == (text, "")


def test_offsets_are_places_in_the_document() -> None:
    prefix = "# Title\n\n"
    body = "First one here. Second\none there."
    document = Document("doc:1", prefix + body, "")
    start = len(prefix)
    chunk = Chunk("c1", "s1", "", "", body, start, start + len(body), 0, 1)
    statements = RulesExtractor().extract(document, [chunk])[0].topics[0].statements
    assert [document.text[s.start : s.end] for s in statements] == [
        "First one here.",
        "Second\none there.",
    ]
    assert statements[1].text == "Second one there."


def test_items_keep_their_number_and_lose_their_bullet() -> None:
    assert _texts("- Buy milk\n- [x] Call Ida\n1. Sleep well") == [
        "Buy milk",
        "[x] Call Ida",
        "1. Sleep well",
    ]


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("Ada Holm is a Danish painter. She lives in Aarhus.", "Ada Holm", "Ada Holm lives"),
        ("Ada Holm is a Danish painter. Her father was a smith.", "Ada Holm", "Ada Holm's father"),
        ("Rook is a board game. It was sold by Parlour Ltd.", "Rook", "Rook was sold"),
        ("Ada Holm is a painter. In 1990, she moved to Rome.", "Ada Holm", "In 1990, Ada Holm"),
    ],
)
def test_a_leading_pronoun_is_read_as_the_name_it_stands_for(
    text: str, title: str, expected: str
) -> None:
    assert _readings(text, title)[1].startswith(expected)
    assert _texts(text, title)[1] in text


@pytest.mark.parametrize(
    "text",
    [
        "Karl met Otto. Otto thanked Karl. He left.",
        "Rain fell all night. It is clear that it will rain again.",
        "Ada Holm spoke to Eva Lund. Eva Lund spoke to Ada Holm. She laughed.",
    ],
)
def test_an_unclear_pronoun_stays(text: str) -> None:
    assert _texts(text)[-1].split()[0] in ("He", "It", "She")


def test_the_title_of_a_story_is_not_its_hero() -> None:
    text = "Old Brandt was a miser. Nobody liked him. He carried the cold about with him."
    found = _readings(text, "A Winter Tale")
    assert found[0] == "Old Brandt was a miser."
    assert not any(t.startswith("A Winter Tale") for t in found)


def test_other_scripts_give_statements() -> None:
    chinese = _statements("他写了《红楼梦》。今天下雨。")
    assert [s.text for s in chinese] == ["他写了《红楼梦》。", "今天下雨。"]
    assert chinese[0].mentions == ("红楼梦",)
    assert len(_texts("ذهب الرجل إلى السوق.")) == 1
    assert _texts("no capitals here. nor any names") != []


def test_a_row_is_one_statement_read_with_the_names_of_its_columns() -> None:
    text = "| Benefit | Provider |\n|---|---|\n| **Pension** | Nordea. From May. |\n| Bus | |\n"
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == ["**Pension** | Nordea. From May."]
    assert found[0].resolved == "Benefit: Pension; Provider: Nordea. From May."


def test_a_block_of_code_is_one_statement_in_which_nothing_is_read() -> None:
    text = (
        "Use it so:\n\n```bash\n# Load Acme Corp first\ngit stash pop. Then go.\n```\n\nIt works.\n"
    )
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == [
        "Use it so:",
        "# Load Acme Corp first\ngit stash pop. Then go.",
        "It works.",
    ]
    assert found[1].mentions == () and found[1].facts == ()


def test_a_long_block_of_code_is_cut_at_line_ends() -> None:
    lines = [f"set option-{n} to value-{n}" for n in range(100)]
    found = _statements("\n".join(["```", *lines, "```", ""]), markdown=True)
    assert len(found) > 3
    assert "\n".join(s.text for s in found) == "\n".join(lines)


def test_a_heading_that_gives_a_value_states_it() -> None:
    text = (
        "# Acme Corp\n\n## Price Target: $180\n\nWe hold.\n\n## Chapter 2: 1984\n\nIt rose again.\n"
    )
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == ["Price Target: $180", "We hold.", "It rose again."]


def test_a_heading_that_gives_values_between_bars_is_stated() -> None:
    heading = "Rating: HOLD | Price Target: $180 | Current Price: $185"
    text = f"# Acme Corp\n\n## {heading}\n\nWe hold.\n\n## Part 2: 7 | Outlook\n\nIt rose.\n"
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == [heading, "We hold.", "It rose."]


@pytest.mark.parametrize("text", ["-C", "Overview", "2.3.1", "Hull . . . . . . . 7", "12 14"])
def test_a_word_a_number_or_a_line_of_contents_is_no_statement(text: str) -> None:
    assert _texts(f"Sales rose.\n\n{text}\n\nThey fell.") == ["Sales rose.", "They fell."]


def test_languages_without_blanks_need_no_second_word() -> None:
    assert _texts("三峡大坝位于湖北省宜昌市。") == ["三峡大坝位于湖北省宜昌市。"]


def test_what_many_chunks_repeat_is_stated_once() -> None:
    texts = [f"Ship {n} is long.\n\nAll rights are reserved." for n in range(5)]
    text = "\n\n".join(texts)
    document = Document("doc:1", text, "Ships")
    starts = [text.index(one) for one in texts]
    chunks = [
        Chunk(f"c{n}", "s1", "Ships", "", one, start, start + len(one), n, 9)
        for n, (one, start) in enumerate(zip(texts, starts, strict=True))
    ]
    found = RulesExtractor().extract(document, chunks)
    said = [[s.text for topic in chunk.topics for s in topic.statements] for chunk in found]
    assert said[0] == ["Ship 0 is long.", "All rights are reserved."]
    assert said[1:] == [[f"Ship {n} is long."] for n in range(1, 5)]


def test_an_option_is_stated_with_its_description(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<dl><dt>-q</dt><dt>--quiet</dt><dd><p>Say nothing.</p><p>More of it.</p></dd></dl>"
    )
    [document] = read_path(tmp_path / "a.html")
    assert isinstance(document, Document)
    assert _texts(document.text) == ["-q --quiet Say nothing.", "More of it."]


def test_badges_and_targets_of_links_are_no_statements() -> None:
    badges = "[![build](https://x.y/b.svg)](https://x.y) [![Docs][docs-badge]][docs]"
    text = f"# Tool\n\n{badges}\n\nTool is made by Acme.\n\n[docs]: https://x.y/docs\n"
    assert [s.text for s in _statements(text, markdown=True)] == ["Tool is made by Acme."]


def test_footnotes_are_statements_read_without_their_marks() -> None:
    text = "The mast leans.[^1] It is old.[^age]\n\n[^1]: By two degrees.\n[^age]: Built in 1931.\n"
    assert _readings(text, markdown=True) == [
        "The mast leans.",
        "It is old.",
        "By two degrees.",
        "Built in 1931.",
    ]
    assert "[^1]: By two degrees." in [s.text for s in _statements(text, markdown=True)]


def test_who_is_named_in_brackets_before_a_colon_speaks() -> None:
    text = "[Odile]: I will mend the pump.\n[Bram]: Use the small valve.\n"
    assert _readings(text, markdown=True) == text.splitlines()


def test_a_badge_beside_a_sentence_is_not_read() -> None:
    text = "Tool is made by Acme. [![build](https://x.y/b.svg)](https://x.y)\n"
    assert _readings(text, markdown=True) == ["Tool is made by Acme."]


def test_a_row_of_numbers_below_others_is_stated() -> None:
    rows = ["01.03.2024   5,131   20,655", "01.04.2024   5,209   20,871  <- leak", "7      12"]
    assert _texts("\n".join(["Date         Gas     Power", *rows])) == [
        "Date Gas Power",
        "01.03.2024 5,131 20,655",
        "01.04.2024 5,209 20,871 <- leak",
        "7 12",
    ]


def test_a_row_of_numbers_in_a_table_is_stated_with_its_columns() -> None:
    found = _readings("| Year | Ships |\n|---|---|\n| 1911 | 7 |\n| 1912 | – |\n", markdown=True)
    assert found == ["Year: 1911; Ships: 7"]


def test_a_date_alone_or_two_page_numbers_are_no_row() -> None:
    assert _texts("Sales rose.\n\n01.03.2024\n\n12      14\n\nThey fell.") == [
        "Sales rose.",
        "They fell.",
    ]


def test_items_of_one_word_are_stated_with_what_announces_them() -> None:
    text = "Considered options:\n\n- Kafka\n- NATS JetStream\n- Redis\n\nWe chose one of them.\n"
    found = _statements(text, markdown=True)
    assert [s.text for s in found] == [
        "Considered options: - Kafka - NATS JetStream - Redis",
        "We chose one of them.",
    ]
    assert found[0].resolved == "Considered options: Kafka, NATS JetStream, Redis"
    assert text[found[0].start : found[0].end].endswith("- Redis")


def test_an_item_of_one_word_is_stated_with_its_neighbour() -> None:
    text = "# Allowed\n\n- Music until ten\n- Cats\n\n# Forbidden\n\n- Drones\n- Dogs of any size\n"
    assert _readings(text, markdown=True) == ["Music until ten, Cats", "Drones, Dogs of any size"]


@pytest.mark.parametrize(
    "clauses",
    [
        ("A1 Wicks Ltd pays the tenth.", "A2  Una Berg lights the lamp."),
        ("A1. Wicks Ltd pays the\ntenth.", "A2. Una Berg lights the lamp."),
        ("2.1 Wicks Ltd pays the tenth.", "2.2 Una Berg lights the lamp."),
        ("4.9 Wicks Ltd pays the tenth.", "4.10. Una Berg lights the lamp."),
    ],
)
def test_the_number_of_a_clause_stays_in_the_statement_and_in_no_name(
    clauses: tuple[str, str],
) -> None:
    found = _statements("\n".join(clauses))
    assert [s.text for s in found] == [" ".join(clause.split()) for clause in clauses]
    assert [s.mentions for s in found] == [("Wicks Ltd",), ("Una Berg",)]
    assert [fact.subject for s in found for fact in s.facts] == ["Wicks Ltd", "Una Berg"]


def test_what_begins_a_clause_with_a_number_is_no_name_for_its_capital() -> None:
    found = _statements("2.1 Boats are hauled out in May.\n2.2 Racing is no part of it.")
    assert [s.mentions for s in found] == [(), ()]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("Q1 Wicks fell.\nQ2 Wicks rose to five million.", ["Q1 Wicks", "Q2 Wicks"]),
        ("None is lit.\n\nA1 Wick Lamp\nA2 Wick Bell", ["A1 Wick Lamp", "A2 Wick Bell"]),
        ("A4 Wicks is in the loft.\nA5 Wicks is in the shed.", ["A4 Wicks", "A5 Wicks"]),
    ],
)
def test_the_name_of_a_quarter_a_part_or_a_size_is_read(lines: str, names: list[str]) -> None:
    assert [name for s in _statements(lines) for name in s.mentions] == names


def test_numbers_of_joined_items_stay() -> None:
    text = "1. The Great Ouse\n2. Ann Lee\n3. 1311\n4. Six"
    assert _texts(text) == ["1. The Great Ouse", "2. Ann Lee 3. 1311 4. Six"]
    (_, found) = _statements(text)
    assert found.resolved == "2. Ann Lee, 3. 1311, 4. Six"
    assert "Ann Lee" in found.mentions


def test_an_answer_is_no_part_of_a_name() -> None:
    (found,) = _statements("No. Ask Otto Berg for a key.")
    assert "Otto Berg" in " ".join(found.mentions)
    assert not any("No" in name for name in found.mentions)


def test_a_long_list_of_single_words_is_cut() -> None:
    words = [f"word{n}" for n in range(100)]
    found = _texts("".join(f"- {word}\n" for word in words))
    assert 2 < len(found) < 10
    assert " ".join(found).replace("- ", "").split() == words


def test_a_table_of_contents_is_no_list_of_words() -> None:
    text = "- When\n- Gates\n\n## When\n\nOn each Monday.\n\n## Gates\n\nThere are two.\n"
    found = [s.text for s in _statements(text, markdown=True)]
    assert found == ["On each Monday.", "There are two."]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann Lee          Date: 14/03/2024\nTel.: 0163 9  Present: Ole Vik",
        "Name: Ann Lee\nDate: 14/03/2024\nTel.: 0163 9\nPresent: Ole Vik",
    ],
)
def test_fields_of_a_form_are_parted_where_they_are_read(text: str) -> None:
    assert "; ".join(_readings(text)) == (
        "Name: Ann Lee; Date: 14/03/2024; Tel.: 0163 9; Present: Ole Vik"
    )


def test_bold_fields_of_a_form_are_parted_where_they_are_read() -> None:
    text = "**Date:** 16 November, school library\n**Present:** Ann Lee, Ole Vik\n**Apologies:** Al"
    assert _readings(text, markdown=True) == [
        "Date: 16 November, school library; Present: Ann Lee, Ole Vik; Apologies: Al"
    ]


def test_lines_with_leaders_are_statements_unless_they_name_pages() -> None:
    prices = (
        "Cafe Meridian\nEspresso ........ 2.40\nLatte . . . . . . 3.10\nWater ...... 2\nOpen daily."
    )
    assert _texts(prices) == [
        "Cafe Meridian",
        "Espresso ........ 2.40",
        "Latte . . . . . . 3.10",
        "Water ...... 2",
        "Open daily.",
    ]
    pages = "Sails ........ 3\nMasts and yards ........ 7\nKnots ........ 12\n\nA sail is cloth."
    assert _texts(pages) == ["A sail is cloth."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Motion by Ann Lee. Rejected. For 6.", ["Motion by Ann Lee. Rejected.", "For 6."]),
        ("A cow went by.\nSwimming.", ["A cow went by. Swimming."]),
        ("May I install it?\n\nNo. Ask Otto first.", ["May I install it?", "No. Ask Otto first."]),
        ("What did it do?\n\nSwim.", ["What did it do? Swim."]),
        ("1. Ascensor. Se aprueba el cambio.", ["1. Ascensor. Se aprueba el cambio."]),
        ("Do you come?\n\nThanks!\n\nHester", ["Do you come?"]),
        ("Hi,\n\nIt rains here.\n\nHester", ["It rains here."]),
        ("Results\n\nIt rains here.", ["It rains here."]),
        ("2.1. Grants\n\nIt rains here.", ["It rains here."]),
    ],
)
def test_a_sentence_of_one_word_is_stated_with_what_it_is_said_of(
    text: str, expected: list[str]
) -> None:
    assert _texts(text) == expected


@pytest.mark.parametrize(
    ("heads", "others"),
    [
        (["Article 1.", "Article 2."], ["Le loyer est de 68 euros.", "Il est interdit de fumer."]),
        (["§ 1 Ruhezeiten.", "§ 2 Waschküche."], ["Um 22 Uhr ist Ruhe.", "Der Schlüssel fehlt."]),
        (["13 April.", "2 August."], ["Potatoes in at last: two rows.", "Slugs ate it."]),
        (["12 de abril de 1938.", "3 de mayo de 1938."], ["Hemos salido.", "Padre quería."]),
        (["Montag, 3. März.", "Freitag, 7. März."], ["Es regnet schon wieder.", "Es schneit nun."]),
        (["March 3.", "March 14, 1938."], ["It rained all day long.", "We left it there."]),
        (["Tuesday, 7th May.", "Friday, 10th May."], ["It rained all day.", "We left it there."]),
        (["June 2nd.", "June 3rd."], ["It rained all day long.", "We left it there."]),
        (["2nd June.", "21st June 1911."], ["It rained all day long.", "We left it there."]),
        (
            ["3 June 1911.", "4 June 1911."],
            ["We put in the beets. Rain.", "The barn gave way. Cold."],
        ),
        (
            ["12. März 1911.", "3. April 1911."],
            ["Wir waren im Garten. Regen.", "Der Hof ist leer. Kalt."],
        ),
        (["Rok 1911.", "Rok 1914."], ["We put in the beets. Rain.", "The barn gave way. Cold."]),
    ],
)
def test_a_head_is_stated_with_the_sentence_after_it(heads: list[str], others: list[str]) -> None:
    entries = [f"{head} {other}" for head, other in zip(heads, others, strict=True)]
    assert _texts("\n\n".join(entries)) == entries


def test_a_head_is_stated_with_what_is_short_before_a_full_sentence() -> None:
    vote = "Item 1: Hens. Motion by Ann Lee. Rejected. For 6, against 7."
    full = "Item 2: Roof. The manager presented three offers to all owners. Harker won it."
    assert _texts(f"{vote}\n\n{full}") == [vote, full.partition(" Harker")[0], "Harker won it."]


def test_the_title_of_an_item_is_stated_with_its_sentence() -> None:
    text = "1. Nieuwe boot. De boot is duur.\n2. Oude loods. De loods wordt geschilderd."
    assert _texts(text) == [
        "1. Nieuwe boot. De boot is duur.",
        "2. Oude loods. De loods wordt geschilderd.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It was in 1843. He came home.\n\nThey fell. She wept.",
        "Figure 1 shows it. He saw that.\n\nFigure 2 shows more. She saw it.",
        "Pip refused. He wept.\n\nPip refused. She went home.",
    ],
)
def test_a_short_sentence_is_no_head(text: str) -> None:
    assert len(_texts(text)) == 4


def test_a_line_of_one_word_that_announces_is_stated_with_the_next() -> None:
    text = "He married Ann Lee. Children:\n1.1 Ben Lee, a smith.\n1.2 Sam Lee, a cook."
    assert _texts("1. Old Lee.\n" + text)[-2:] == [
        "Children: 1.1 Ben Lee, a smith.",
        "1.2 Sam Lee, a cook.",
    ]


def test_who_speaks_in_a_play_is_stated_with_the_words() -> None:
    turns = [
        "BRIDIE.  Sit down, sir. It is mackerel.",
        "THE INSPECTOR.  I never eat fish, and I have not done so for years. Go away.",
        "BRIDIE.  (from above)  Close it?",
    ]
    assert _texts("\n\n".join(turns)) == [
        "BRIDIE. Sit down, sir. It is mackerel.",
        "THE INSPECTOR. I never eat fish, and I have not done so for years.",
        "Go away.",
        "BRIDIE. (from above) Close it?",
    ]


def test_a_name_that_speaks_again_is_stated_with_the_words() -> None:
    text = "Old Ben. Who goes there at night?\n\nAda Lee. A friend.\n\nOld Ben. Come in then."
    assert _texts(text) == [
        "Old Ben. Who goes there at night?",
        "Ada Lee.",
        "A friend.",
        "Old Ben. Come in then.",
    ]


def test_the_place_of_a_scene_is_one_statement() -> None:
    assert _texts("INT. BUS STATION - NIGHT\n\nRain fell.\n\nEXT. ROAD - DAWN\n\nIt stopped.") == [
        "INT. BUS STATION - NIGHT",
        "Rain fell.",
        "EXT. ROAD - DAWN",
        "It stopped.",
    ]


def test_a_short_turn_is_one_statement_and_a_long_one_has_its_first_words_in_the_next() -> None:
    long = "I tried a plan once, on cards" + " of four colours" * 9
    talk = [
        "Ann: Do you plan your books?",
        f"Ole: Never. {long}, and the cat ate two. Those were the best, as it was a cat of taste.",
        "Ann: How long did it take? I had thought of a year.",
        "Ole: Four years.",
    ]
    assert _texts("\n\n".join(talk)) == [
        "Ann: Do you plan your books?",
        f"Ole: Never. {long}, and the cat ate two.",
        "Those were the best, as it was a cat of taste.",
        "Ann: How long did it take? I had thought of a year.",
        "Ole: Four years.",
    ]


def test_a_point_of_an_outline_is_not_joined_to_the_deeper_one_before_it() -> None:
    text = (
        "- Field notes\n\t- it lives in the canal since May\n- Decisions\n\t- it is sold as it is"
    )
    found = _texts(text)
    assert "it lives in the canal since May" in found
    assert not any("canal" in one and "Decisions" in one for one in found)


def test_a_name_above_indented_lines_is_stated_with_them() -> None:
    text = (
        "Allergies\n\nNEIL\n  allergy: none known. Hayfever\n  ramipril 5mg in the mornings\n\n"
        "ROS (when she is here)\n  warfarin, by her card\n  allergy: wasps and bees!"
    )
    assert _texts(text)[-2:] == [
        "NEIL allergy: none known. Hayfever ramipril 5mg in the mornings",
        "ROS (when she is here) warfarin, by her card allergy: wasps and bees!",
    ]


def test_a_paragraph_with_a_hanging_indent_is_cut_into_sentences() -> None:
    text = (
        "The ship left the harbour in the morning with a cargo of\n"
        "  barley. It sank at the lock. Nobody on board was hurt by the fall\n"
        "  of the mast."
    )
    assert len(_texts(text)) == 3


@pytest.mark.parametrize("bullet", ["- ", ""])
def test_a_task_of_one_word_is_stated_alone_with_how_far_it_is(bullet: str) -> None:
    tasks = ["[x] thermals", "[ ] ski passes, to be recharged", "[ ] wax", "[ ] lip balm for all"]
    text = "".join(f"{bullet}{task}\n" for task in tasks)
    assert [s.resolved for s in _statements(text, markdown=True)] == [
        "Done: thermals",
        "To do: ski passes, to be recharged",
        "To do: wax",
        "To do: lip balm for all",
    ]


@pytest.mark.parametrize(
    ("task", "read"),
    [
        ("TODO book the hall", "To do: book the hall"),
        ("DONE: 3 boxes", "Done: 3 boxes"),
        ("DOING the roof of the shed", "Begun: the roof of the shed"),
        ("CANCELLED the trip to Norland", "Cancelled: the trip to Norland"),
        ("☑hall is booked", "Done: hall is booked"),
        ("☐ cake is to bake", "To do: cake is to bake"),
    ],
)
def test_outlines_and_signs_tell_how_far_a_task_is(task: str, read: str) -> None:
    assert [s.resolved for s in _statements(f"- {task}\n", markdown=True)] == [read]


@pytest.mark.parametrize("text", ["- DONE AND DUSTED\n", "- later we go\n", "DONE\n"])
def test_words_in_capitals_and_sentences_are_no_tasks(text: str) -> None:
    assert not any("Done:" in s.resolved or "To do:" in s.resolved for s in _statements(text))


def test_no_item_is_told_to_be_as_far_as_the_task_beside_it() -> None:
    text = "- [x] order the black varnish\n- brushes\n- [ ] paint the old window\n"
    stated = _statements(text, markdown=True)
    assert "Done: order the black varnish" in [s.resolved for s in stated]
    assert "To do: paint the old window" in [s.resolved for s in stated]


def test_notes_below_what_they_are_about_are_read_apart() -> None:
    text = "books lent\nBo has the river book\nthe mill diary -> Ida\nthe drill -> Ole Lind\n"
    (found,) = _statements(text, markdown=True)
    said = "books lent; Bo has the river book; the mill diary -> Ida; the drill -> Ole Lind"
    assert found.resolved == said
    assert "Ida" not in {fact.object for fact in found.facts}


def test_a_heading_with_nothing_below_is_stated_if_it_says_something(tmp_path: Path) -> None:
    (tmp_path / "a.org").write_text(
        "#+TITLE: Projects\n\n* Borrow\n** TODO Borrow the ladder of Lasse\n* Roof\n"
        "The felt has gone.\n* Ideas\n",
        encoding="utf-8",
    )
    [document] = read_path(tmp_path / "a.org")
    assert isinstance(document, Document)
    chunk = Chunk("c1", "s1", "", "", document.text, 0, len(document.text), 0, 1)
    topics = RulesExtractor().extract(document, [chunk])[0].topics
    assert [s.text for topic in topics for s in topic.statements] == [
        "TODO Borrow the ladder of Lasse",
        "The felt has gone.",
    ]


def test_a_heading_that_asks_is_stated_with_its_answer() -> None:
    text = "# Help\n\n## Where is the kitchen?\n\nOn floor 3. It has a kettle.\n\n## Who asks?\n"
    stated = [s.text for s in _statements(text, markdown=True)]
    assert stated == ["Where is the kitchen? On floor 3.", "It has a kettle."]


@pytest.mark.parametrize(("asks", "answers"), [("Q.", "A."), ("Q:", "A:"), ("**Q:**", "**A:**")])
def test_an_answer_is_stated_with_its_question(asks: str, answers: str) -> None:
    text = (
        f"{asks} How many were torn?\n{answers} Nineteen.\n\n"
        f"{asks} Who saw it?\n{answers} The clerk of the port saw it.\n\nHe left the next day."
    )
    assert _texts(text) == [
        f"{asks} How many were torn? {answers} Nineteen.",
        f"{asks} Who saw it? {answers} The clerk of the port saw it.",
        "He left the next day.",
    ]


def test_the_date_of_an_entry_of_a_diary_is_stated_with_it() -> None:
    text = "Jan. 1. Wed.  Hard frost. Dined on a goose.\nApr. 22. Tu.  She asked for a week.\n"
    assert _texts(text)[0].startswith("Jan. 1. Wed. Hard frost.")
    assert "Apr. 22. Tu. She asked for a week." in _texts(text)


def test_an_item_is_embedded_with_what_announces_it() -> None:
    text = (
        "The tenant agrees:\n(a) not to load the floor with more than five tons;\n"
        "(b) to paint the doors. The colour is green.\n\nThe rent is paid monthly.\n"
    )
    assert _readings(text) == [
        "The tenant agrees:",
        "The tenant agrees: (a) not to load the floor with more than five tons;",
        "The tenant agrees: (b) to paint the doors.",
        "The tenant agrees: The colour is green.",
        "The rent is paid monthly.",
    ]
    assert _texts(text)[1] == "(a) not to load the floor with more than five tons;"


@pytest.mark.parametrize(
    ("item", "term"),
    [
        ("- `max_open`: How many gates may be open. Default 25.", "max_open:"),
        ("* **Gate** (text, required): Which gate it is. May be empty.", "Gate (text, required):"),
        ("**Gates:** Those of the pier. There are 25.", "Gates:"),
        ("- `__gate__` - Opens the gate of the pier. Takes a minute.", "__gate__:"),
        ("1. `gate`: Opens the gate.\n   Takes a minute.", "gate:"),
        ("Sluice gate\n: A gate that slides. Seldom of wood.", "Sluice gate:"),
    ],
)
def test_a_short_sentence_of_a_definition_is_embedded_with_the_term(item: str, term: str) -> None:
    detail = _statements(f"{item}\n", markdown=True)[-1]
    assert detail.resolved == f"{term} {detail.text}"


@pytest.mark.parametrize(
    "text",
    [
        "- `gate` is a number. Default 25.",
        "**Note:** Do not open the gate. There are 25.",
        "`gate`: Opens the gate.\n\nThere are 25.",
        "- `gate`: Opens the gate.\n- There are 25.",
        "- `gate`: Opens the gate.\n\nAnna Berg: We went to the pier with all the others.\n"
        "Carl Dahl: There are 25.",
        f"- `gate`: Opens the gate. There are {'very ' * 20}many.",
    ],
)
def test_a_sentence_behind_a_definition_has_no_term(text: str) -> None:
    assert not _statements(f"{text}\n", markdown=True)[-1].resolved


def test_a_turn_is_embedded_with_the_question_that_it_answers() -> None:
    text = (
        "20:11 - Petra: Does anyone have the key to the shed? Ida needs it\n"
        "20:14 - Ros: It hangs behind my fridge\n20:15 - Petra: thank you very much\n"
    )
    assert _readings(text) == [
        "20:11 - Petra: Does anyone have the key to the shed? Ida needs it",
        "Does anyone have the key to the shed? 20:14 - Ros: It hangs behind my fridge",
        "20:15 - Petra: thank you very much",
    ]


@pytest.mark.parametrize(
    ("asks", "question"),
    [
        ("who has the boat key", "who has the boat key"),
        ("hey. how much each", "how much each"),
        ("the oars came, did u pay", "did u pay"),
        ("من معه مفتاح القارب؟", "من معه مفتاح القارب؟"),
    ],
)
def test_a_question_may_lack_its_mark_or_have_another(asks: str, question: str) -> None:
    text = f"20:11 - Petra: {asks}\n20:14 - Ros: my brother Tom told me\n"
    assert _readings(text)[1] == f"{question} 20:14 - Ros: my brother Tom told me"


def test_who_asks_may_go_on_before_another_answers() -> None:
    more = "The whole harbour was full of boats from Velmar and it rained all day long there."
    text = f"Petra: {more} Who has the key?\nI need it on the pier.\nRos: my brother has one\n"
    text += "Petra: thank you very much\n"
    assert _readings(text)[-2:] == [
        "Who has the key? Ros: my brother has one",
        "Petra: thank you very much",
    ]


@pytest.mark.parametrize("says", ["I know who has the key", "did the shopping", "who knows"])
def test_what_asks_nothing_is_no_question_of_the_next_turn(says: str) -> None:
    text = f"20:11 - Petra: ok then {says}\n20:14 - Ros: my brother Tom told me\n"
    assert _readings(text)[-1] == "20:14 - Ros: my brother Tom told me"


def test_a_question_is_answered_by_another_only() -> None:
    text = "20:11 - Petra: who has the boat key\n20:14 - Petra: my brother came by\n"
    assert _readings(text)[1] == "20:14 - Petra: my brother came by"


def test_items_of_a_list_within_a_list_are_embedded_with_what_both_announce() -> None:
    text = (
        "- Summer\n  - beach towels for four people\n  - factor 50\n- Winter\n"
        "  - ski passes of last year\n- Call the bank about the loan\n\nNothing else.\n"
    )
    assert _readings(text) == [
        "Summer beach towels for four people",
        "Summer factor 50",
        "Winter ski passes of last year",
        "Call the bank about the loan",
        "Nothing else.",
    ]


def test_a_name_left_of_an_item_begins_something_of_its_own() -> None:
    text = "Goals\n  - ship version two\n  - hire Tom, he is good\nRisks\n  - rain on the day\n"
    assert _readings(text) == [
        "Goals ship version two",
        "Goals hire Tom, he is good",
        "Risks rain on the day",
    ]


def test_records_that_follow_on_one_another_are_parted() -> None:
    text = (
        "Berlin office\n  rent: 4,200 a month\n  lease until 2027\nOslo office\n"
        "  rent: 3,900 a month\n"
    )
    assert _texts(text) == [
        "Berlin office rent: 4,200 a month lease until 2027",
        "Oslo office rent: 3,900 a month",
    ]


TRANSCRIPT = """\
Ann Hale  00:02
So the prototype weighs 390 grams.

Bob Ost  00:19
And they wear gloves at work.

Ann Hale  00:31
I tested it in the cold store.
"""


def test_a_line_with_a_name_and_a_time_says_who_speaks_below_it() -> None:
    assert _texts(TRANSCRIPT) == [
        "Ann Hale 00:02 So the prototype weighs 390 grams.",
        "Bob Ost 00:19 And they wear gloves at work.",
        "Ann Hale 00:31 I tested it in the cold store.",
    ]
    assert _texts(TRANSCRIPT.replace("\n\n", "\n")) == _texts(TRANSCRIPT)
    assert _readings(TRANSCRIPT)[2] == "Ann Hale 00:31: I tested it in the cold store."


def test_the_points_of_a_programme_are_no_turns() -> None:
    text = "Doors  19:00\nfoyer\n\nBreak  20:10\nfoyer\n\nBreak  21:10\nfoyer"
    assert _readings(text) == ["Doors 19:00 foyer", "Break 20:10 foyer", "Break 21:10 foyer"]


@pytest.mark.parametrize(
    ("you", "bot"),
    [
        ("**You said:**", "**ChatGPT said:**"),
        ("You said:", "ChatGPT said:"),
        ("#### You said:", "##### ChatGPT said:"),
        ("## User", "## Assistant"),
        ("**User:**", "**Assistant:**"),
        ("## 👤 User", "## 🤖 Assistant"),
    ],
)
def test_the_marks_of_a_chat_with_an_assistant_are_said_with_the_words(you: str, bot: str) -> None:
    text = f"{you}\n\nWe have three workers. Is that enough?\n\n{bot}\n\nYes, for now it is.\n\n"
    found = _readings(text + f"{you}\n\nThen I am glad of it.\n", markdown=True)
    who, other = (mark.strip("#*: 👤🤖") for mark in (you, bot))
    assert [reading.replace("👤 ", "").replace("🤖 ", "") for reading in found] == [
        f"{who}: We have three workers. Is that enough?",
        f"Is that enough? {other}: Yes, for now it is.",
        f"{who}: Then I am glad of it.",
    ]


def test_the_mark_of_a_chat_above_a_list_belongs_to_its_items() -> None:
    text = "**User:**\n\nHow do I cook it?\n\n**Assistant:**\n\n- peel it well\n- boil it long\n"
    assert _readings(text, markdown=True)[1:] == [
        "Assistant: peel it well",
        "Assistant: boil it long",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## User\n\nA user logs in.\n\n## Assistant\n\nAn assistant helps.\n",
        "**Example:**\n\nIt is red now.\n\n**Example:**\n\nIt is green now.\n",
        "He said:\n\nI am late today.\n\nShe said:\n\nSo you are.\n\nHe said:\n\nYes, I am.\n",
    ],
)
def test_headings_and_labels_that_come_back_are_no_turns(text: str) -> None:
    assert any(s.text.endswith(("logs in.", "red now.", "late today.")) for s in _statements(text))
    assert not any(s.text.startswith(("User", "Example")) for s in _statements(text, markdown=True))


@pytest.mark.parametrize(
    "head",
    [
        "### ann-b commented on 3 May 2024",
        "### @ann-b commented 2 weeks ago",
        "**ann-b** commented on May 3, 2024",
        "[ann-b](https://tracker.example/ann-b) commented on May 3, 2024",
    ],
)
def test_a_comment_is_stated_with_who_wrote_it_and_when(head: str) -> None:
    text = f"# It crashes\n\nLabels are two.\n\n{head}\n\nI use version 2 on the boat.\n"
    found = _readings(text, markdown=True)
    assert len(found) == 2
    assert found[1].lstrip("@").startswith("ann-b commented ")
    assert found[1].endswith(": I use version 2 on the boat.")


def test_a_sentence_on_a_comment_is_no_head() -> None:
    text = "**Ann** commented on the 3 drafts.\n\nThey were good.\n"
    assert [s.text for s in _statements(text, markdown=True)] == [
        "**Ann** commented on the 3 drafts.",
        "They were good.",
    ]


def test_a_question_in_bold_is_stated_with_its_answer() -> None:
    text = (
        "**Why was the gear rusted?**\n\nBecause nobody greased it. I did.\n\n"
        "**You left the plant. Why?**\n\nWe had no choice left.\n\n**Was it?**\n\n- Yes it was\n"
    )
    assert [s.text for s in _statements(text, markdown=True)][:3] == [
        "**Why was the gear rusted?** Because nobody greased it.",
        "I did.",
        "**You left the plant. Why?** We had no choice left.",
    ]


@pytest.mark.parametrize(
    "begins",
    [
        "Mar 14 03:11:58 melby-3 sshd[2211]:",
        "<34>Oct  1 22:14:15 melby-3 su:",
        '10.0.0.7 - odile [14/Mar/2025:03:15:01 +0000] "GET /tides HTTP/1.1"',
        "2025/03/14 03:15:01 [error] 17#17:",
        "14.03.2025 03:15:01",
        "Mar 14, 2025 3:15:01 AM melby.Tides run",
        "[Fri Mar 14 03:15:01.123456 2025]",
        "E0314 03:15:12.100001 1 tides.go:88]",
        "[   12.345678] usb 1-1:",
        "[WARN]",
        "ERROR -",
        "WARNING:",
        "INFO  melby.tides",
        'level=warn msg="slow"',
        "melby.tides.GaugeLost:",
        "ValueError:",
        "Caused by: melby.GaugeLost:",
        "melby.tides.TideException\n",
    ],
)
def test_each_line_of_a_log_is_a_statement(begins: str) -> None:
    lines = [f"{begins} gauge {n} of the pier is silent" for n in (1, 2, 3)]
    assert _texts("\n".join(lines)) == [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize(
    "begins",
    [
        "Mar 14 was cold",
        "Error rates fell",
        "INFO desks",
        "e.g. Melby",
        "panic set in",
        "Node.JS",
        "on 3.4.2021 as",
    ],
)
def test_a_wrapped_line_of_prose_is_no_line_of_a_log(begins: str) -> None:
    text = f"The harbour office said that\n{begins} the storm went on"
    assert _texts(text) == [" ".join(text.split())]


@pytest.mark.parametrize("part", ["a.", "x ", "[", "Mar 1", "Error", "a" * 60 + "."])
def test_long_lines_are_parted_in_linear_time(part: str) -> None:
    def parts(n: int) -> object:
        text = f"The log says\n{part * n}"
        return list(line_parts(text, 0, len(text), (), is_markdown=True))

    check_linear(parts, 400_000 // len(part))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        (
            "Mit freundlichen Grüßen\nJette Ohlsen\nAmselweg 3\n80999 Talheim",
            "Mit freundlichen Grüßen; Jette Ohlsen; Amselweg 3; 80999 Talheim",
        ),
        (
            "Kind regards,\nMira Holt\nHolt Travel\nmira@holt.example\n12 Mill Lane",
            "Kind regards, Mira Holt; Holt Travel; mira@holt.example; 12 Mill Lane",
        ),
    ],
)
def test_lines_of_an_address_are_parted_where_they_are_read(text: str, reading: str) -> None:
    before = "I have sent you the two keys of the boat house by post this morning.\n\n"
    assert reading in _readings(before + text)


@pytest.mark.parametrize(
    "text",
    [
        "We thank Mira Holt of the\nUniversity of Norwick and Ada\nBerg of Sund.",
        "The keys are with Mira Holt\nOhlsen and her brother in\nTalheim until Monday.",
        "Report Of Nordwind Handels\nGesellschaft",
    ],
)
def test_a_name_goes_on_where_the_text_is_wrapped(text: str) -> None:
    assert _readings(text) == [" ".join(text.split())]


def test_fields_with_a_blank_before_their_colon_are_parted() -> None:
    text = "Lieu : 11, rue des Tanneurs\nDate : le 3 mai"
    assert _readings(text) == ["Lieu : 11, rue des Tanneurs; Date : le 3 mai"]


@pytest.mark.parametrize("ask", ["how much each", "Coming?", "متى يصل القطار؟"])
def test_few_words_are_a_talk_where_one_asks(ask: str) -> None:
    text = f"Mira: hi\nOle: hello\nMira: {ask}\nOle: yes, 12"
    assert _texts(text)[-2:] == [f"Mira: {ask}", "Ole: yes, 12"]
    assert _readings(text)[-1] == f"{ask} Ole: yes, 12"


def test_fields_that_come_again_without_a_question_are_no_talk() -> None:
    text = "Part: pump\nShelf: 4\nPart: valve\nShelf: 5"
    assert _texts(text) == [" ".join(text.split())]


HEADER = "From: Ilse Brook <i@x.example>\nSubject: Eggs\n\nThe eggs come on Friday.\n\n"


@pytest.mark.parametrize(
    "lines",
    [
        ["Ilse Brook", "Sales manager, Tarn Farm"],
        ["Ilse Brook", "Treasurer", "Tarn Farm Ltd", "Tel. 01234 567", "www.tarn.example"],
        ["Ilse Brook", "Treasurer", "Town Hall of Tarn"],
    ],
)
@pytest.mark.parametrize("above", [HEADER, "The eggs came.\n\nBest regards,\n\n"])
def test_lines_of_a_signature_are_parted_where_they_are_read_and_make_no_fact(
    above: str, lines: list[str]
) -> None:
    signed = _statements(above + "\n".join(lines) + "\n")[-1]
    assert signed.text == " ".join(lines)
    assert signed.resolved == "; ".join(lines)
    assert not [fact for fact in signed.facts if fact.object]


@pytest.mark.parametrize(
    "lines",
    [
        "Ilse Brook\nsold the mill to Bo Lund.",  # a sentence that a program broke
        "Ilse Brook\nSold all the eggs today.",
        "Upper Tarn\nBridge",  # nobody who was named
    ],
)
def test_a_name_that_a_sentence_begins_with_signs_nothing(lines: str) -> None:
    assert _readings(HEADER + lines)[-1] == lines.replace("\n", " ")


def test_what_stands_below_the_name_that_signs_is_told_of_it() -> None:
    text = (
        "The eggs come on Friday.\n\nYours sincerely\nDr Ilse Brook\nHead of the Dairy, Tarn Farm\n"
    )
    assert _readings(f"{text}\nThe shop is shut on Monday.")[-3:] == [
        "Dr Ilse Brook",
        "Dr Ilse Brook: Head of the Dairy, Tarn Farm",
        "The shop is shut on Monday.",
    ]


@pytest.mark.parametrize("greeting", ["Best", "Many thanks,", "All the best"])
def test_a_first_name_below_a_greeting_is_parted_from_it(greeting: str) -> None:
    text = f"The eggs came.\n\n{greeting}\nIlse\n\nThe shop is shut."
    assert f"{greeting}; Ilse".replace(",;", ",") in _readings(text)
    assert (
        _readings("The eggs came.\n\nIlse\nPS The shop is shut")[-1] == "Ilse; PS The shop is shut"
    )


@pytest.mark.parametrize(
    "signed", ["Ada Holm met Bo Lund.\n\nBo Lund\nTreasurer\n\n", "Best\nAda\n", "Best\nPS\n"]
)
def test_signatures_are_found_in_linear_time(signed: str) -> None:
    check_linear(lambda size: Signatures(signed * size), 2_000)


@pytest.mark.parametrize("lead", ["We do not pay for", "You must not climb it"])
def test_a_line_that_its_items_end_announces_them_without_a_colon(lead: str) -> None:
    text = f"{lead}\n- in the dark; or\n- without a rope.\n\nThe rent is paid monthly.\n"
    items = [one.resolved for one in _statements(text) if "rope" in one.text or "dark" in one.text]
    assert items == [f"{lead} in the dark; or", f"{lead} without a rope."]


@pytest.mark.parametrize("line", ["The rent is paid monthly.", "Prices of May;"])
def test_a_sentence_with_its_stop_announces_no_items(line: str) -> None:
    text = f"{line}\n- in the dark; or\n- without a rope.\n"
    assert all(line not in one.resolved or one.text == line for one in _statements(text))


def test_an_item_with_fields_is_one_statement() -> None:
    text = (
        "- A-1: Paint the boat. Owner: Ann Hale. Due 3 May.\n"
        "- A-2: Mend the pier.\n  Owner: Bo Orr. Done.\n"
        "- A-3: Sell the nets. They are old.\n\nOwner: Ann Hale.\n"
    )
    assert [" ".join(one.split()) for one in _texts(text)] == [
        "A-1: Paint the boat. Owner: Ann Hale. Due 3 May.",
        "A-2: Mend the pier. Owner: Bo Orr. Done.",
        "A-3: Sell the nets.",
        "They are old.",
        "Owner: Ann Hale.",
    ]


def test_a_sentence_that_comes_back_is_read_with_what_it_belongs_to() -> None:
    text = (
        "1. The roof leaks. Nobody has looked at it.\n"
        "2. The lamp is out. Nobody has looked at it.\n\nThe clock stands still.\n\n"
        "Nobody has looked at it."
    )
    assert [one for one in _readings(text) if one.endswith("looked at it.")] == [
        "1. The roof leaks. Nobody has looked at it.",
        "2. The lamp is out. Nobody has looked at it.",
        "The clock stands still. Nobody has looked at it.",
    ]


def test_what_a_sentence_that_comes_back_belongs_to_stands_below_its_heading() -> None:
    text = "# Roof\n\nIt leaks.\n\n# Lamp\n\nNobody has looked.\n\n# Pier\n\nNobody has looked.\n"
    assert _readings(text, markdown=True) == [
        "It leaks.",
        "Nobody has looked.",
        "Nobody has looked.",
    ]


def test_a_label_in_bold_type_opens_what_follows_it_in_its_paragraph() -> None:
    text = (
        "**Aim.** We measure sleep. **Methods.** We asked sixty people. "
        "**Results:** They slept.\n\n"
        "**Budget.** The plan said four million. The contract says five.\n\nThe end is near."
    )
    assert _readings(text, markdown=True) == [
        "Aim. We measure sleep.",
        "Methods. We asked sixty people.",
        "Results: They slept.",
        "Budget. The plan said four million.",
        "Budget: The contract says five.",
        "The end is near.",
    ]


def test_a_quotation_right_below_a_line_of_markdown_is_a_statement_of_its_own() -> None:
    text = "All milk was negative.\n> NB incubator two\n> showed 39 degrees.\n"
    assert _readings(text, markdown=True) == [
        "All milk was negative.",
        "NB incubator two showed 39 degrees.",
    ]


def test_a_remark_in_italics_that_ends_an_item_opens_no_next_one() -> None:
    text = "- The boat is painted in April. *Not the mast.*\n- The mast is oiled by Oda Mills.\n"
    assert _readings(text, markdown=True) == [
        "The boat is painted in April.",
        "Not the mast.",
        "The mast is oiled by Oda Mills.",
    ]
