"""Plain text in pages, as RFCs are: without the heads and feet of its pages, and a manual page
without the foot that ``man`` writes."""

from __future__ import annotations

import re

from graphrag_neo4j.text.line_breaks import has_leader

_FOOT = re.compile(r"^(?=[^\n]{0,120}\[(?:Page|Seite) \d{1,4}\][^\S\n]*$)[^\n]+$", re.MULTILINE)
_COUNTED = re.compile(  # "Pump manual      page 2 of 3"
    r"(?<!\w)(?:[-–—(\[][^\S\n]?)?(?:page|seite|página|pagina)[^\S\n](?P<number>\d{1,4})[^\S\n]?"
    r"(?:of|von|de|di|sur|/)[^\S\n]?(?P<all>\d{1,4})[^\S\n]?[-–—)\]]?[^\S\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
_MOST_BESIDE = 100  # characters
_HEAD = re.compile(  # two cells or more, alone
    r"\s*?\n[^\S\n]*(?P<head>\S[^\n]{0,80}?\S[^\S\n]{2,}\S[^\n]{0,100})(?=\n[^\S\n]*(?:\n|\Z)|\Z)"
)
MANUAL_HEAD = re.compile(r"(?P<name>[\w.:+-]{1,60}\(\d\w{0,9}\))[^\S\n](?:.*[^\S\n])?(?P=name)\s*")
"""The first line of a manual page that ``man`` wrote: LS(1)    User Commands    LS(1)."""
_MANUAL_FOOT = re.compile(r"\S+(?: \S+)* {2,}\S.*")
_GAP = re.compile(r"[^\S\n]{2}")
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)*")
_FEWEST = 2  # pages, where nothing else tells that a line is a foot
_LINES_OF_TITLE = 3
_STOPS = (".", ":", ";", "!", "?", "…")
_FULL_LINE = 50  # characters: a heading at the end of a page is shorter
_LOOKED_AT = 200  # characters of the next page


def without_page_marks(text: str) -> str:
    """``text`` without lines such as "Berg  Informational  [Page 2]" and the head of the page that
    follows each; a paragraph goes on over them. The same text if it has none."""
    text = _without_counts(_without_manual_foot(text))
    feet = list(_FOOT.finditer(text)) if "[" in text else []
    if len(feet) < _FEWEST and not any(_stands_alone(text, foot) for foot in feet):
        return text
    parts: list[str] = []
    at = 0
    for foot in feet:
        page = text[at : foot.start()].rstrip()
        head = _HEAD.match(text, foot.end())
        at = _BLANK_LINES.match(text, head.end() if head else foot.end()).end()  # type: ignore[union-attr]
        parts += [page, _joint(page, text[at : at + _LOOKED_AT])]
    return "".join(parts) + text[at:]


def _without_counts(text: str) -> str:
    """``text`` without the lines that count its pages ("Pump manual      page 2 of 3"); what stands
    beside the first number at the top of the text, as a title does, stays."""
    found = _counts(text)
    if len(found) < _FEWEST:
        return text
    parts: list[str] = []
    at = 0
    for count in found:
        if not parts and text.count("\n", 0, count.start()) < _LINES_OF_TITLE:
            parts.append(text[: count.start()].rstrip())
            at = count.end()
            continue
        page = text[at : _line_start(text, count)].rstrip()
        at = _BLANK_LINES.match(text, count.end()).end()  # type: ignore[union-attr]
        parts += [page, _joint(page, text[at : at + _LOOKED_AT])]
    return "".join(parts) + text[at:]


def _line_start(text: str, found: re.Match[str]) -> int:
    return text.rfind("\n", 0, found.start()) + 1


def _counts(text: str) -> list[re.Match[str]]:
    """The lines that count pages, each one more, up to the same number."""
    found: list[re.Match[str]] = []
    for count in _COUNTED.finditer(text):
        beside = text[_line_start(text, count) : count.start()]
        if beside.strip() and not (beside.endswith("  ") and len(beside.strip()) <= _MOST_BESIDE):
            continue
        last = int(found[-1]["number"]) if found else int(count["number"]) - 1
        if int(count["number"]) == last + 1 and count["all"] == (found or [count])[0]["all"]:
            found.append(count)
    return found


def _stands_alone(text: str, foot: re.Match[str]) -> bool:
    """Whether the cells of a foot have an empty line above them and the head of a page below."""
    has_cells = _GAP.search(foot[0].strip()) is not None
    is_apart = not text[: foot.start()].removesuffix("\n").rpartition("\n")[2].strip()
    return has_cells and is_apart and _HEAD.match(text, foot.end()) is not None


def _without_manual_foot(text: str) -> str:
    """A manual page without its last line, which has the date, where that stands at the margin."""
    if not MANUAL_HEAD.fullmatch(text.lstrip("\n").partition("\n")[0]):
        return text
    page = text.rstrip()
    above, _, last = page.rpartition("\n")
    return f"{above}\n{text[len(page) :]}" if _MANUAL_FOOT.fullmatch(last) else text


def _joint(before: str, after: str) -> str:
    """What stands between two pages: a line break if a paragraph goes on, else an empty line."""
    last, first = before.rpartition("\n")[2].strip(), after.lstrip()[:1]
    is_open = bool(last) and not last.endswith(_STOPS) and not has_leader(last)
    goes_on = first.islower() or (len(last) >= _FULL_LINE and not _begins_with_heading(after))
    return "\n" if is_open and goes_on else "\n\n"


def _begins_with_heading(page: str) -> bool:
    """Whether its first line stands alone or in capitals and is no sentence's end, as a heading."""
    first, _, rest = page.lstrip().partition("\n")
    below, is_more, _ = rest.partition("\n")
    is_alone = bool(is_more) and not below.strip()
    return (is_alone or first.isupper()) and not first.rstrip().endswith((*_STOPS, ","))
