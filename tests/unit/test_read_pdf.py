"""PDF files: words, paragraphs, columns, tables, headings, pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from graphrag_neo4j.model import Document, Place
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.pdf_file import At, lines, write_pdf


def one(path: Path) -> Document:
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


def failure(path: Path) -> Unreadable:
    [item] = read_path(path)
    assert isinstance(item, Unreadable), item
    return item


def test_lines_become_paragraphs(tmp_path: Path) -> None:
    first = [
        "This is a long line of a paragraph which was wrapped at the exam-",
        "ple width of the page and it goes on for a while until it comes to",
        "an end.",
        "Another paragraph starts here and it is also as wide as the others.",
    ]
    pages = lines(first), lines(["Second page."])
    document = one(write_pdf(tmp_path / "the_paper.pdf", *pages))
    assert document.text == (
        "This is a long line of a paragraph which was wrapped at the example width of the page and "
        "it goes on for a while until it comes to an end.\n\n"
        "Another paragraph starts here and it is also as wide as the others.\n\nSecond page."
    )
    assert document.title == "The paper"
    assert document.metadata == {"pages": 2}
    second = document.text.index("Second")
    assert document.places == (Place(0, "page", "1"), Place(second, "page", "2"))


def test_words_that_a_file_only_moves_apart_are_parted(tmp_path: Path) -> None:
    words: list[At] = [
        (50, 700, "access"),
        (86.5, 700, "to"),
        (100.5, 700, "an"),
        (117, 700, "account"),
    ]
    assert one(write_pdf(tmp_path / "a.pdf", words)).text == "access to an account"


def test_notes_at_the_foot_do_not_part_a_sentence(tmp_path: Path) -> None:
    first: list[At] = [
        *lines(["The board met in the old harbour house on the pier, and the"], top=200),
        (50, 90, "1 It was built in 1904 by the town.", 8),
        (50, 78, "2 See the annual report of Melby.", 8),
    ]
    second = lines(["chair opened it."])
    document = one(write_pdf(tmp_path / "a.pdf", first, second))
    assert document.text.split("\n\n") == [
        "The board met in the old harbour house on the pier, and the chair opened it.",
        "1 It was built in 1904 by the town.",
        "2 See the annual report of Melby.",
    ]
    assert [place.name for place in document.places] == ["1", "2", "1"]


def test_a_line_of_prose_may_begin_with_code(tmp_path: Path) -> None:
    words: list[At] = [
        (50, 700, "Of the new functions that replace what is missing the third is"),
        (50, 686, "na.spline", 11, "code"),
        (112, 686, "and all of them are introduced in a later section of this text."),
        (50, 640, "fill <- na.spline", 11, "code"),
        (50, 626, "plot", 11, "code"),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", words))
    assert document.text.split("\n\n") == [
        "Of the new functions that replace what is missing the third is na.spline and all of them "
        "are introduced in a later section of this text.",
        "fill <- na.spline\nplot",
    ]
    [code] = document.blocks
    assert (code.kind, document.text[code.start : code.end]) == ("code", "fill <- na.spline\nplot")


def test_a_letter_written_on_a_typewriter_is_prose(tmp_path: Path) -> None:
    said = [
        "The crane on the south pier has been out of order since March, and",
        "nobody knows who is to repair it.",
    ]
    words: list[At] = [(50, 700 - 14 * n, text, 11, "code") for n, text in enumerate(said)]
    document = one(write_pdf(tmp_path / "a.pdf", words))
    assert (document.text, document.blocks) == (" ".join(said), ())


def test_the_hyphen_of_a_compound_stays_where_it_is_wrapped(tmp_path: Path) -> None:
    text = one(
        write_pdf(
            tmp_path / "a.pdf",
            lines(
                [
                    "A kernel-based method was chosen for it, and of all the kernel-",
                    "based methods that were ever tried in the laboratory this exam-",
                    "ple did best, as it had been tested on texts from the whole pre-",
                    "and postwar time.",
                ]
            ),
        )
    ).text
    assert "of all the kernel-based methods" in text
    assert "this example did best" in text
    assert "the whole pre- and postwar time" in text


def test_ligatures_of_fonts_without_a_name_are_read(tmp_path: Path) -> None:
    words: list[At] = [
        (50, 700, "The \x1crst e\x1bect was su\x1ecient to in\x1duence it.", 11, "bitmap"),
        (50, 660, "A \x10\x1cxed\x11 age of 50\x1559 years \x16 or o\x1b.", 11, "bitmap"),
        (50, 620, "It \x0cts the \x0boors.", 11, "bitmap"),
        (50, 580, "x \x1c y \x0f z", 11, "bitmap"),  # signs of a formula
    ]
    text = one(write_pdf(tmp_path / "a.pdf", words)).text
    assert text.split("\n\n")[:3] == [
        "The first effect was sufficient to influence it.",
        "A “fixed” age of 50–59 years — or off.",
        "It fits the ffoors.",
    ]
    assert "fi" not in text.split("\n\n")[3]


DINGBATS = dict(zip("abcdefilmnopuv\x1b\x1c", "❛❜❝❞❡❢✐❧♠♥♦♣✉✈✛✜", strict=True))
"""What Ghostscript says that the characters of TeX's fonts are, by their names ("a101")."""


