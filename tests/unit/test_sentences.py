import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.text.sentences import sentence_spans
from tests.support.growth import check_linear

TRICKY = st.lists(
    st.sampled_from(
        [*"aB1.!?…。”'\")([]#|-* \n\t", "\n\n", ". ", "Mr.", "U.S.", "1. ", "  \n", "é"]
    )
).map("".join)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@given(st.one_of(TRICKY, st.text(max_size=200)))
def test_spans_are_ordered_trimmed_and_cover_all_words(text: str) -> None:
    before = 0
    for start, end in sentence_spans(text):
        assert before <= start < end <= len(text)
        assert not text[before:start].strip()
        assert text[start:end] == text[start:end].strip()
        before = end
    assert not text[before:].strip()


@pytest.mark.parametrize(
    "text",
    [
        "Lift from the station, arr. 12.48 on Sunday.",
        "A profit of £4 11s. 6d. is left, by a tin of 5lb. 4½oz. of tea.",
        "Sie wohnt in der Seestr. 9 in Kiel.",
        "Das Urteil hat die 4. Zivilkammer gesprochen.",
        "Die Tür bleibt wg. Hochwasser offen, sagt Fam. Ahlers, vorauss. Mai, Hausverw. Nord.",
        "Dr. Smith met Mrs. Jones on Jan. 5 at St. Maurice's Abbey.",
        "J. R. R. Tolkien wrote to George W. Bush of the U.S. Senate.",
        "We met J. A. Ohlsen on the quay.",
        "Amazon.com, Inc. Chief Executive Andy Jassy spoke, e.g. about No. 5 of vol. 3.",
        "Teutberga( died 11 November 875) was a queen of Lotharingia by marriage.",
        'He asked, "What?" and left.',
        "It cost $3.5 million ... and more.",
        "Tarn Corp. Chairman Ola Vik met the heads of Norl Ltd.",
        "The register of his burial was signed\nby the clergyman, the clerk and\nthe mourner.",
        "1. The first point of a list.",
        "Superseded by [9. Use Kafka](0009-use-kafka.md).",
        "Iryna et al. Kyiv studied v. 2 of it.",
        "I am, Sir, yr. obedt. servant, Capt. Hy. Musgrave of Bldg. Seven.",
        "Wendlebury, ye 9th of Novr. 1843, to Robt. Nye.",
        "Policy No. HC-774-2091-K and VAT No. GB 555 0199 21 are theirs.",
        "Lüneburg, den 4. Advent 1957",
        "Il sig. Rossi e l'avv. Bianchi, pag. 4, vedono dhr. Bos.",
        "Downham Market, Stn.     0643  0733   0821",
        "Cannery Road   0621   ...   0759",
        "No.   Child      Abode        Baptised",
        "9 G. Holm wrote to Team 3 J. Vik of 400 N. Main Street and 12 W. Oak Lane.",
        "They live at 400 W. Monroe.",
        "- **tarn** (n.) – a lake in the hills",
        "**skirl** (v. i.) To sound like pipes",
        "der Kahn (m./pl.) Boot ohne Segel",
        "Anna Nye, b. 1850 m. Robert Oake, was up at 8 A. M. Monday.",
        "In 1998 A. Berg paid 5 s. 10 d. for it.",
        "The van, reg. TK19 LOM, has 9 seats incl. Ida, and was serviced each May exc. 2021.",
        "On 3 Sept. Ohlsen sailed, and by 1 Nov. 1844 he was back, or 2 Jan. Feb. at the latest.",
        "303   Albert Edward    Robt. & Jane Nye    Tanner St.    22 Apr 1849",
    ],
)
def test_one_sentence_stays_whole(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "parts",
    [
        ["Marley was dead.", "There is no doubt."],
        ['"Mind!"', '"I do not mean it."'],
        ["He lives in the U.S.", "The house is old."],
        ["They founded Acme Inc.", "It grew."],
        ["Norl Ltd was sold to Tarn Corp.", "Norl Ltd makes pumps."],
        ["It was 1843.", "12 people came.", "Why?", "Nobody knows!"],
        ["Boats go ashore by 1 Nov.", "Oars stay."],
        ["The front stalled at 1800 UTC 27th Oct.", "Seas ran high."],
        ["(It rained.", "We left.)", "Then it cleared."],
        ["We left (it rained.)", "Then it cleared."],
        ["A face :( It rained.", "We left (late)."],
        ["He died in 1990.[12]", "She wept."],
        ["(He slept.)", "Then he woke."],
        ["Öl wurde teuer.", "Ärzte warnten."],
        ["Is it theirs?", "No.", "Ask Otto."],
        ["Er sah den 4.", "Er war neu."],
        ["The mill stood in the valley.¹", "It burned."],
        ["It went to Ann (the lot.)", "Nobody came."],
        ["They sold (e.g. to us.)", "Then they left."],
    ],
)
def test_sentences_are_parted(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_sentences_set_two_blanks_apart_are_no_row() -> None:
    text = "He ran.  She sat.  They went home, as\nit was late.  Rain fell."
    assert len(sentences(text)) == 4


def test_pieces_of_justified_prose_are_no_row() -> None:
    text = "to  do when  creating  a new  user  account.  For  example,  if you  have\nso."
    assert len(sentences("A list of things\n" + text)) == 2


@pytest.mark.parametrize(
    "parts",
    [
        ["The pump is fused at 16 A.", "Check the seal first."],
        ["Set the lamp to 12 V.", "Open the valve."],
        ["The tape was used over 1,600 m.", "Is it too long?"],
        ["Der Motor läuft mit 12 V.", "Prüfen Sie den Schalter."],
        ["Both hang on a motor of 300 W.", "Lamps burn now."],
        ["It rose to 90 °C.", "Last Tuesday it broke."],
        ["Keep it at 5 C.", "Bread goes there too."],
        ["Add 2.5 l.", "Stir for 30 s.", "Press start."],
    ],
)
def test_the_unit_of_a_number_is_no_initial(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_cjk_sentences_need_no_space() -> None:
    assert sentences("今日は。「元気？」はい！") == ["今日は。", "「元気？」", "はい！"]


@pytest.mark.parametrize(
    "parts",
    [
        ["पंप टूट गया है।", "ओले उसे ठीक करेगा।", "बैठक कल होगी।"],
        ["پمپ ٹوٹ گیا ہے۔", "اولے اسے ٹھیک کرے گا۔"],
        ["هل المضخة مكسورة؟", "نعم، سيصلحها أولي."],
        ["ပန့်ပျက်သည်။", "အိုလေပြင်မည်။"],
        ["ម៉ាស៊ីនបូមខូច។", "អូឡេនឹងជួសជុល។"],
        ["ፓምፑ ተሰብሯል።", "ኦሌ ይጠግነዋል።"],
    ],
)
def test_each_script_has_its_own_full_stop(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_markdown_blocks_are_sentences_of_their_own() -> None:
    text = "# Title\nA line\ngoes on\n\n- one\n- two\n| a | b |\n| c | d |\nEnd"
    assert sentences(text) == [
        "# Title",
        "A line\ngoes on",
        "- one",
        "- two",
        "| a | b |",
        "| c | d |",
        "End",
    ]


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        ". ",
        "a. ",
        "\n",
        "(.)\"'",
        "#\n",
        "* ",
        ".[ab]",
        " \n",
        "a: b c d\n",
        "A b c d\n",
        "a  b\n",
        "a\t",
        "9:41 a\n",
        "Mr.  ",
        "A.  9  ",
        "1.1 A\n",
        "! 🎣",
        "`a. B ",
        "[a. B](",
        "a: 1. ",
        "at 16 A. B",
        "ul. A ",
        "Mah. A ",
        "2 de mayo\n",
        "五月",
        "।",
        "؟ ",
        "[1] A\n",
        "(n. ",
        "(n.) ",
        "1 g a\n",
        "[a1] A.\n",
        "[a1",
        "a (b. C ",
        "a a 1 Nov. ",
        "a -> b c d\n",
        "**1. a ",
        "**1.** a ",
    ],
)
def test_time_is_linear(unit: str) -> None:
    check_linear(lambda n: sentence_spans(unit * n), 100_000)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Am 3. Mai 2021 kam Herr Dr. Weber aus Kiel. Er blieb bis zum 15. Juni.", 2),
        ("Die Firma liefert z. B. Pumpen und Ventile. Das gilt d. h. nur im Inland.", 2),
        ("Das betrifft ca. 40 Betriebe bzw. Filialen. Weitere folgen u. a. in Kiel.", 2),
        ("Siehe Abs. 3 und Nr. 7 der Satzung. Die Frist endet am 1. Januar.", 2),
        ("Der Preis stieg im 2. Quartal um 4,5 Prozent. Im 3. Quartal fiel er.", 2),
        ("Die Wohnung 2. OG links ist frei. Die Wohnung im EG nicht.", 2),
        ("Ole wohnt in einer WG. Die Miete ist gering.", 2),
        ("Many thanks to you all, fam. Ole has the key.", 2),
        ("Frei wird: Wohnung 3, 2. Stock links. Ruf an.", 2),
        ("Das Team stieg in Spielzeit 2. Liga und Pokal auf. Bravo.", 2),
        ("Sie sitzt in Klasse 2. Klasse 3 hat frei.", 2),
        ("He wrote Folge 2. Teil 3 comes later.", 2),
        ("The index rose to 15. Stock prices fell later.", 2),
        ("M. Dupont et Mme Leroy sont arrivés à Lyon. Ils ont signé le contrat.", 2),
        ("L'art. 12 de la loi no 78-17 est clair. Le juge l'a dit.", 2),
        ("Il est né en 52 av. J.-C. à Rome. On ignore le reste.", 2),
        ("« Venez vite ! » cria-t-il. Personne ne vint.", 2),
        ("Il a dit : « Venez vite ! » Personne ne vint.", 2),
        ("El Sr. García vive en la Avda. Mayor. Trabaja en un banco.", 2),
        ("Viajó a EE. UU. en 2019. Volvió pronto.", 2),
        ("La Dra. Ruiz y D. Manuel firmaron la pág. 4. Luego salieron.", 2),
        ("¿Cuándo llega el tren? ¡No lo sé! Pregunte en la taquilla.", 3),
        ("他三月来到上海。公司有两百名员工！你去过吗？我没有去。", 4),
        ("价格为3.5元。比去年高。", 2),
        ("Er schloss Kapitel 3. Danach ging er.", 2),
        ("That was the man's. He kept it.", 2),
        ("Jette sagte: „Ohne Salz geht es nicht.“ Reste bleiben kalt.", 2),
        ("Jette rief: »Komm mit!« Ole ging.", 2),
        ("Jette rief ‚Komm mit!‘ und ging. Ole blieb.", 2),
        ("他说。“你好。”她走了。", 3),
        ("She said stop. “Why should I?” Ole stayed.", 3),
        ("Am Montag tauscht die Fa. Ohlsen die Pumpe. Ole ist da.", 2),
        ("Mit freundlichen Grüßen, gez. i. A. Jette Ohlsen", 1),
        ("Das gilt z. B. A. Ohlsen zufolge auch hier. Ole bleibt.", 2),
        ("Ofis Narin Cad. No: 14 adresinde. Ali orada.", 2),
        ("Adres: Yalın Mah. Narin Sok. 3. Ali orada.", 2),
        ("We met Kim Sok. She sang.", 2),
        ("Biuro jest przy ul. Wąskiej. Potem idź prosto.", 2),
        ("Adres: ul. Wąska 5, drugie piętro. Potem idź prosto.", 2),
        ("Otwórz ul. Pszczoły są łagodne.", 2),
        ("Он живёт на ул. Луговой. Там тихо.", 2),
        ("Проф. Лугов читает. Он добр.", 2),
        ("A Exma. Sra. D. Tília veio. Foi bom.", 2),
    ],
)
def test_other_languages_have_their_own_full_stops(text: str, n: int) -> None:
    assert len(sentences(text)) == n


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "Ole: yes, two of them are loose\nKari: ok I order new ones\nwhen I am home\n"
            "Ole: thanks, and the paint too",
            ["Ole: yes, two of", "Kari: ok I order new ones\nwhen", "Ole: thanks"],
        ),
        (
            "Ole: that was so much fun! 🎣\nKari: it was! 🎶\nOle: shall we go again?",
            ["Ole: th", "Kari: it", "Ole: sh"],
        ),
        (
            "**Q:** how do I fill the tank\n**A:** lift it out first\n**Q:** why",
            ["**Q", "**A", "**Q"],
        ),
        ("12/05/2024, 10:31 - Ada Berg: hello\n12/05/2024, 10:35 - Kari: hi", ["12", "12"]),
        ("[10:31] <ada> hello there\n[10:32] <kari> hi\nada left", ["[10:31]", "[10:32]"]),
        ("2024-01-01T10:31:22Z disk full\n2024-01-01T10:31:24Z cleaning", ["2024", "2024"]),
        ("Time: 20240108_08:38\nOle: two are loose\nOle: and one is gone", ["Time", "Ole: and"]),
    ],
)
def test_each_turn_of_a_talk_is_on_its_own(text: str, pieces: list[str]) -> None:
    found = [piece for piece in sentences(text) if any(map(str.isalnum, piece))]
    assert len(found) == len(pieces)
    assert all(map(str.startswith, found, pieces))


