"""A folder that is edited at random, with links to another one and files that cannot be read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphrag_neo4j.readers.files import find_files

GARBAGE = b"\x00\x01\x02\xff" * 100
WHO = ("Anna Berg", "Erik Holm", "Siri Dahl", "Olaf Lund", "Nordic Freight")
DID = ("manages", "founded", "visited", "sued", "left")
WHAT = ("the Port of Melby", "Osterby", "Norland", "the Melby Line")
NAMES = ("a.txt", "b.md", "c.csv", "sub/a.txt", "sub/d.jsonl", "z.txt")
OUTSIDE = ("a.txt", "x.txt", "y.md")


class EditedFolder:
    """``folder`` is what is read; ``read`` are the contents of what was read of it at last, as far
    as it cannot be read now."""

    def __init__(self, top: Path, chance: random.Random) -> None:
        self.folder, self.outside = top / "in", top / "out"
        self.read: dict[Path, bytes] = {}
        self._chance = chance
        (self.folder / "sub").mkdir(parents=True)
        (self.outside / "deep").mkdir(parents=True)
        for name in OUTSIDE:
            self._write(self.outside / name)
        self._write(self.outside / "deep" / "w.txt")
        self._write(self.folder / "stays.txt")

    def edit(self) -> str:
        """Do one thing to it, and say what."""
        acts = ("write write change delete rename copy empty garbage garbage mend link link_folder "
                "unlink change_outside swap").split()  # fmt: skip
        act = self._chance.choice(acts)
        getattr(self, f"_{act}")()
        return act

    def synchronised(self) -> None:
        """Take note of what a run over the folder has read just now."""
        there = {path.resolve() for path in find_files([self.folder]) if isinstance(path, Path)}
        for path in there:
            data = path.read_bytes()
            if data != GARBAGE:
                self.read[path] = data
        self.read = {path: data for path, data in self.read.items() if path in there}

    def is_spoilt(self) -> bool:
        """Whether there is a file that cannot be read."""
        return any(path.read_bytes() == GARBAGE for path in self._files())

    @contextmanager
    def readable(self) -> Iterator[None]:
        """What cannot be read is, for a while, what was read of it at last."""
        spoilt = [path for path in self.read if path.read_bytes() == GARBAGE]
        for path in spoilt:
            path.write_bytes(self.read[path])
        try:
            yield
        finally:
            for path in spoilt:
                path.write_bytes(GARBAGE)

    def _said(self) -> str:
        return " ".join(map(self._chance.choice, (WHO, DID, WHAT))) + "."

    def _write(self, path: Path | None = None) -> None:
        path = path or self.folder / self._chance.choice(NAMES)
        if path.is_symlink() or path.is_dir():
            return
        said = [self._said() for _ in range(self._chance.randint(1, 3))]
        if path.suffix == ".csv":
            text = "\n".join(["id,text", *(f"{self._chance.randint(1, 4)},{one}" for one in said)])
        elif path.suffix == ".jsonl":
            text = "\n".join(f'{{"text": "{one}"}}' for one in said)
        else:
            text = "# Notes\n\n" * (path.suffix == ".md") + " ".join(said)
        path.write_text(text, encoding="utf-8")

    def _files(self) -> list[Path]:
        return sorted(p for p in self.folder.rglob("*") if p.is_file() and not p.is_symlink())

    def _links(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_symlink())

    def _any(self) -> Path:
        """A file of it, or the name of one that is not there; that which stays is written to
        only."""
        files = [path for path in self._files() if path.name != "stays.txt"]
        return self._chance.choice(files or [self.folder / "nothing.txt"])

    def _change(self) -> None:
        self._write(self._chance.choice(self._files()))

    def _change_outside(self) -> None:
        self._write(self.outside / self._chance.choice(OUTSIDE))

    def _delete(self) -> None:
        if (path := self._any()).is_file():
            path.unlink()

    def _rename(self) -> None:
        path = self._any()
        new = path.with_name(f"{self._chance.choice('anz')}{path.name}"[-12:])
        if path.is_file() and not new.exists() and not new.is_symlink():
            path.rename(new)

    def _copy(self) -> None:
        path, new = self._any(), self.folder / f"copy{self._chance.randint(1, 2)}.txt"
        if path.is_file() and path.suffix == ".txt":
            new.write_bytes(path.read_bytes())

    def _swap(self) -> None:
        one, other = self._any(), self._any()
        if one.is_file() and one.suffix == other.suffix:
            first, second = one.read_bytes(), other.read_bytes()
            one.write_bytes(second)
            other.write_bytes(first)

    def _empty(self) -> None:
        if (path := self._any()).is_file():
            path.write_text("")

    def _garbage(self) -> None:
        paths = [self._any(), self.outside / self._chance.choice(OUTSIDE)]
        if (path := self._chance.choice(paths)).is_file():
            path.write_bytes(GARBAGE)

    def _mend(self) -> None:
        for path in self._files():
            if path.read_bytes() == GARBAGE:
                self._write(path)

    def _link(self) -> None:
        link = self.folder / f"link{self._chance.randint(1, 3)}.txt"
        if not link.is_symlink():
            targets = [self.outside / name for name in OUTSIDE] + [self.folder / "stays.txt"]
            link.symlink_to(self._chance.choice(targets))

    def _link_folder(self) -> None:
        link = self.folder / "linked"
        if not link.is_symlink():
            link.symlink_to(self.outside / self._chance.choice(["deep", "."]))

    def _unlink(self) -> None:
        if links := self._links():
            self._chance.choice(links).unlink()