def test_letters_that_pass_for_dingbats_are_letters(tmp_path: Path) -> None:
    said = "The random e\x1bects are unobserved, and the posterior mode is \x1cnite."
    words: list[At] = [(50, 700, said, 11, "bitmap")]
    text = one(write_pdf(tmp_path / "a.pdf", words, meant=DINGBATS)).text
    assert text == "The random effects are unobserved, and the posterior mode is finite."


def test_dingbats_that_are_meant_stay(tmp_path: Path) -> None:
    plain = "A flower stands before what was done in the course of the last week."
    words: list[At] = [(50, 700, "f", 11, "bitmap"), (70, 700, plain)]
    assert one(write_pdf(tmp_path / "a.pdf", words, meant=DINGBATS)).text == f"❢ {plain}"


def test_an_accent_over_a_letter_is_one_with_it(tmp_path: Path) -> None:
    words: list[At] = [
        (50, 700, "universit"),
        (90.5, 700, "\\310"),  # a diaeresis, and the letter below it
        (91, 700, "at Wien"),
        (50, 660, "the so called \\301auto mode"),
    ]
    text = one(write_pdf(tmp_path / "a.pdf", words)).text
    assert text == "universität Wien\n\nthe so called `auto mode"


def test_large_type_at_the_top_is_the_title(tmp_path: Path) -> None:
    body = lines(["The harbour of Melby has two piers, and a crane on each."] * 5, top=600)
    top: list[At] = [
        (50, 760, "12 May 2021", 9),
        (50, 720, "Piers and Cranes:", 20),
        (50, 696, "a Report", 20),
    ]
    assert one(write_pdf(tmp_path / "x17.pdf", [*top, *body])).title == "Piers and Cranes: a Report"
    one_word: list[At] = [(50, 720, "INVOICE", 20), *body]
    assert one(write_pdf(tmp_path / "melby_2021.pdf", one_word)).title == "Melby 2021"
    below: list[At] = [*body, (50, 300, "Piers and Cranes", 20)]
    assert one(write_pdf(tmp_path / "melby_2021.pdf", below)).title == "Melby 2021"


def test_a_damaged_title_does_not_cost_the_text(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "crew_list.pdf", lines(["The crew of the ship."]))
    half = b"<FEFFD83D>"  # the first half of an emoji
    info = b"<< /Title " + half + b" >>"
    path.write_bytes(path.read_bytes().replace(b"/Root 1 0 R", b"/Root 1 0 R /Info " + info))
    writer = PdfWriter(clone_from=path)
    writer.add_outline_item(title="Crew", page_number=0)
    writer.write(tmp_path / "b_list.pdf")
    damaged = (tmp_path / "b_list.pdf").read_bytes()
    (tmp_path / "b_list.pdf").write_bytes(damaged.replace(b"/Title (Crew)", b"/Title " + half))
    for name, title in (("crew_list.pdf", "Crew list"), ("b_list.pdf", "B list")):
        document = one(tmp_path / name)
        assert (document.title, document.text) == (title, "The crew of the ship.")