def test_a_picture_belongs_to_the_sentence_before_it() -> None:
    text = "That was fun! 🎣❤️ See you soon. 👋🏽\nBye! \U0001f468\u200d\U0001f467"
    assert sentences(text) == [
        "That was fun! 🎣❤️",
        "See you soon. 👋🏽",
        "Bye! \U0001f468\u200d\U0001f467",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ada Berg\nBorn: 1970\nCity: Bergen",
        "name: Ada\nage: 4\nname: Kari\nage: 5",
        "They met in\nParis: A History of the city and went\nhome: nobody knows when",
        "It opened at\n10:30 in the morning and closed at noon",
        "See https://a.example\nhttps://b.example and\nhttps://c.example",
    ],
)
def test_fields_and_wrapped_lines_are_no_talk(text: str) -> None:
    assert sentences(text) == [text]


TABLE = """\
Item                         Qty   Unit     Total
Stainless pump SP-40           2   310.00   620.00
Gasket set                     4    12.50    50.00
"""
OPTIONS = """\
  -a, --all       list all entries
  -h, --human     sizes as people
                  read them
The default is the working directory.
"""


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Cut the rhubarb and toss it\nRub butter into the flour, stir in oats\nBake it well", 3),
        ("Serves 6 hungry people\nPrep 20 min, bake 40 min at 190 C\n600 g of rhubarb", 3),
        ("Call the plumber\nbuy some stamps\nReturn the books to the library\nPay Ann", 4),
        (TABLE, 3),
        ("Name\tStreet name\nAnn Lee\tLow Lane", 2),
        (OPTIONS, 3),
    ],
)
def test_lines_that_are_meant_are_sentences_of_their_own(text: str, n: int) -> None:
    assert len(sentences(text)) == n


