"""What a graph notes of files beside what they say.

``links``: the symbolic links below folders that were read by which alone a file was found; when
the last of them is gone, so is what came of it. ``unread``: why the last run could not read a file,
which may have been read before. A file of which there is nothing to note has no note.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from os.path import lexists

from graphrag_neo4j.database.batching import batches
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.ingest.apply import WRITE_LOCK
from graphrag_neo4j.readers.files import file_of, is_missing


@dataclass(frozen=True, slots=True)
class FileNote:
    """``uri``: of the file, or of what in it could not be read."""

    uri: str
    links: frozenset[str] = frozenset()
    unread: str | None = None


Notes = dict[str, FileNote]


def note_links(
    database: Database, links: Mapping[str, str], found: Set[str], known: Collection[str]
) -> None:
    """Note by which ``links`` (uris, and those of the files) alone files were found that are not
    ``known`` yet, or only by others; ``found``: files that were found themselves.

    To be called before anything of them is written: a run that is killed leaves no file without its
    note.
    """
    known_files = {name.partition("#")[0] for name in known}

    def noted(notes: Notes) -> Iterator[FileNote]:
        for note in notes.values():
            if note.links and note.uri in found:
                yield replace(note, links=frozenset())
        by_file: dict[str, set[str]] = {}
        for link, file in links.items():
            by_file.setdefault(file, set()).add(link)
        for file, its_links in by_file.items():
            note = notes.get(file, FileNote(file))
            if note.links or file not in known_files:
                standing = {link for link in note.links if lexists(file_of(link))}
                yield replace(note, links=frozenset(standing | its_links))

    _update(database, noted)


def linked_under(database: Database, root: str) -> set[str]:
    """Files that came by links below ``root`` alone."""
    rows = database.read("ingest/file_notes")
    return {row["uri"] for row in rows if any(link.startswith(root) for link in row["links"])}


def unlinked(
    database: Database, links: Mapping[str, str], is_gone: Callable[[str], bool]
) -> set[str]:
    """Files whose last link is gone: of those that are not among ``links`` now, whom ``is_gone``
    is asked of. Their notes go."""
    gone: set[str] = set()

    def noted(notes: Notes) -> Iterator[FileNote]:
        for note in notes.values():
            lost = {link for link in note.links if links.get(link) != note.uri and is_gone(link)}
            if lost:
                yield replace(note, links=note.links - lost)
                if lost == note.links:
                    gone.add(note.uri)

    _update(database, noted)
    return gone


def note_unread(database: Database, unread: Mapping[str, str], looked_at: Set[str]) -> None:
    """Note what of files could not be read, and why; notes of files that were ``looked_at`` and
    read now, or are there no more, go."""
    files = {uri: reason for uri, reason in unread.items() if uri.startswith("file:")}

    def noted(notes: Notes) -> Iterator[FileNote]:
        for uri, reason in files.items():
            yield replace(notes.get(uri, FileNote(uri)), unread=reason)
        for note in notes.values():
            is_over = note.uri.partition("#")[0] in looked_at or is_missing(note.uri)
            if note.unread and note.uri not in files and is_over:
                yield replace(note, unread=None)

    _update(database, noted)


def forget_unread(database: Database, uris: Collection[str]) -> None:
    """Drop the notes of what could not be read of sources that somebody takes out."""
    files = {uri.partition("#")[0] for uri in uris}

    def noted(notes: Notes) -> Iterator[FileNote]:
        for note in notes.values():
            if note.unread and (note.uri in uris or note.uri in files):
                yield replace(note, unread=None)

    _update(database, noted)


def _update(database: Database, noted: Callable[[Notes], Iterable[FileNote]]) -> None:
    """Write what ``noted`` makes of the notes there are. Mostly that is nothing, and needs no
    lock."""
    if not _changed(_notes(database), noted):
        return
    with database.lock(WRITE_LOCK):
        before = _notes(database)
        changed = _changed(before, noted)
        if replaced := [note.uri for note in changed if note.uri in before]:
            database.write("ingest/delete_file_notes", ids=replaced)
        for some in batches(
            {"uri": note.uri, "links": sorted(note.links) or None, "unread": note.unread}
            for note in changed
            if note.links or note.unread
        ):
            database.write("ingest/write_file_notes", rows=some)


def _notes(database: Database) -> Notes:
    rows = database.read("ingest/file_notes")
    return {
        row["uri"]: FileNote(row["uri"], frozenset(row["links"]), row["unread"]) for row in rows
    }


def _changed(before: Notes, noted: Callable[[Notes], Iterable[FileNote]]) -> list[FileNote]:
    return [note for note in noted(before) if note != before.get(note.uri)]
