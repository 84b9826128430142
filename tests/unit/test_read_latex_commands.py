"""LaTeX: commands that its author defines, and what is switched off."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear


def read(tmp_path: Path, text: str, head: str = "") -> str:
    path = tmp_path / "a.tex"
    path.write_text(rf"\documentclass{{article}}{head}\begin{{document}}{text}\end{{document}}")
    [document] = read_path(path)
    assert isinstance(document, Document), document
    return document.text


@pytest.mark.parametrize(
    ("head", "text", "said"),
    [
        (r"\newcommand{\co}{CO\textsubscript{2}}", r"Of \co{} a lot.", "Of CO2 a lot."),
        (r"\newcommand{\org}[1]{Org #1}", r"See \org{Five}.", "See Org Five."),
        (r"\newcommand*\org[2]{#2 of #1}", r"See \org{A}{\emph{B}}.", "See B of A."),
        (r"\newcommand{\pier}[2][old]{the #1 pier #2}", r"At \pier{3}.", "At the old pier 3."),
        (r"\newcommand{\pier}[2][old]{the #1 pier #2}", r"At \pier[new]{3}.", "At the new pier 3."),
        (r"\def\zz{Zed}", r"With \zz.", "With Zed."),
        (r"\def\pair#1#2{#1 and #2}", r"With \pair{Ada}{Ole}.", "With Ada and Ole."),
        (r"\def\zz{Zed}\renewcommand{\zz}{Zoe}", r"With \zz.", "With Zoe."),
        (r"\def\zz{Zed}\providecommand{\zz}{Zoe}", r"With \zz.", "With Zed."),
        (r"\newcommand{\a}{\b{} dock}\newcommand{\b}{West}", r"At \a.", "At West dock."),
        (r"\newcommand{\org}[1]{Org #1}", r"\org{\org{Five}}.", "Org Org Five."),
        (r"\newcommand{\tool}{\textsc{Hook}\xspace}", r"With \tool and.", "With Hook and."),
        (r"\def\zz{Zed}", r"\emph{a}\\zz and \verb|\zz| 5\%", "a\nzz and \\zz 5%"),
        (r"\def\sys{\LaTeX}\def\zz{Zed}", r"With \sys\zz.", "With LaTeXZed."),
        (r"\newcommand{\sys}{\LaTeX}", r"With \sys{}ish.", "With LaTeXish."),
    ],
)
def test_own_commands_are_what_they_stand_for(
    tmp_path: Path, head: str, text: str, said: str
) -> None:
    assert read(tmp_path, text, head) == said


def test_a_section_that_is_set_anew_is_a_section(tmp_path: Path) -> None:
    head = r"\renewcommand\section{\secdef\one\two}"
    assert read(tmp_path, r"\section{Cranes} They lift.", head).split("\n\n") == [
        "Cranes",
        "They lift.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"One. \iffalse Two. \fi Three.", "One. Three."),
        (r"One. \iffalse Two. \ifnum1=1 a\else b\fi{} c \fi Three.", "One. Three."),
        (r"One. \iffalse Two. \else Three. \fi Four.", "One. Three. Four."),
        ("One.\n%\\iffalse\nTwo.\n%\\fi\nThree.", "One. Two. Three."),
        (r"One. \iffalse Two.", "One. Two."),
    ],
)
def test_what_is_switched_off_is_left_out(tmp_path: Path, text: str, said: str) -> None:
    assert " ".join(read(tmp_path, text).split()) == said


@pytest.mark.parametrize(
    "head",
    [
        "".join(
            rf"\def\{a}{{\{b}\{b}}}"
            for a, b in zip("abcdefghijklmnopqrs", "bcdefghijklmnopqrst", strict=True)
        )
        + r"\def\t{tttt}",
        r"\def\a{\b x}\def\b{\a y}",
        r"\renewcommand{\a}[1]{" + "#1" * 500 + "}" + r"\def\b{\a{\a{\a{\a{long}}}}}",
        r"\def\a{" * 20_000,
    ],
)
def test_definitions_that_grow_without_end_are_bounded(tmp_path: Path, head: str) -> None:
    start = time.process_time()
    text = read(tmp_path, r"The crane is \a{} or \b{} high.", head)
    assert "The crane is" in text and "high." in text
    assert len(text) < 5_000_000 and time.process_time() - start < 30


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        (r"\SI{4}{\milli\sievert\per\hour}", "4 mSv/h"),
        (r"\SI{36}{\kilo\dalton}", "36 kDa"),
        (r"\qty{17}{\gray}", "17 Gy"),
        (r"\SI{6}{\pico\farad}", "6 pF"),
        (r"\SI{9}{\giga\becquerel}", "9 GBq"),
        (r"\SI{41}{\decibel}", "41 dB"),
        (r"\SI{8}{\square\hecto\metre}", "8 hm²"),
        (r"\SIlist{1;2;4}{\hour}", "1, 2 and 4 h"),
        (r"\qtylist{7}{\metre}", "7 m"),
        (r"\numlist{5;6}", "5 and 6"),
        (r"\SIrange{3}{5}{\metre}", "3 to 5 m"),
        (r"\numrange{3}{5}", "3 to 5"),
        (r"\unit{\km\per\hour}", "km/h"),
        (r"\SI{4}{\smoot\per\second}", "4 smoot/s"),
        (r"\SI{20}{\um}", "20 µm"),
        (r"\SI{2}{\L}", "2 L"),
        (r"\SI{6}{kg/m}", "6 kg/m"),
        (r"\SI 3{\metre}", "3 m"),
        (r"$T = \SI{5}{\kelvin}$", "T = 5 K"),
        (r"$\frac{\qty{5}{\metre}}{x_{\num{2}}} \SI{1}{\hour}$", r"$\frac{5 m}{x_{2}} 1 h$"),
        (r"$a_{1} < \sqrt{b}$", r"$a_{1} < \sqrt{b}$"),
    ],
)
def test_a_quantity_has_its_unit(tmp_path: Path, quantity: str, said: str) -> None:
    assert read(tmp_path, f"It was {quantity} then.") == f"It was {said} then."


@pytest.mark.parametrize("name", ["ang", "num", "SI", "SIlist", "numrange", "unit", "qty"])
@pytest.mark.parametrize("given", ["", "{}", "{}{}"])
def test_a_quantity_without_its_number_loses_nothing_else(
    tmp_path: Path, name: str, given: str
) -> None:
    said = read(tmp_path, f"The crane is high.\n\n\\{name}{given}\n\nIt is old.")
    assert "The crane is high." in said and "It is old." in said


def test_a_unit_of_the_authors_own_is_printed_as_declared(tmp_path: Path) -> None:
    head = r"\DeclareSIUnit\hop{hops}\DeclareSIUnit{\vat}{vt}"
    assert read(tmp_path, r"\SI{3}{\hop\per\milli\vat} it was.", head) == "3 hops/mvt it was."


def test_quantities_in_a_formula_on_lines_of_its_own_are_printed(tmp_path: Path) -> None:
    text = r"So\begin{equation}F = \SI{3}{\newton}\end{equation}and \[ v = \num{4} \] hold."
    said = read(tmp_path, text)
    assert "F = 3 N" in said and r"\[ v = 4 \]" in said


def test_the_label_of_a_formula_is_not_read(tmp_path: Path) -> None:
    formula = "\\begin{equation}\n\\label{eq:fall}\nv = g t\n\\end{equation}"
    said = read(tmp_path, f"So\n{formula}\nholds.")
    assert said.split("\n\n") == ["So", "v = g t", "holds."]
    code = "\\begin{verbatim}\\label{x}\\end{verbatim}"
    assert "\\label{x}" in read(tmp_path, code)


def test_quantities_in_code_stay_as_typed(tmp_path: Path) -> None:
    typed = r"\SI{3}{\newton}"
    assert typed in read(tmp_path, rf"So\begin{{verbatim}}{typed}\end{{verbatim}}")


ACRONYMS = r"""
\newacronym{abc}{ABC}{automatic bell chime}
\newacronym[plural=ODs]{od}{OD}{odd door}
\newglossaryentry{tor}{name={tower},description={where the bell hangs}}
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            r"The \gls{abc} rang, \gls{abc} stopped.",
            "The automatic bell chime (ABC) rang, ABC stopped.",
        ),
        (r"\Gls{abc} rang.", "Automatic bell chime (ABC) rang."),
        (r"Two \glspl{od}, \glspl{od}.", "Two odd doors (ODs), ODs."),
        (r"\acrshort{abc} is short.", "ABC is short."),
        (r"\acrlong{abc} is long.", "automatic bell chime is long."),
        (
            r"\acrfull{abc}, \acrfull{abc}.",
            "automatic bell chime (ABC), automatic bell chime (ABC).",
        ),
        (r"Up the \gls{tor}.", "Up the tower."),
        (r"An \gls{unknown} key.", "An unknown key."),
        (r"\newacronym{xy}{XY}{xylophone}It is an \gls{xy}.", "It is an xylophone (XY)."),
    ],
)
def test_an_acronym_is_printed_with_its_long_form_at_first(
    tmp_path: Path, text: str, said: str
) -> None:
    assert read(tmp_path, text, ACRONYMS) == said


