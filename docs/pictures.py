"""Makes the pictures of these pages anew: ``python -m docs.pictures``.

Reads ``docs/examples/melby`` into a new local server and looks at it with Chromium, as a person
would. Needs the extra "test", chromium and chromedriver.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import TYPE_CHECKING

from PIL import Image

from graphrag_neo4j import KnowledgeGraph
from graphrag_neo4j.apps.neo4j_browser import browser_address, saved_query
from tests.support.chromium import opened_chromium, wait
from tests.support.page import Person, click_node
from tests.support.serving import Served, served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FOLDER = Path(__file__).parent
QUESTION = "Who replaced the brake of the Tall Crane?"


@contextmanager
def _melby(place: Path) -> Iterator[tuple[KnowledgeGraph, Served]]:
    """The graph of the example's files, served."""
    with KnowledgeGraph.local(place / "home") as graph:
        try:
            graph.ingest(FOLDER / "examples" / "melby")
            with served(graph, place / "serve") as running:
                yield graph, running
        finally:
            graph.server.stop()


def _save(browser: Chrome, name: str) -> None:
    """What the browser shows, in few colours: a third of the bytes."""
    path = FOLDER / "images" / f"{name}.png"
    browser.save_screenshot(str(path))
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128).save(path, optimize=True)


def _ask(person: Person) -> None:
    """A question asked in two ways."""
    person.has_width(1200, 960)
    person.opens()
    person.find(".chip")
    person.types("textarea[name=question]", QUESTION)
    person.chooses("select[name=compare]", "retrieve:hybrid")
    person.find("form.ask button.primary").click()
    wait(person.browser, lambda _: len(person.all(".answer .evidence")) == 2)
    _save(person.browser, "serve-ask")


def _see(person: Person) -> None:
    """The part of the graph that answers, and what is said of one thing in it."""
    person.has_width(1200, 840)
    person.opens()
    person.types("textarea[name=question]", f"{QUESTION}\n")
    person.clicks("See the part of the graph that answered")
    person.sees("nodes", "p[role=status]")
    click_node(person, "Dahl Shipyard")
    person.sees("Dahl Shipyard", ".details h2")
    person.clicks("What is said of it")
    person.sees("→", ".details")
    person.browser.execute_script("window.scrollTo(0, 0)")
    _save(person.browser, "serve-see")


def _browser(browser: Chrome, graph: KnowledgeGraph) -> None:
    """The saved query on why two things are connected, in Neo4j Browser."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    query = saved_query("why_connected").text
    for place, name in (("first", "Anna Berg"), ("second", "Dahl Shipyard")):
        query = query.replace(f"toLower('') AS {place}", f"toLower('{name}') AS {place}")
    browser.get(browser_address(graph.settings).url(command="edit", argument=query))

    def connects(_: Chrome) -> bool:
        if "You are connected" not in browser.page_source:
            field = browser.find_element(By.CSS_SELECTOR, '[data-testid="password"]')
            field.send_keys(Keys.CONTROL, "a")
            field.send_keys(graph.server.password() or "")
            browser.find_element(By.CSS_SELECTOR, '[data-testid="connect"]').click()
            sleep(2)  # the form is drawn anew while it connects
        return "You are connected" in browser.page_source

    wait(browser, connects, 120)
    wait(browser, lambda b: b.find_element(By.CSS_SELECTOR, ".view-lines").text)
    browser.find_element(By.CSS_SELECTOR, '[data-testid="editor-Run"]').click()
    wait(browser, lambda b: b.find_elements(By.CSS_SELECTOR, "svg g.node"))
    sleep(5)  # the nodes move to their places
    _save(browser, "browser")


def main() -> None:
    """Make all of them."""
    with (
        TemporaryDirectory() as place,
        opened_chromium() as browser,
        _melby(Path(place)) as (graph, running),
    ):
        person = Person(browser, running)
        _ask(person)
        _see(person)
        person.has_width(1200, 640)
        _browser(browser, graph)


if __name__ == "__main__":
    main()
