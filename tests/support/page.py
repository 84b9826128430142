"""A person at the page of ``serve``: headless Chromium, and what such a person does."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support.chromium import wait
from tests.support.serving import TOKEN, Served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

AXE = Path(__file__).parent / "axe" / "axe.min.js"
SCREENSHOTS = os.environ.get("GRAPHRAG_TEST_SCREENSHOTS")
"""Folder for pictures of what the tests see; docs/images holds those of a run."""
_WITH_TEXT = "//*[self::button or self::a or self::summary][contains(normalize-space(.), {0})]"

_HEARS = """
    const fetched = window.fetch, bytes = new TextEncoder().encode(arguments[0]);
    window.fetch = (url, options) => String(url).endsWith("/api/search/stream")
      ? Promise.resolve(new Response(new ReadableStream({
          start(heard) { window.heard = heard; heard.enqueue(bytes); } })))
      : fetched(url, options);
"""


class Person:
    """Somebody at a browser."""

    def __init__(self, browser: Chrome, served: Served) -> None:
        self.browser = browser
        self.served = served

    def opens(self, path: str = "", *, token: str | None = TOKEN) -> None:
        """Come by the link that the server printed, in a fresh tab's state."""
        self.browser.get(f"{self.served.url}/icon.svg")
        self.browser.execute_script("sessionStorage.clear()")
        self._log()
        self.browser.get(f"{self.served.url}/{f'#token={token}' if token else ''}")
        self.sees("Ask", "h1")
        if path:
            self.goes(path)

    def goes(self, path: str) -> None:
        """Follow a link within the page."""
        self.browser.execute_script("location.hash = arguments[0]", path)

    def find(self, selector: str) -> Any:
        """The element, once it is there and shows."""
        return wait(
            self.browser,
            lambda b: next((e for e in self.all(selector) if e.is_displayed()), None),
            30,
        )

    def all(self, selector: str) -> list[Any]:
        """All elements that are there now."""
        return self.browser.find_elements("css selector", selector)

    def sees(self, text: str, selector: str = "body", seconds: float = 30) -> Any:
        """The element with this text, once it shows."""
        return wait(
            self.browser,
            lambda b: next((e for e in self.all(selector) if text in e.text), None),
            seconds,
        )

    def clicks(self, text: str) -> None:
        """Click the button, link or summary that says so."""
        quoted = f"'{text}'" if "'" not in text else f'"{text}"'
        xpath = _WITH_TEXT.format(quoted)

        def click(browser: Chrome) -> bool:
            shown = [e for e in browser.find_elements("xpath", xpath) if e.is_displayed()]
            shown[0].click()
            return True

        wait(self.browser, click, 30)

    def types(self, selector: str, text: str) -> None:
        """Replace what a field holds."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def chooses(self, selector: str, value: str) -> None:
        """Choose from a list."""
        from selenium.webdriver.support.ui import Select

        def choose(_: Chrome) -> bool:
            Select(self.find(selector)).select_by_value(value)
            return True

        wait(self.browser, choose, 30)

    def gives_files(self, paths: Sequence[Path]) -> None:
        """Choose files to upload."""
        field = self.find("input[type=file]")
        field.send_keys("\n".join(map(str, paths)))

    def hears(self, *events: tuple[str, object]) -> None:
        """Let the next searches be answered with the start of this stream; :meth:`silence` ends
        it."""
        told = "".join(
            f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
            for kind, data in events
        )
        self.browser.execute_script(_HEARS, told)

    def silence(self, *, broken: bool) -> None:
        """End the stream of :meth:`hears`: as a connection that breaks, or in good order."""
        how = "error(new TypeError('network error'))" if broken else "close()"
        self.browser.execute_script(f"window.heard.{how}")

    def has_width(self, width: int, height: int = 844, *, dark: bool = False) -> None:
        """Hold a phone, or sit at a screen, in daylight or at night."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})

    def barriers(self) -> list[str]:
        """What axe finds serious on the page as it is."""
        if not self.browser.execute_script("return Boolean(window.axe)"):
            self.browser.execute_script(AXE.read_text("utf-8"))
        found = self.browser.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']})"
            ".then(r => done(r.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.html + "
            "' ' + n.failureSummary).slice(0, 3)])))"
        )
        return [f"{rule}: {nodes}" for impact, rule, nodes in found if impact in _SERIOUS]

    def complaints(self) -> list[str]:
        """What the browser logged as wrong: scripts that failed, requests that the policy forbade.

        An answer that is an error is no complaint of the page."""
        return [
            entry["message"]
            for entry in self._log()
            if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]
        ]

    def _log(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.browser.get_log("browser")  # type: ignore[no-untyped-call]
        return found

    def hosts(self) -> set[str]:
        """Where the page loaded anything from."""
        script = "return performance.getEntriesByType('resource').map(e => new URL(e.name).origin)"
        return set(self.browser.execute_script(script))

    def paths(self) -> set[str]:
        """What the page asked its server for."""
        script = (
            "return performance.getEntriesByType('resource').map(e => new URL(e.name).pathname)"
        )
        return set(self.browser.execute_script(script))

    def keeps_picture(self, name: str) -> None:
        """Save a screenshot, if somebody wants them."""
        if SCREENSHOTS:
            self.browser.save_screenshot(str(Path(SCREENSHOTS) / f"{name}.png"))


def click_node(person: Person, name: str) -> None:
    """Click on a node where it is drawn."""
    from selenium.webdriver.common.action_chains import ActionChains

    canvas = person.find(".canvas")
    place = wait(
        person.browser,
        lambda b: b.execute_script(
            "const cy = arguments[0]._cyreg.cy; const n = cy.nodes().filter(n => "
            "n.data('name') === arguments[1])[0]; return n && n.renderedPosition()",
            canvas,
            name,
        ),
        20,
    )
    size = canvas.size
    across, down = place["x"] - size["width"] / 2, place["y"] - size["height"] / 2
    moves = ActionChains(person.browser)
    moves.move_to_element_with_offset(canvas, round(across), round(down)).click().perform()


_SERIOUS = ("serious", "critical")
