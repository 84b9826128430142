"""Which files of a folder are read: hidden, ignored, excluded and foreign ones are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from graphrag_neo4j.errors import ReadError, UsageError
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.formats import SUFFIXES, check_format
from graphrag_neo4j.readers.options import DEFAULT, ReadOptions

IGNORE_FILE = ".graphragignore"
_ADDRESS = re.compile(r"(?P<scheme>[a-zA-Z][a-zA-Z0-9+.-]+):/+(?P<rest>[^/\\].*)")


def find_files(
    paths: Iterable[Path],
    options: ReadOptions = DEFAULT,
    without: Iterable[Path] = (),
    links: dict[str, str] | None = None,
) -> list[Path | Unreadable]:
    """The files given and those in the folders given, in the order of their names.

    In folders these are skipped, and each comes as an :class:`Unreadable` that says so: hidden
    entries, what a ``.graphragignore`` there names (by the rules of a .gitignore), what
    ``options`` exclude, and files of no kind that is read. No file is listed twice, by whatever
    way it is reached. ``without``: folders that are not entered, nor told of. ``links`` gets, of
    files in folders that are only reached through symbolic links, where such a link is and where
    it leads, as uris. Raises :class:`UsageError` for a path that does not exist, and for an
    address.
    """
    given = [Path(path) for path in paths]
    check_paths(given)
    walk = _Walk(options)
    walk.seen.update(path.resolve() for path in without)
    found: list[Path | Unreadable] = []
    by_link: dict[Path, Path] = {}
    reached: set[Path] = set()
    for path in given:
        is_folder = path.is_dir()
        top = path.resolve()
        for file in walk.folder(path) if is_folder else [path]:
            if isinstance(file, Unreadable):
                found.append(file)
                continue
            real = file.resolve()
            own = top / file.relative_to(path) if is_folder else real
            if own == real:
                reached.add(real)
            else:
                by_link[own] = real
            if real not in walk.seen:
                walk.seen.add(real)
                found.append(_as_itself(file, real))
    if links is not None:
        links |= {
            own.as_uri(): real.as_uri() for own, real in by_link.items() if real not in reached
        }
    return found


def _as_itself(file: Path, real: Path) -> Path:
    """A file behind a link is called as ``real`` is, by whatever way it is reached; but for one
    whose own ending tells no format, while that of the link does."""
    is_linked = any(part.is_symlink() for part in (file, *file.parents))
    is_told = file.suffix == real.suffix or real.suffix.lower() in SUFFIXES
    return real if is_linked and is_told else file


def is_bare(folder: Path) -> bool:
    """Whether nothing is found in a folder, as where a share is not mounted: it has no entries but
    hidden ones and folders of that sort, or cannot be opened."""
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
        return all(
            entry.is_dir() and not entry.is_symlink() and is_bare(entry) for entry in entries
        )
    except OSError:
        return True


def filtered_out(folder: Path, options: ReadOptions) -> Callable[[Path], bool]:
    """Whether ``options`` leave out a path below ``folder``; it need not be there."""
    wanted = GitIgnoreSpec.from_lines(options.include)
    unwanted = GitIgnoreSpec.from_lines(options.exclude)

    def is_out(path: Path) -> bool:
        if not path.is_relative_to(folder):
            return False
        name = path.relative_to(folder).as_posix()
        return unwanted.match_file(name) or (len(wanted) > 0 and not wanted.match_file(name))

    return is_out


def check_folders(folders: Iterable[Path]) -> None:
    """Raises :class:`UsageError` for the first that is not there, or is no folder."""
    for folder in folders:
        if _ADDRESS.fullmatch(str(folder)):
            raise _not_there(folder)
        if not folder.is_dir():
            raise UsageError(
                f"There is no folder {folder}.",
                "Check the path. If it is gone for good: graphrag-neo4j sources delete FOLDER.",
            )


def check_paths(paths: Iterable[Path]) -> None:
    """Raises :class:`UsageError` for the first path that does not exist, and for an address."""
    for path in paths:
        if not path.exists():
            raise _not_there(path)


def _not_there(path: Path) -> UsageError:
    if address := _ADDRESS.fullmatch(str(path)):
        return UsageError(
            f"{address['scheme']}://{address['rest']} is an address, not a file.",
            "Download it and ingest the file, or load it by a LlamaIndex reader and pass its "
            "documents to KnowledgeGraph.ingest.",
        )
    return UsageError(f"There is no file or folder {path}.", "Check the path.")


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one file or option, about what is below ``root``."""

    root: Path
    patterns: GitIgnoreSpec
    reason: str

    def verdict(self, path: Path, *, is_folder: bool) -> bool | None:
        """True: ignored, False: expressly not, None: not spoken of."""
        name = path.relative_to(self.root).as_posix()
        return self.patterns.check_file(f"{name}/" if is_folder else name).include


