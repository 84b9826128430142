"""A headless Chromium for tests of what people see; without one the tests are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

T = TypeVar("T")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chrome]:
    """One browser for the tests of a module."""
    with opened_chromium() as opened:
        yield opened


@contextmanager
def opened_chromium() -> Iterator[Chrome]:
    """A browser while the block runs."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("needs chromium and chromedriver (Debian: chromium, chromium-driver)")
    options = selenium.ChromeOptions()
    options.binary_location = binary
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--window-size=1500,1000",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    opened.set_page_load_timeout(60)
    try:
        yield opened
    finally:
        opened.quit()


def wait(opened: Chrome, condition: Callable[[Any], T], seconds: float = 60) -> T:
    """Wait until ``condition`` gives something true, and return that."""
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(opened, seconds, ignored_exceptions=[Exception]).until(condition)