def test_a_clause_with_a_number_is_parted_from_the_heading_above_it() -> None:
    text = '3. EXCESS\n3.1 You pay the first\n3.2 million, or\n3.2 "Part" of it'
    assert sentences(text) == [
        "3. EXCESS",
        "3.1 You pay the first\n3.2 million, or",
        '3.2 "Part" of it',
    ]


@pytest.mark.parametrize(
    "entries",
    [
        ["[1] A. Nye. On tar. Pier Press, 2011.", "[2] B. Oake, C. Nye. On\nrope. Pier 4 (2012)."],
        ["[Nye11] Nye, A. On tar. Pier Press. 2011", "[Oake12] Oake, B. On rope. Pier. 2012a"],
        ["[1] Ada Nye. On tar. 2011.", "[2] Ada Nye and Bo van Oake. On rope. Pier Press, 2012."],
        [
            "Nye, A. B. and van Oake, B. (2011). On tar. Tar 2, 3–9.",
            "Oake, C. (2012). On rope. Quay.",
        ],
        ["Nye, Ada. On tar. Melby: Pier Press, 2011.", "Oake, Bo C. On rope. Quay 12(3), 2012."],
        ["Nye AB, Oake B. On tar. Tar. 2011;12:3–9.", "Oake C. On rope. Quay. 2012;1(2):4–5."],
        [
            "1. Nye, A. On tar. 2nd ed. Melby: Hart; 1987.",
            "2. Oake, C. 1999. On rope. Quay 4: 1-9.",
        ],
    ],
)
def test_an_entry_of_literature_is_one_piece(entries: list[str]) -> None:
    assert sentences("\n".join(entries)) == entries
    assert sentences("\n\n".join(entries)) == entries