class _Walk:
    """Goes through folders; ``seen`` are the real paths met so far."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self.seen: set[Path] = set()

    def folder(self, folder: Path) -> Iterator[Path | Unreadable]:
        """The files below a folder that was given."""
        rules = []
        if self._options.exclude:
            patterns = GitIgnoreSpec.from_lines(self._options.exclude)
            rules.append(_Rules(folder, patterns, "it is excluded."))
        wanted = GitIgnoreSpec.from_lines(self._options.include)
        yield from self._entries(folder, folder, wanted, rules)

    def _entries(
        self, root: Path, folder: Path, wanted: GitIgnoreSpec, rules: list[_Rules]
    ) -> Iterator[Path | Unreadable]:
        real = folder.resolve()
        if real in self.seen:  # a link back up, or a folder given twice
            return
        self.seen.add(real)
        try:
            entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
            rules = [*rules, *_rules_of(folder)]
        except OSError as error:
            reason = f"the folder cannot be opened: {error.strerror or error}."
            yield Unreadable(real.as_uri(), reason, kind="unopened")
            return
        for entry in entries:
            own = real / entry.name
            if entry.name.startswith("."):
                yield _skipped(own, "it is hidden.", "hidden")
            elif entry.name.startswith("~$"):
                yield _skipped(own, "it only says that a document is open in Office.", "hidden")
            elif reason := _ignored(entry, rules):
                yield _skipped(own, reason, "ignored")
            elif entry.is_dir():
                yield from self._entries(root, entry, wanted, rules)
            elif len(wanted) and not wanted.match_file(entry.relative_to(root).as_posix()):
                yield _skipped(own, "it is not included.", "ignored")
            elif not entry.is_file():
                yield _skipped(own, "it is neither a file nor a folder.", "unsupported")
            else:
                yield self._file(entry, own)

    def _file(self, entry: Path, own: Path) -> Path | Unreadable:
        """The file, unless it is of a kind that is never read, or has nothing in it."""
        try:
            if entry.stat().st_size == 0:
                return _skipped(own, "it is empty.", "empty")
            check_format(entry, self._options)
        except ReadError as error:
            if error.kind == "unsupported":
                return _skipped(own, error.message, error.kind, error.hint)
        except OSError:
            pass  # the reader says what is wrong
        return entry


def _rules_of(folder: Path) -> list[_Rules]:
    file = folder / IGNORE_FILE
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    reason = f"{IGNORE_FILE} names it."
    return [_Rules(folder, GitIgnoreSpec.from_lines(lines), reason)]


def _ignored(entry: Path, rules: list[_Rules]) -> str:
    """Why an entry is ignored: the rules of the nearest folder that speak of it count."""
    is_folder = entry.is_dir()
    for one in reversed(rules):
        verdict = one.verdict(entry, is_folder=is_folder)
        if verdict is not None:
            return one.reason if verdict else ""
    return ""


def _skipped(path: Path, reason: str, kind: str, hint: str = "") -> Unreadable:
    return Unreadable(path.as_uri(), reason, hint, skipped=True, kind=kind)
