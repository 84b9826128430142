"""The page as a person meets it, in a real browser, with everything behind it real."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.serve.routes.inputs import MAX_QUESTION
from graphrag_neo4j.server import ServerInfo
from tests.support.chromium import wait
from tests.support.databases import connect, empty
from tests.support.fake_llm import FakeLLM
from tests.support.hostile_names import HOSTILE
from tests.support.page import Person, click_node
from tests.support.pdf_file import lines, write_pdf
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "graphrag_neo4j" / "serve" / "page"
TEXT = (
    "Anna Berg manages the Port of Melby. The Port of Melby owns the Tall Crane. "
    "Anna Berg met Carl Dahl in Norland. Carl Dahl repaired the Tall Crane."
)
NAMES = [name for name in HOSTILE if "\ud800" not in name]
VIEWS = ("#/ask", "#/see", "#/check", "#/cypher")


@pytest.fixture(scope="module")
def town(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        yield graph


@pytest.fixture(scope="module")
def api(town: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(town, tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture
def person(chromium: Chrome, api: Served) -> Iterator[Person]:
    someone = Person(chromium, api)
    someone.has_width(1400, 950)
    yield someone
    assert someone.complaints() == []
    assert someone.hosts() <= {api.url}


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files to upload: a text, a PDF of two pages, a broken one, a chapter of the book."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "town.txt").write_text(TEXT, "utf-8")
    second = lines(["Erik Holm sails the Gull to Norland.", "The Gull carries salt for Anna Berg."])
    write_pdf(folder / "ships.pdf", lines(["The ships of Melby are old and slow."]), second)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 no more of it")
    book = (files("graphrag_neo4j") / "data" / "a_christmas_carol.md").read_text("utf-8")
    (folder / "carol.md").write_text(book[:24_000], "utf-8")
    return folder


def test_from_an_empty_graph_to_a_cited_sentence(
    person: Person, town: KnowledgeGraph, papers: Path
) -> None:
    person.opens()
    assert "token" not in person.browser.current_url
    person.sees("The graph is empty.")
    person.goes("#/see")
    person.sees("The graph is empty.", "p[role=status]")
    person.goes("#/ask")
    person.clicks("Upload some")
    person.gives_files([papers / name for name in ("town.txt", "ships.pdf", "broken.pdf")])
    person.clicks("What would it take?")
    person.sees("2 documents to read", ".drop")
    person.clicks("Read them")
    person.sees("done, 1 failed", ".jobs")
    assert "broken.pdf: " in person.find(".reasons").text
    person.sees("town", ".rows")
    person.sees("2 documents", "#totals")
    person.keeps_picture("serve-check")
    person.goes("#/ask")
    person.types("textarea[name=question]", "Who sails the Gull?\n")
    person.sees("Erik Holm sails the Gull to Norland.", ".evidence")
    person.clicks("page 2")
    marked = person.find("#reader mark")
    assert marked.text == "Erik Holm sails the Gull to Norland."
    assert "page 2" in person.find("#reader").text
    person.clicks("Close")
    assert not person.find("#main").get_attribute("aria-hidden")
    assert len(town.sources.list()) == 2


def test_before_communities_are_found_what_is_mentioned_most_is_drawn(person: Person) -> None:
    person.opens("#/see")
    person.sees("No communities are found yet", "p[role=status]")
    names = person.browser.execute_script(
        "return document.querySelector('.canvas')._cyreg.cy.nodes().map(n => n.data('name'))"
    )
    assert {"Anna Berg", "Port of Melby"} <= set(names)
    assert person.all(".problem") == []
    person.clicks("find communities")
    person.sees("Check", "h1")


def test_a_failed_file_is_tried_again(person: Person, api: Served, papers: Path) -> None:
    person.opens("#/check")
    person.clicks("Try again")
    wait(person.browser, lambda _: api.get("/api/jobs")[0]["attempts"] == 2, 20)
    person.sees("done, 1 failed", ".jobs")


def test_a_question_has_two_answers_side_by_side(person: Person, api: Served, papers: Path) -> None:
    api.finished(api.upload(("carol.md", (papers / "carol.md").read_bytes()))["id"], 120)
    api.finished(api.post("/api/jobs", kind="communities")["id"], 120)
    person.opens()
    person.find(".chip")
    person.types("textarea[name=question]", "Who was Scrooge's partner?")
    person.chooses("select[name=compare]", "search:auto")
    person.find("form.ask button.primary").click()
    wait(person.browser, lambda _: len(person.all(".answer .evidence")) == 2, 30)
    first, second = person.all(".answer")
    assert "Marley" in first.text
    assert "the question names Scrooge" in second.text
    said = len(first.find_elements("css selector", ".evidence > li > ul > li"))
    first.find_element("xpath", ".//summary[.='All that was found']").click()
    everything = "details .evidence > li li"
    wait(person.browser, lambda _: len(first.find_elements("css selector", everything)) > said, 20)
    person.keeps_picture("serve-ask")


def test_the_picture_of_an_answer_is_drawn_and_clicked(person: Person) -> None:
    person.opens()
    person.types("textarea[name=question]", "Who manages the Port of Melby?\n")
    person.clicks("See the part of the graph that answered")
    person.sees("nodes", "p[role=status]")
    names = person.browser.execute_script(
        "return document.querySelector('.canvas')._cyreg.cy.edges().map(e => "
        "[e.source().data('name'), e.data('type'), e.target().data('name')])"
    )
    assert ["Anna Berg", "MANAGES", "Port of Melby"] in names
    assert ["Port of Melby", "MANAGES", "Anna Berg"] not in names
    click_node(person, "Anna Berg")
    person.sees("Anna Berg", ".details h2")
    person.keeps_picture("serve-see")
    person.clicks("What is said of it")
    person.sees("Anna Berg → MANAGES → Port of Melby", ".details")
    person.clicks("The same as a table")
    assert "MANAGES" in person.find("table").text
    person.types("input[name=find]", "Tall Crane\t")
    person.sees("Tall Crane", ".details h2")
    person.clicks("Show its neighbours")
    person.sees("nodes", "p[role=status]")


def test_communities_are_a_map_with_reports(person: Person) -> None:
    person.opens("#/see")
    person.sees("Communities of level 0", "p[role=status]")
    name = person.browser.execute_script(
        "return document.querySelector('.canvas')._cyreg.cy.nodes()[0].data('name')"
    )
    click_node(person, name)
    person.clicks("Look inside")
    person.sees("report by rules", ".details")
    person.keeps_picture("serve-communities")


def test_two_names_are_merged_and_parted(person: Person, town: KnowledgeGraph) -> None:
    person.opens("#/check")
    person.find(".jobs")
    person.sees("town.txt", ".rows")  # nothing moves any more
    person.types("input[name=one]", "Carl Dahl")
    person.types("input[name=other]", "Erik Holm")
    person.find("main form button").click()
    undo = person.find("button[aria-label='Undo: Carl Dahl is Erik Holm']")
    assert town.entities.get("Carl Dahl").name == "Erik Holm"
    undo.click()
    wait(person.browser, lambda _: town.entities.get("Carl Dahl").name == "Carl Dahl", 20)
    wait(person.browser, lambda _: not person.all("button[aria-label^='Undo']"), 20)


def test_facts_that_disagree_are_read_where_they_stand(person: Person, api: Served) -> None:
    for n, year in enumerate((1920, 1931)):
        text = f"The Long Pier was opened in {year}.".encode()
        api.finished(api.upload((f"pier {n}.txt", text))["id"])
    person.opens("#/check")
    person.find(".jobs")
    person.sees("Pier 1", ".rows")  # nothing moves any more
    person.clicks("Look for them")
    person.sees("Long Pier was opened in 1931", ".rows")
    person.clicks("Pier 1")
    person.sees("The Long Pier was opened in 1931.", "#reader mark")


def test_a_running_job_is_cancelled(person: Person, api: Served, tmp_path: Path) -> None:
    person.opens("#/check")
    long = tmp_path / "long.txt"
    long.write_text(
        "\n\n".join(
            f"Pier {n} of Melby was built by Anna Berg in {n + 1000}." for n in range(3_000)
        )
    )
    person.gives_files([long])
    person.clicks("Read them")
    person.find("progress")
    person.clicks("Cancel")
    person.sees("cancelled", ".jobs", 60)
    assert api.get("/api/jobs")[0]["state"] == "cancelled"


def test_a_document_says_what_it_added_and_is_removed(
    person: Person, api: Served, town: KnowledgeGraph
) -> None:
    api.finished(api.upload(("gone.txt", b"Nils Roth paints the Long Bridge."))["id"])
    person.opens("#/check")
    person.find("button[aria-label='What it added: Gone']").click()
    person.sees("Nils Roth only here", ".rows")
    person.find("button[aria-label='Remove Gone']").click()
    person.clicks("Remove it")
    wait(person.browser, lambda _: not town.sources.list("gone.txt"), 20)


def test_cypher_is_typed_and_only_reads(person: Person, town: KnowledgeGraph) -> None:
    person.opens("#/cypher")
    person.types("textarea", "MATCH (e:Entity {name: $name}) RETURN e.name AS name, e.type AS type")
    person.types("input[name=parameter-name]", "Anna Berg")
    person.clicks("Run")
    person.sees("Anna Berg", "table")
    person.keeps_picture("serve-cypher")
    before = town.stats().nodes
    person.types("textarea", "MATCH (e:Entity) DETACH DELETE e")
    person.clicks("Run")
    person.sees("would write", ".problem")
    assert town.stats().nodes == before


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1984", "INTEGER NOT NULL 1984"),
        ('"1984"', "STRING NOT NULL 1984"),
        ("Anna", "STRING NOT NULL Anna"),
        ('"9007199254740993"', "STRING NOT NULL 9007199254740993"),
    ],
)
def test_a_parameter_of_digits_is_a_number_and_in_quotes_text(
    person: Person, typed: str, told: str
) -> None:
    person.opens("#/cypher")
    person.types("textarea", "RETURN valueType($x) + ' ' + toString($x) AS n")
    person.types("input[name=parameter-x]", typed)
    person.clicks("Run")
    person.sees(told, "td")


def test_large_integers_are_not_rounded(person: Person) -> None:
    person.opens("#/cypher")
    person.types("textarea", "RETURN toInteger($x) AS n")
    person.types("input[name=parameter-x]", "9007199254740993")
    person.clicks("Run")
    person.sees("Put it in quotes, and say toInteger($x).", ".problem")
    person.types("input[name=parameter-x]", '"9007199254740993"')
    person.clicks("Run")
    person.sees("9007199254740993", "td")


def test_without_the_token_it_asks_for_it(person: Person) -> None:
    person.opens(token=None)
    for given in ("wrong", None):
        field = person.find("#login input")
        field.send_keys(given or person.served.client.headers["authorization"].split()[1])
        person.clicks("Open")
    person.sees("document", "#totals")
    assert not person.find("#main").find_elements("css selector", ".problem")


def test_text_of_documents_never_becomes_html(
    person: Person, api: Served, town: KnowledgeGraph
) -> None:
    text = ". ".join(f"{name} met Anna Berg of Melby" for name in NAMES)
    town.ingest(Document("doc:hostile", f"{text}.", f"<img src=x onerror=hit()>{NAMES[0]}"))
    for path in (
        "#/ask?question=Who+met+Anna+Berg+of+Melby%3F",
        "#/see?entity=Anna+Berg",
        "#/check",
    ):
        person.opens(path)
        person.sees("Anna Berg" if "check" not in path else "onerror", "#main")
        assert not person.all("#main img, #main script, #main iframe, #main svg image")
    person.find("button[aria-label^='Open <img']").click()
    person.sees("met Anna Berg", "#reader .text")
    assert person.browser.execute_script("return typeof window.hit") == "undefined"
    town.sources.delete("doc:hostile")


@pytest.mark.parametrize("dark", [False, True])
def test_nobody_is_kept_out(person: Person, dark: bool) -> None:
    person.has_width(1400, 950, dark=dark)
    for view in VIEWS:
        person.opens(view)
        person.sees(view[2:].capitalize(), "h1")
        if view == "#/ask":
            person.types("textarea[name=question]", "Who manages the Port of Melby?\n")
            person.find(".evidence")
        if view == "#/see":
            person.sees("Communities of level 0", "p[role=status]")
        if view == "#/check":
            person.find(".jobs")
            person.find(".rows")
        assert person.barriers() == []
    person.opens("#/ask?question=Who+manages+the+Port+of+Melby%3F")
    person.find(".evidence button.link").click()
    person.find("#reader mark")
    assert person.barriers() == []
    if dark:
        person.keeps_picture("serve-dark")


def test_a_phone_shows_all_of_it(person: Person, api: Served, town: KnowledgeGraph) -> None:
    endless = "y" * 90
    api.finished(api.upload((f"{endless}.txt", b"Nils Roth paints the Long Bridge."))["id"])
    person.has_width(390)
    for view in (*VIEWS, "#/ask?question=Who+was+Scrooge%3F"):
        person.opens(view)
        person.sees(view[2:].partition("?")[0].capitalize(), "h1")
        if "question" in view:
            person.find(".evidence")
        if view == "#/check":
            person.sees(endless[1:], ".rows")
        wide = person.browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 390, view
    person.keeps_picture("serve-phone")
    town.sources.delete(*[one.uri for one in town.sources.list(endless[1:])])


def test_the_keyboard_is_enough(person: Person) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    person.opens("#/ask?question=Who+manages+the+Port+of+Melby%3F")
    link = person.find(".evidence button.link")
    for _ in range(60):
        ActionChains(person.browser).send_keys(Keys.TAB).perform()
        if person.browser.switch_to.active_element == link:
            break
    ActionChains(person.browser).send_keys(Keys.ENTER).perform()
    person.find("#reader mark")
    ActionChains(person.browser).send_keys(Keys.ESCAPE).perform()
    wait(person.browser, lambda _: not person.all("#reader[open]"), 10)
    assert person.browser.switch_to.active_element == link


def test_an_answer_is_written_and_its_citation_opens(
    chromium: Chrome, server: ServerInfo, town: KnowledgeGraph, tmp_path: Path
) -> None:
    with (
        FakeLLM() as fake,
        connect(server, settings=fake.settings()) as graph,
        served(graph, tmp_path) as running,
    ):
        fake.answer = lambda _: (
            "# In short\n\n**Anna Berg** manages it [Data: Sources (1), Reports (99)]."
        )
        someone = Person(chromium, running)
        someone.has_width(1400, 950)
        someone.opens()
        someone.chooses("select[name=mode]", "search:local")
        someone.types("textarea[name=question]", "Who manages the Port of Melby?\n")
        someone.sees("Cited", ".answer")
        assert someone.find(".answer strong").text == "Anna Berg"
        assert "never shown" in someone.find(".cite.unknown").get_attribute("title")
        someone.find("button.cite").click()
        assert "Melby" in someone.find("#reader mark").text
        someone.keeps_picture("serve-citation")
        fake.answer = lambda _: {
            "statement": "MATCH (e:Entity) RETURN count(e) AS n",
            "explanation": "Counts entities.",
        }
        someone.opens("#/cypher")
        someone.types("input[name=words]", "How many entities?")
        someone.clicks("Write Cypher")
        someone.sees("Read it, then run it.")
        someone.clicks("Run")
        someone.sees("1 row", "h2")
        assert someone.complaints() == []


def test_a_text_with_a_line_separator_is_read_whole(person: Person) -> None:
    person.opens()
    said = "Nils Roth paints\u2028the Long\u2029Bridge."
    person.hears(("context", {"text": said}), ("text", {"text": said}))
    _searches(person, "Who paints the bridge?")
    person.sees("the Long", ".answer .body")
    person.silence(broken=False)


def test_a_citation_is_not_judged_before_the_answer_is_whole(person: Person) -> None:
    person.opens()
    person.hears(("text", {"text": "Anna Berg manages it [Data: Sources (1)]."}))
    _searches(person, "Who manages the Port of Melby?")
    mark = person.find(".answer .cite")
    assert "Sources 1: not checked yet" in mark.get_attribute("title")
    assert "never shown" not in person.find(".answer").text
    person.silence(broken=False)


@pytest.mark.parametrize(
    ("broken", "told"), [(True, "Is graphrag-neo4j serve still running?"), (False, "Ask again.")]
)
def test_an_answer_that_breaks_off_stays_with_what_is_wrong(
    person: Person, broken: bool, told: str
) -> None:
    person.opens()
    person.hears(("context", {"text": ""}), ("text", {"text": "Anna Berg manages"}))
    _searches(person, "Who manages the Port of Melby?")
    person.sees("Anna Berg manages", ".answer .body")
    person.silence(broken=broken)
    person.sees(told, ".answer .problem")
    assert person.find(".answer .body").text.startswith("Anna Berg manages")
    assert person.find(".answer [role=status]").text == "The answer broke off."


@pytest.mark.parametrize("how", [{"isComposing": True}, {"keyCode": 229}])
def test_enter_that_ends_a_composition_asks_nothing(person: Person, how: dict[str, object]) -> None:
    person.opens()
    person.types("textarea[name=question]", "メルビ")
    taken = person.browser.execute_script(
        "return !document.querySelector('[name=question]').dispatchEvent(new KeyboardEvent("
        "'keydown', {key: 'Enter', bubbles: true, cancelable: true, ...arguments[0]}))",
        how,
    )
    assert not taken and not person.all(".answer")


def test_every_field_for_a_question_takes_as_much_as_the_api() -> None:
    scripts = [path.read_text("utf-8") for path in PAGE.glob("*.js")]
    most = [int(n) for text in scripts for n in re.findall(r"maxLength: (\d+)", text)]
    assert most == [MAX_QUESTION] * 3


def test_a_long_word_in_a_suggestion_is_broken(person: Person) -> None:
    person.has_width(390)
    person.opens()
    chip = person.find(".chip")
    person.browser.execute_script("arguments[0].textContent = 'y'.repeat(200)", chip)
    wide = person.browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= 390


def test_back_leads_to_the_answer_without_asking_again(person: Person) -> None:
    question = "Who manages the Port of Melby?"
    person.opens()
    person.types("textarea[name=question]", f"{question}\n")
    shown = person.find(".answer .evidence").text
    person.clicks("See the part of the graph that answered")
    person.sees("nodes", "p[role=status]")
    person.browser.execute_script("performance.clearResourceTimings()")
    person.browser.back()
    assert person.find(".answer .evidence").text == shown
    assert person.find("textarea[name=question]").get_attribute("value") == question
    person.find(".chip")
    link = person.find(".evidence button.link")
    person.browser.execute_script("arguments[0].click()", link)
    person.find("#reader mark")
    assert not {path for path in person.paths() if path in ("/api/retrieve", "/api/ask")}


def test_who_asks_before_the_page_knows_the_ways_of_asking_is_answered(person: Person) -> None:
    person.opens("#/see")
    person.sees("See", "h1")
    person.browser.execute_script("""
        const fetched = window.fetch;
        window.fetch = async (url, options) => {
            if (String(url).includes("/api/modes")) await new Promise((go) => setTimeout(go, 1500));
            return fetched(url, options);
        };
    """)
    person.goes("#/ask")
    person.types("textarea[name=question]", "Who manages the Port of Melby?\n")
    assert not person.all("select[name=mode] option")
    person.find(".answer .evidence")


def test_a_page_loaded_anew_has_the_question_and_does_not_ask(person: Person) -> None:
    person.opens()
    person.types("textarea[name=question]", "Who manages the Port of Melby?\n")
    person.find(".answer .evidence")
    person.browser.refresh()
    person.find(".chip")
    assert "Port" in str(person.find("textarea[name=question]").get_attribute("value"))
    assert not person.all(".answer")


def test_back_from_a_place_in_a_source_closes_the_source(person: Person, api: Served) -> None:
    [source, *_] = api.get("/api/sources")
    person.opens()
    person.goes(f"#/source?{urlencode({'name': source['uri'], 'start': 0, 'end': 9})}")
    person.find("#reader mark")
    person.browser.back()
    wait(person.browser, lambda _: not person.all("#reader[open]"), 20)


def test_the_page_is_light_and_whole() -> None:
    files_of_page = [path for path in PAGE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files_of_page) < 1_000_000
    for line in (PAGE / "vendor" / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((PAGE / "vendor" / name).read_bytes()).hexdigest() == digest
    assert (PAGE / "vendor" / "cytoscape.LICENSE.txt").is_file()
    for path in PAGE.glob("*.js"):
        text = path.read_text("utf-8")
        for word in ("innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, path.name


def _searches(person: Person, question: str) -> None:
    person.chooses("select[name=mode]", "search:basic")
    person.types("textarea[name=question]", f"{question}\n")