@pytest.mark.parametrize(
    "part", [r"\newacronym{", r"\newacronym[", r"\newacronym{a}{b}{", r"\gls{", r"\gls[a"]
)
def test_acronyms_are_read_in_linear_time(tmp_path: Path, part: str) -> None:
    path = tmp_path / "a.tex"

    def read_parts(n: int) -> None:
        path.write_text(ACRONYMS + part * n)
        assert list(read_path(path))

    check_linear(read_parts, 100_000 // len(part))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (r"Kept at 12~$^\circ$C.", "Kept at 12 °C."),
        (r"Kept at $5^{\circ}\mathrm{C}$.", "Kept at 5°C."),
        (r"It is 3~$\mu$m long.", "It is 3 µm long."),
        (r"It is $\pm 2\%$ off.", "It is ±2% off."),
        (r"So $\frac{a_1}{b}$ holds.", r"So $\frac{a_1}{b}$ holds."),
        (r"So $x$ holds.", "So $x$ holds."),
    ],
)
def test_signs_of_units_in_formulas_are_printed(tmp_path: Path, typed: str, said: str) -> None:
    assert read(tmp_path, typed) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (r"The LC$_{90}$ of H$_2$S in cm$^{-3}$", "The LC90 of H2S in cm^-3"),
        (r"Mg$^{2+}$ and $\mathrm{K}^+$ of $^{13}$C", "Mg2+ and K+ of 13C"),
        (r"$q < 0.01$ or \(q\leq 0.2\)", "q < 0.01 or q≤0.2"),
        (r"$-0.4$, $2.5 \pm 0.1$ and $4 \times 10^{-3}$", "-0.4, 2.5 ± 0.1 and 4 × 10^-3"),
        (r"$G_\mathrm{a}/G_{\text{max}}$ is $x_i^2$", "Ga/Gmax is x_i^2"),
        (r"$\alpha = 0.1$ at $10^{n+1}$ or 10\textsuperscript{7}", "α = 0.1 at 10^(n+1) or 10^7"),
        (r"Ann Hale$^{1,2}$ has $1{,}200$", "Ann Hale[1][2] has 1,200"),
        (r"$\sum_i x_i$, $\hat{x}$ and $x$", r"$\sum_i x_i$, $\hat{x}$ and $x$"),
    ],
)
def test_short_formulas_are_printed(tmp_path: Path, typed: str, said: str) -> None:
    assert read(tmp_path, typed) == said