@pytest.mark.parametrize(
    "prose",
    [
        ["Anna Berg, M. D., came in 1999.", "She left."],
        ["Berg, Anna.", "She said no in 2004."],
        ["Then Smith, J. D. was called (1999 was long past).", "He came."],
    ],
)
def test_a_name_turned_round_makes_no_literature_of_sentences(prose: list[str]) -> None:
    assert sentences(" ".join(prose)) == prose


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2 May 1931", "Friday, 3 May 1931"),
        ("2. Mai 1931", "3. Mai"),
        ("2 de mayo de 1931", "miércoles, 3 de mayo"),
        ("1er mai 1931", "mardi 2 mai"),
        ("2 maggio 1931", "martedì 3 maggio"),
        ("2 de maio de 1931", "terça-feira, 3 de maio"),
        ("2 mei 1931", "donderdag 3 mei"),
        ("五月三日", "五月四日（金）"),
        ("1931年5月3日", "1931年5月4日 星期五"),
    ],
)
def test_the_date_above_an_entry_of_a_diary_is_on_its_own(first: str, second: str) -> None:
    parts = [first, "Sold the boat today.", second, "Hail all day."]
    assert sentences("{}\n{}\n\n{}\n{}".format(*parts)) == parts
    assert sentences("{}\n{}\n{}\n{}".format(*parts)) == parts