def test_a_sentence_goes_on_over_the_page(tmp_path: Path) -> None:
    pages = lines(["The board met in the old harbour house and the"]), lines(["chair opened it."])
    document = one(write_pdf(tmp_path / "a.pdf", *pages))
    assert document.text == "The board met in the old harbour house and the chair opened it."
    assert document.text[document.places[1].start :] == "chair opened it."
    torn = lines(["The board met in the old harb-"]), lines(["our house."])
    document = one(write_pdf(tmp_path / "b.pdf", *torn))
    assert document.text == "The board met in the old harbour house."
    assert document.places[1].name == "2"


def _pages_with_heads(count: int) -> list[list[At]]:
    return [
        [
            (50, 760, f"The Harbour Manual {n}"),
            *lines([f"Ship {chr(64 + n)} is long.", "It has a crew."], top=700),
            (300, 30, str(n)),
        ]
        for n in range(1, count + 1)
    ]


def test_running_heads_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    text = one(write_pdf(tmp_path / "a.pdf", *_pages_with_heads(4))).text
    assert text.count("Harbour Manual") == 1  # on the first page it may be the title
    assert all(f"Ship {ship} is long." in text for ship in "ABCD")
    assert not any(line.isdigit() for line in text.splitlines())


def test_what_stands_on_two_pages_only_is_kept(tmp_path: Path) -> None:
    text = one(write_pdf(tmp_path / "a.pdf", *_pages_with_heads(2))).text
    assert text.count("Harbour Manual") == 2


@pytest.mark.parametrize("count", [2, 4])
def test_feet_that_count_the_pages_are_left_out_of_all(tmp_path: Path, count: int) -> None:
    pages: list[list[At]] = [
        [
            (50, 760, f"Minutes of 24 April, page {n} of {count}"),
            *lines([f"Ship {chr(64 + n)} is long.", f"Rooms: {'abcd'[:n]}."], top=700),
            (50, 30, f"Savings Bank | Report 2024 {n}"),
        ]
        for n in range(1, count + 1)
    ]
    text = one(write_pdf(tmp_path / "a.pdf", *pages)).text
    assert "Savings Bank" not in text
    assert "24 April" not in text
    assert text.count("Rooms") == count


def test_a_head_that_stands_at_one_place_of_both_pages_is_read_once(tmp_path: Path) -> None:
    pages: list[list[At]] = [
        [(50, 760, "The Harbour Manual"), *lines([f"Ship {n} is long."], top=700)] for n in "AB"
    ]
    assert one(write_pdf(tmp_path / "a.pdf", *pages)).text.count("Harbour Manual") == 1


def test_two_short_pages_that_say_nearly_the_same_stay(tmp_path: Path) -> None:
    pages = [
        lines(["Ann Berg lives in Melby.", "The bridge is closed.", f"This is sheet {n}."])
        for n in (1, 2)
    ]
    text = one(write_pdf(tmp_path / "a.pdf", *pages)).text
    assert text.count("Melby") == text.count("bridge") == text.count("sheet") == 2


def test_titles_with_numbers_and_last_lines_of_two_pages_stay(tmp_path: Path) -> None:
    pages: list[list[At]] = [
        [
            (50, 760, f"Lesson {n}"),
            *lines([f"Ship {chr(64 + n)} is long.", f"It has {n * n + 3} rooms."], top=700),
        ]
        for n in (1, 2)
    ]
    text = one(write_pdf(tmp_path / "a.pdf", *pages)).text
    assert ["Lesson 1" in text, "Lesson 2" in text, text.count("rooms")] == [True, True, 2]


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = [f"Left column line {n} tells of ships and of" for n in range(1, 9)]
    right = [f"Right column line {n} tells of trains and" for n in range(1, 9)]
    rows: list[At] = [(50, 760, "A Title Across Both Columns Of This Page")]
    for n, (one_side, other) in enumerate(zip(left, right, strict=True)):
        rows += [(50, 700 - 14 * n, one_side), (320, 700 - 14 * n, other)]
    text = one(write_pdf(tmp_path / "a.pdf", rows)).text
    assert text.startswith("A Title")
    assert " ".join(left) in text and " ".join(right) in text
    assert text.index("Left column line 8") < text.index("Right column line 1")