@pytest.mark.parametrize(
    "part", ["$x_{$", "$a_{b^{c_{d}}}$ ", "$" + "{" * 30 + "$", r"\section{", "$x^{{{{$ "]
)
def test_formulas_are_read_in_linear_time(tmp_path: Path, part: str) -> None:
    path = tmp_path / "a.tex"

    def read_parts(n: int) -> None:
        path.write_text(part * n)
        assert list(read_path(path))

    check_linear(read_parts, 20_000 // len(part))


def test_a_note_stands_behind_its_paragraph_and_in_a_cell_in_brackets(tmp_path: Path) -> None:
    typed = (
        r"\section{Boats}The mast\footnote{Of ash, says Ann.} broke. We mended it."
        r"\begin{tabular}{lr}\hline Boat & Crew \\ \hline Tern\footnote{Old.} & 3 \\ Gull & 4 \\"
        r"\hline\end{tabular}"
    )
    paragraphs = read(tmp_path, typed).split("\n\n")
    assert paragraphs[1:3] == ["The mast broke. We mended it.", "Of ash, says Ann."]
    assert "Boat: Tern (Old.); Crew: 3" in paragraphs


def test_a_file_of_one_chapter_is_called_by_it_and_an_abstract_has_its_heading(
    tmp_path: Path,
) -> None:
    path = tmp_path / "part4.tex"
    path.write_text(
        r"\chapter{How bees sleep}\begin{abstract}They sleep.\end{abstract}\section{Why}We ask."
    )
    (document,) = read_path(path)
    assert isinstance(document, Document) and document.title == "How bees sleep"
    assert [h.title for h in document.headings] == ["How bees sleep", "Abstract", "Why"]


def test_a_reference_to_a_section_names_it(tmp_path: Path) -> None:
    typed = (
        r"\section{Boats}\label{sec:b}We row, see Fig.~\ref{fig:a}.\subsection*{Oars}"
        "\n"
        r"\label{oars}As Section~\ref{sec:b} says, and \cref{oars}."
    )
    said = read(tmp_path, typed)
    assert "see Fig. [fig:a]." in said and said.endswith("As Section [Boats] says, and [Oars].")


def test_authors_of_a_conference_paper_are_parted_from_where_they_work(tmp_path: Path) -> None:
    typed = (
        r"\author{\IEEEauthorblockN{Ann Hale}\IEEEauthorblockA{Pier Works\\Carrowby}\and"
        "\n"
        r"\IEEEauthorblockN{Bo Orr}\IEEEauthorblockA{Mill Ltd}}"
        "\n"
        r"\begin{document}We mend it.\end{document}"
    )
    said = "Ann Hale (Pier Works, Carrowby), Bo Orr (Mill Ltd)"
    assert read(tmp_path, typed) == f"{said}\n\nWe mend it."
