"""Titles of pages without the name of their site: "Library opens - The Mercury"."""

from __future__ import annotations

import re

_MARK = r"\s+(?:[-–—|·•»:]|::)\s+"


def without_site_name(title: str, site: str) -> str:
    """``title`` without the name of the ``site`` at its end or beginning, if more is left."""
    if not site:
        return title
    name = re.escape(site)
    at_end = re.search(rf"{_MARK}{name}\Z", title, re.IGNORECASE)
    if at_end and at_end.start():
        return title[: at_end.start()].rstrip()
    at_start = re.match(rf"{name}{_MARK}", title, re.IGNORECASE)
    return title[at_start.end() :] if at_start else title