def test_rows_of_a_table_stand_each_on_its_own(tmp_path: Path) -> None:
    cells = [
        ("Part", "Maker", "Country"),
        ("Lens", "Kestrel", "Norway"),
        ("Frame", "Umber", "Poland"),
    ]
    rows: list[At] = [
        (left, 700 - 14 * n, cell)
        for n, row in enumerate(cells)
        for left, cell in zip((50, 200, 350), row, strict=True)
    ]
    text = one(write_pdf(tmp_path / "a.pdf", rows)).text
    assert text == "Part, Maker, Country\n\nLens, Kestrel, Norway\n\nFrame, Umber, Poland"


def test_an_option_keeps_its_description(tmp_path: Path) -> None:
    rows: list[At] = []
    for n, name in enumerate("abc"):
        top = 700 - 40 * n
        rows += [
            (50, top, f"-{name}"),
            (90, top, f"Does {name} with the file that"),
            (90, top - 12, "was given."),
        ]
    text = one(write_pdf(tmp_path / "a.pdf", rows)).text
    assert text.split("\n\n") == [f"-{c} Does {c} with the file that was given." for c in "abc"]


def test_headings_come_from_the_outline(tmp_path: Path) -> None:
    body = ["Ships are long.", "1.1 Bow", "The bow is in front.", "Bowing is polite."]
    writer = PdfWriter(
        clone_from=PdfReader(write_pdf(tmp_path / "plain.pdf", lines(["1 Hull", *body])))
    )
    chapter = writer.add_outline_item(title="Hull", page_number=0)
    writer.add_outline_item(title="Bow", page_number=0, parent=chapter)
    writer.write(tmp_path / "a.pdf")
    document = one(tmp_path / "a.pdf")
    assert [(h.level, h.title) for h in document.headings] == [(1, "1 Hull"), (2, "1.1 Bow")]
    for heading in document.headings:
        assert document.text[heading.start :].startswith(f"{heading.title}\n\n")


def test_without_an_outline_large_type_makes_headings(tmp_path: Path) -> None:
    page: list[At] = [(50, 740, "Hull", 18), *lines(["Ships are long.", "They float."], top=700)]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert [(h.level, h.title) for h in document.headings] == [(1, "Hull")]