def test_a_date_that_stands_alone_once_or_within_a_sentence_parts_nothing() -> None:
    for text in ("2 May 1931\nSold the boat.", "We met on\n2 May\nand again on\n3 May\nin Narl."):
        assert sentences(text) == [text]


def test_a_note_with_a_number_is_cut_into_its_sentences() -> None:
    notes = (
        "[1] The pier was sold in 2011. It burnt down.\n[2] She wrote to A. Nye. He left in May."
    )
    assert len(sentences(notes)) == 4
    long = "It was sold in 2011. " * 40
    assert len(sentences(f"[1] A. Nye wrote it. {long}\n[2] B. Oake did. {long}")) > 80


def test_a_clause_may_have_a_letter_or_be_the_first_below_its_article() -> None:
    text = "Article 2. Boats\n2.1 Hulls of\noak\n2.2 Masts\nA1 Sails.\nA2 Oars of\nash\nA4 None\n"
    cut = ["2.1 Hulls of\noak", "2.2 Masts", "A1 Sails.", "A2 Oars of\nash\nA4 None"]
    assert sentences(text)[-4:] == cut


@pytest.mark.parametrize(
    "items",
    [
        ["1.2 kg figs, stoned", "300 ml cider", "½ lemon", "2 onions", "salt and ginger"],
        ["FIG JAM", "200g Feigen", "2 Eier", "1 Prise Salz"],
        ["0 success", "4 the controller does not answer", "9 a probe is missing"],
    ],
)
def test_each_line_with_a_quantity_is_on_its_own(items: list[str]) -> None:
    assert sentences("\n".join(items)) == items


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee\n12 rue du Lac\n1201 Nyon",
        "Ann Lee\n12 Low Lane\n2040 Bath",
        "The storm came over the hills at night, and took,\n12 boats and\n4 huts",
        "When they came back to the harbour there were\nonly\n12 boats and\n4 huts",
    ],
)
def test_numbers_at_the_start_of_wrapped_lines_and_of_addresses_part_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "entries",
    [
        ["[1] XB 88, Notes on ferries, 2012", "[2] VB 71, Ropes:\n    a report", "[3] A. Nye, Tar"],
        ["[Oake-12] A. Oake, On tar, 2012", "[Nye+09a] B. Nye, On\nropes, 2009"],
    ],
)
def test_each_entry_of_a_bibliography_is_on_its_own(entries: list[str]) -> None:
    assert sentences("\n".join(["References", "", *entries])) == ["References", *entries]


