"""Trees that are drawn with signs in plain text: folders, and families.

    docs/                      Ann Hale (b. 1851)
    ├── index.md  the start     = 1877 Bo Orr
    └── images/                  +-- Cy Hale (b. 1879)

Each line is a row that is read below those that it hangs from ("docs/ > index.md the start"); "="
before a name is who the one above married, and whose children are theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.model import Block

_INDENT = r"^(?P<indent>[ \t│┃|¦]*)"
_SAID = r"[ \t]*(?P<said>[^\s+=|─━-].*)$"
_BRANCH = re.compile(
    rf"{_INDENT}(?:[├└┣┗╠╚][─━═╴-]*|[+`\\|'](?:-{{2,4}}|(?<=[+\\])-)(?=[ \t])){_SAID}"
)
_SPOUSE = re.compile(rf"{_INDENT}={_SAID}")
_STEM = re.compile(r"^[ \t│┃|¦]*$")
_NOTE = re.compile(r"[ \t]{2,}(?:#[ \t]*)?")
_NUMBER = re.compile(r"^\d{1,3}(?:\.\d{1,3}){0,9}\.?[ \t]+")
_FEWEST = 2  # branches
_PARTED = " > "
_LONGEST_PATH = 300  # characters
_LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a tree: where its words start and end, and how deep it hangs."""

    start: int
    said: str
    depth: int
    is_spouse: bool = False


def drawn_trees(text: str) -> list[Block]:
    """The rows of all trees in ``text``, in order."""
    return [row for tree in _trees(text) for row in _rows(tree)]


def _trees(text: str) -> Iterator[list[_Line]]:
    """The lines of each tree, its root first."""
    tree: list[_Line] = []
    above: list[_Line] = []  # what may be a root, with a spouse below it
    branches = place = 0
    for line in text.split("\n"):
        found = _line(line, place)
        if found is not None and (tree or not found.is_spouse):
            tree = tree or list(above)
            tree.append(found)
            branches += not found.is_spouse
        elif not (tree or above) or not _STEM.match(line) or not line.strip():
            if branches >= _FEWEST:
                yield tree
            tree, branches = [], 0
            bare = line.strip()
            is_spouse = found is not None and bool(above)
            root = _Line(place + len(line) - len(line.lstrip()), bare, -1)
            kept = [*above, found] if is_spouse and found is not None else [root]
            above = kept if bare and len(line) <= _LONGEST_LINE else []
        place += len(line) + 1
    if branches >= _FEWEST:
        yield tree


def _line(line: str, place: int) -> _Line | None:
    """A branch, or a spouse; None of other lines."""
    if len(line) > _LONGEST_LINE:
        return None
    if branch := _BRANCH.match(line):
        return _Line(place + branch.start("said"), branch["said"].rstrip(), len(branch["indent"]))
    if spouse := _SPOUSE.match(line):
        start = place + spouse.start("said")
        return _Line(start, spouse["said"].rstrip(), len(spouse["indent"]), is_spouse=True)
    return None


def _rows(tree: Sequence[_Line]) -> Iterator[Block]:
    path: list[_Line] = []
    for line in tree:
        if line.is_spouse:
            said = f"{_name(path[-1].said)} = {line.said}" if path else line.said
            above = path[:-1]
        else:
            while path and path[-1].depth >= line.depth:
                path.pop()
            above = list(path)
            path.append(line)
            said = " ".join(_NOTE.sub(" ", line.said).split())
        names = [_name(one.said) for one in above]
        while names and sum(map(len, names)) > _LONGEST_PATH:
            names.pop(0)
        end = line.start + len(line.said)
        yield Block(line.start, end, "row", cells=(_PARTED.join([*names, " ".join(said.split())]),))


def _name(said: str) -> str:
    """What hangs something below it, without its number and what is noted beside it."""
    return _NUMBER.sub("", _NOTE.split(said, maxsplit=1)[0].split(" (")[0]).strip() or said