def test_text_in_larger_type_than_most_of_a_table_is_no_heading(tmp_path: Path) -> None:
    rows = [
        ("Code", "Fault", "What to do"),
        *(
            (
                f"F.{n}",
                "Low pressure of the water in the pipe",
                "Top it up and press the button twice",
            )
            for n in range(6)
        ),
    ]
    page: list[At] = [
        (50, 740, "Boiler", 20),
        *(
            (50, 700 - 16 * n, line, 11)
            for n, line in enumerate(["Turn the dial to the left.", "The setting is 55 degrees."])
        ),
        *(
            (x, 640 - 12 * n, cell, 8)
            for n, row in enumerate(rows)
            for x, cell in zip((50, 120, 330), row, strict=True)
        ),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert [heading.title for heading in document.headings] == ["Boiler"]


def test_a_letter_above_small_print_has_no_heading(tmp_path: Path) -> None:
    letter = [
        "We thank you for your order of the third of May, which we",
        "received on Monday. The goods will be sent to the address",
        "that you gave us. Please let us know whether the colour",
        "is the one that you wanted.",
    ]
    small = [
        f"Clause {n}: these terms hold for all deliveries, returns and damages of any kind."
        for n in range(8)
    ]
    page: list[At] = [
        *((50, 740 - 14 * n, line, 11) for n, line in enumerate(letter)),
        *((50, 300 - 8 * n, line, 6) for n, line in enumerate(small)),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert "We thank you" in document.text
    assert document.headings == ()


def test_without_an_outline_bold_lines_that_stand_apart_make_headings(tmp_path: Path) -> None:
    prose = [f"The ship number {n} is long and floats on the water of the bay." for n in range(8)]
    page: list[At] = [
        *lines(prose, top=740),
        (50, 600, "2. Crew and Pay", 11, "bold"),
        *lines(prose, top=570),
        (50, 430, "A sentence that is stressed.", 11, "bold"),
        (90, 400, "Term", 11, "bold"),
        (90, 386, "What a term in a list means, in a few words."),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert [heading.title for heading in document.headings] == ["2. Crew and Pay"]


def test_a_text_all_in_bold_has_no_headings(tmp_path: Path) -> None:
    page: list[At] = [(50, 740 - 30 * n, f"Ship {n} floats", 11, "bold") for n in range(9)]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert "Ship 8 floats" in document.text
    assert document.headings == ()


def test_a_large_sign_in_a_line_makes_it_no_heading(tmp_path: Path) -> None:
    page: list[At] = [
        *lines(["Ships float.", "They sink."]),
        (50, 600, "^ is a sign"),
        (150, 600, "^", 18),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert "is a sign" in document.text
    assert document.headings == ()


def test_entries_of_a_table_of_contents_are_no_headings(tmp_path: Path) -> None:
    page: list[At] = [
        (50, 740, "1 Ships . . . . . . . . 3", 18),
        (50, 700, "2 Harbours 4", 18),
        *lines(["Ships are long and float on the water.", "They sink at times."], top=600),
    ]
    document = one(write_pdf(tmp_path / "a.pdf", page))
    assert "Ships are long" in document.text
    assert document.headings == ()


def test_an_encrypted_file_is_reported(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(write_pdf(tmp_path / "plain.pdf", lines(["Secret."]))))
    writer.encrypt("password", algorithm="RC4-128")
    writer.write(tmp_path / "a.pdf")
    found = failure(tmp_path / "a.pdf")
    assert (found.kind, "encrypted" in found.reason) == ("encrypted", True)


def test_a_file_that_opens_without_a_password_is_read(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(write_pdf(tmp_path / "plain.pdf", lines(["Open."]))))
    writer.encrypt("", "owner", algorithm="RC4-128")
    writer.write(tmp_path / "a.pdf")
    assert one(tmp_path / "a.pdf").text == "Open."


def test_a_file_without_pages_or_text_is_reported(tmp_path: Path) -> None:
    PdfWriter().write(tmp_path / "none.pdf")
    assert failure(tmp_path / "none.pdf").kind == "corrupt"
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(tmp_path / "scan.pdf")
    found = failure(tmp_path / "scan.pdf")
    assert (found.kind, "no text" in found.reason) == ("scanned", True)


@pytest.mark.parametrize("content", [b"%PDF-1.7 nonsense", b"not a pdf at all"])
def test_a_broken_file_is_reported(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    found = failure(tmp_path / "a.pdf")
    assert (found.kind, "sound" in found.reason) == ("corrupt", True)


def test_running_heads_that_name_their_section_are_left_out(tmp_path: Path) -> None:
    heads = ["BOATS", "SAILS", "ROPES", "MASTS", "KEELS", "CREWS"]
    ends = ["wood", "cloth", "hemp", "pine", "lead", "salt"]
    pages = [
        [(50, 770, head), *lines([f"Here {end} is said {c} for a while." for c in "abcdefghij"])]
        for head, end in zip(heads, ends, strict=True)
    ]
    pages = [[page[0], *((x, y - 20, text) for x, y, text, *_ in page[1:])] for page in pages]
    document = one(write_pdf(tmp_path / "a.pdf", *pages))
    assert not any(head in document.text for head in heads[1:])
    assert all(f"Here {end} is said a for" in document.text for end in ends)


def test_titles_of_slides_and_first_lines_stay(tmp_path: Path) -> None:
    heads = ["Boats", "Sails", "Ropes", "Masts", "Keels", "Crews"]
    words = [f"Point {n} is short." for n in range(8)]
    slides = [[(50, 750, head, 24), *lines(words, top=700)] for head in heads]
    slides_read = one(write_pdf(tmp_path / "a.pdf", *slides))
    assert all(head in slides_read.text for head in heads)
    plain = [lines([f"{head} are what this page is about.", *words]) for head in heads]
    plain_read = one(write_pdf(tmp_path / "b.pdf", *plain))
    assert all(f"{head} are what" in plain_read.text for head in heads)