@pytest.mark.parametrize(
    "text",
    [
        "It was shown by\n[4] Nye and others, by\n[7] Oake and by all",
        "It is said in\n[XB88] Section 2 and also in\n[VB71] Section 4 of it",
        "They went on\n[1] and on\n[2] and on",
    ],
)
def test_citations_at_the_start_of_a_wrapped_line_begin_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Of all the sales it was\n3.1 Million that fell",
        "It is the river that\nruns through the town of\nBath and on",  # wrapped
        "The first of the Three Kings\nMelchior, brought gold to the\nTown and",  # no room
        "Ann Lee\nLow Lane 4\nBath",  # the fields of a record
        "--all\nLists all entries that are there, hidden ones, too",  # a term and what it means
        "The  words  of  this  manual\nare  set  to  one  and  the\nsame  width",
        "Bread, milk and\nButter,\nCheese of the best kind there is",
        "It is told of the mill: it\nstood by the weir - the old\none - until 1950: it fell",
        "The mill opens at nine - come\nwith a rope: the long one\nand a net - a wide one",
        "name: Ann\nport: 5432\nuser: bo\nlog: off",  # the fields of a record
        "the coal\nAnn - the red key\nthe boat -> Ole Lind\nthe net -> Ida",  # what is lent
        "we rowed home\nby the longest way of all that year\nin rain that fell\nas if it were paid",
        "A list of things\n  That goes on below the first\n  And goes on",
    ],
)
def test_lines_that_a_program_broke_stay_together(text: str) -> None:
    assert len(sentences(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Joanna B. is on ext. 12 today.",
        "The quick start guide (doc. KQ-3, issue 5) is here.",
        "The hotel has ref. 88213-VLC for it.",
        "See reg. 3 of the Order.",
        "A report of max. 6 pages is due.",
        '"Low Water" (dir. Anneke Ruys, 2021) is good.',
        "The successor is prob. Henrike Tauber.",
    ],
)
def test_what_follows_goes_on_what_announces_it(text: str) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Superseded by [9. Use Kafka for events](0009-use-kafka.md)",
        "See [Stop. Go. Wait](signs.md) for it.",
        "A table with `SELECT … FOR UPDATE` does it.",
        "Call ``a. B`` twice.",
        "The stove has two years more (ext. agr. QX-B 40917) from 2024 on.",
        "The fiddler (an artful dog, mind! He knew his trade.) struck up.",
    ],
)
def test_no_sentence_ends_within_a_link_code_or_brackets(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "He called it `quoted' there. Another was `quoted' as well.",
        "See [1]. Then go (there).",
        "Use `a.py`. Then [go](on.md).",
        "It takes a `tick. Nothing closes it.",
    ],
)
def test_marks_that_hold_nothing_end_sentences_as_ever(text: str) -> None:
    assert len(sentences(text)) == 2


def test_the_number_of_the_first_item_stays_with_it_after_who_speaks() -> None:
    text = "assistant: 1. Open the box.\n2. Close it again."
    assert sentences(text) == ["assistant: 1. Open the box.", "2. Close it again."]
    assert len(sentences("Answer: 1. The rest is wrong.")) == 2


def test_who_heads_lines_of_a_talk_begins_a_turn_within_a_line_too() -> None:
    talk = (
        "[00:01] YUSUF: It rains. [00:04] BRIDIE: It does.\n[00:09] BRIDIE: I have socks on now.\n"
        "[00:11] YUSUF: She has. BRIDIE: Yusuf! Note: we cut that.\n"
    )
    assert sentences(talk) == [
        "[00:01] YUSUF: It rains.", "[00:04] BRIDIE: It does.",
        "[00:09] BRIDIE: I have socks on now.", "[00:11] YUSUF: She has.", "BRIDIE: Yusuf!",
        "Note: we cut that.",
    ]  # fmt: skip


def test_notes_that_begin_small_are_on_their_own() -> None:
    notes = [
        "next check of the stove: May 2024 or 900 hours, what comes first",
        "chimney brush: 2028 / at the latest",
        "dry logs are in the shed at Mill Lane, behind the boat and below the blue net",
        "ash box: key no. 4, spare one in the bowl",
    ]
    assert sentences("\n".join(notes)) == notes
    assert sentences("\n".join(notes[:2] + notes[3:])) == notes[:2] + notes[3:]


def test_short_lines_below_another_that_stand_to_the_right_are_items() -> None:
    items = ["  Rope of 12 mm", "  Two shackles", "  Grease", "  Pins for the lower block"]
    assert sentences("\n".join(["TOOLS", *items])) == ["TOOLS", *map(str.strip, items)]
    prose = "Tools\n  They are kept in the shed of\n  Ann Hale, who lends them\n  Mondays only."
    assert sentences(prose) == [prose]


def test_a_line_with_a_quantity_within_is_an_item() -> None:
    items = ["400 ml cream", "90 g sugar", "zest of 2 oranges, grated fine"]
    assert sentences("\n".join(items)) == items


def test_each_definition_stands_apart_from_what_announces_it() -> None:
    lead = "1.1 In this deed these words have a meaning:"
    terms = ['"Quay" means the wall\n    and the road on it.', '"Dues" means what a boat pays.']
    assert sentences("\n    ".join([lead, *terms])) == [lead, *terms]


def test_notes_in_small_letters_that_no_program_broke_are_on_their_own() -> None:
    notes = [
        "oven three has no light again, used a torch",
        "flour came late, 4 bags short",
        "Ines wants the small tins back",
        "lorry to garage fri",
    ]
    assert sentences("\n".join(notes)) == notes
    marked = [
        "boiler door stuck => ring Tove, she has tools",
        "jars ~40 left",
        "hook -> shed, top row",
    ]
    assert sentences("\n".join(marked)) == marked


def test_what_an_arrow_leads_to_stays_with_its_question() -> None:
    said = "Forty old lids, keep? -> NO, sell them"
    assert sentences(f"{said}. Tove counts.") == [f"{said}.", "Tove counts."]
    assert sentences("Is it dry? - Not yet.") == ["Is it dry?", "- Not yet."]


def test_below_a_list_a_sentence_goes_on_in_a_line_that_begins_with_a_number() -> None:
    text = (
        "  (a) the mast is bent;\n  (b) the sail is torn.\n"
        "The yard would like to be told of what is to be done within\n12 days. It is shut now.\n"
    )
    assert [text[start:end] for start, end in sentence_spans(text)][2:] == [
        "The yard would like to be told of what is to be done within\n12 days.",
        "It is shut now.",
    ]


def test_notes_do_not_part_a_number_from_the_word_that_asks_for_it() -> None:
    text = (
        "1. The mast is bent.\n2. The sail is torn.\n"
        "The yard builds the boat anew as it is described in its letter of\n"
        "4 May 2021. The key is with Bo, who has the boat for the week.\n"
    )
    said = [text[start:end] for start, end in sentence_spans(text)]
    assert said[2].endswith("letter of\n4 May 2021.")
