"""Decides, for a batch of documents, what is new, changed, renamed or already there.

A source is known by its URI. The same text under several URIs is one source: the first URI
in the alphabet names it, the others are its aliases, whatever the order of arrival. Where that URI
has gone and none of the others can be read again, the source stays as it is under the next name; it
has this among its aliases, too, as its id is of the name that has gone.

A source whose lines were handed over is what these say, which is more than their text: it is a copy
of no other. A text of which lines say something beside our own extraction keeps the name that it
has, as long as that is there: what they say hangs on the chunks of that source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.readers.files import is_missing

HANDED_OVER = "handover-"
"""How the fingerprint of a source begins whose lines another engine made."""


@dataclass(frozen=True, slots=True)
class Version:
    """A state of a source: hash of its text, fingerprint of what is made of it, and where it
    stands if it is a record of a file."""

    content_hash: str
    fingerprint: str
    place: str | None = None


@dataclass(slots=True)
class SyncPlan:
    """What to do with a batch.

    ``remove``: ids of sources; ``write``: URIs of sources to bring up to date, each with its
    other names; ``rename``: rows (``id``, ``uri``, ``aliases``); ``moved``: rows (``id``,
    ``place``) of records that stand elsewhere in their file now; ``there``: ids of sources to
    remove or write that the graph has; ``reread``: URIs that were aliases of a text which has
    another first name now, and which therefore have to be read again to be written under their own.
    ``unsaid``: URIs of sources whose text stays, while lines that were handed over of it go.
    ``renamed``: how many texts have the name of another file now, as theirs is gone.
    """

    remove: list[str] = field(default_factory=list)
    write: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rename: list[Row] = field(default_factory=list)
    moved: list[Row] = field(default_factory=list)
    there: list[str] = field(default_factory=list)
    reread: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    renamed: int = 0

    def touched(self, versions: Mapping[str, Version], gone: Collection[str]) -> Iterator[str]:
        """What it depends on and changes: URIs, hashes of texts, ids of sources."""
        yield from gone
        for uri, version in versions.items():
            yield uri
            yield version.content_hash
        yield from self.remove
        yield from map(source_id, self.write)
        yield from (row["id"] for row in (*self.rename, *self.moved))


def decide(
    database: Database,
    versions: Mapping[str, Version],
    gone: Collection[str] = (),
    lost: Collection[str] = (),
) -> SyncPlan:
    """Compare ``versions``, by URI, with the sources in the graph; reads it, and whether files are
    there, and nothing else.

    ``gone``: URIs that are no more; their text stays if it has another name. ``lost``: URIs that
    cannot be read again.
    """
    contents = {
        uri: _content(version.content_hash, version.fingerprint)
        for uri, version in versions.items()
    }
    known = database.read(
        "ingest/known_sources",
        ids=[source_id(uri) for uri in (*versions, *gone)],
        content_hashes=sorted({version.content_hash for version in versions.values()}),
        uris=[*versions, *gone],
    )
    before = {name for row in known for name in _names(row)}
    moved = _moved(database, known, contents, set(gone))
    texts = _names_by_content(known, contents, {*gone, *moved})
    decision = _decided(known, texts, versions, lost)
    if decision.remove and (beside := _with_lines_beside(database, decision.remove)):
        decision = _decided(known, texts, versions, lost, beside)
        going = beside.intersection(decision.remove).difference(map(source_id, decision.write))
        decision.unsaid = [
            row["uri"] for row in known if row["id"] in going and texts[_content_of(row)]
        ]
    decision.unsaid += [
        row["uri"] for row in known if _is_handed_over(row) and _is_our_own(versions, row["uri"])
    ]
    written = decision.write.keys()
    affected = {*decision.remove, *(source_id(uri) for uri in written)}
    decision.there = sorted(row["id"] for row in known if row["id"] in affected)
    new = {uri: content for uri, content in contents.items() if uri not in before}
    renamed = _renamed(new, moved, written)
    decision.renamed = len(renamed)
    decision.changed = len(written & before)
    decision.added = len(written - before - renamed)
    decision.unchanged = len(versions.keys() - written - renamed)
    decision.removed = len(before.intersection({*gone, *moved})) - len(renamed)
    return decision


def _moved(
    database: Database, known: Sequence[Row], contents: Mapping[str, str], gone: set[str]
) -> dict[str, str]:
    """Names of files that are not there any more, whose text a file of the batch has, each with its
    content. A source of which lines were handed over keeps its name."""
    there = {content for uri, content in contents.items() if _is_file(uri) and not is_missing(uri)}
    found: dict[str, dict[str, str]] = {}
    for row in known:
        content = _content_of(row)
        if content in there and not _is_handed_over(row):
            names = _names(row) - contents.keys() - gone
            lost = {name: content for name in names if _is_file(name) and is_missing(name)}
            if lost:
                found[row["id"]] = lost
    if not found:
        return {}
    beside = _with_lines_beside(database, list(found))
    return {
        name: content
        for id_, lost in found.items()
        if id_ not in beside
        for name, content in lost.items()
    }


def _renamed(
    new: Mapping[str, str], moved: Mapping[str, str], written: Collection[str]
) -> set[str]:
    """Those of the ``new`` names that stand in place of ``moved`` ones of the same content, one for
    each; both with their contents."""
    left = Counter(moved.values())
    found: set[str] = set()
    for uri in sorted(new, key=lambda uri: (uri not in written, uri)):
        if left[new[uri]]:
            left[new[uri]] -= 1
            found.add(uri)
    return found


def _is_file(uri: str) -> bool:
    return uri.startswith("file:")


def _decided(
    known: Sequence[Row],
    texts: Mapping[str, set[str]],
    versions: Mapping[str, Version],
    lost: Collection[str],
    beside: Collection[str] = (),
) -> SyncPlan:
    """What to do with each text, whose names ``texts`` says by its content; ``beside``: ids of
    sources that lines say something of beside our own extraction."""
    decision = SyncPlan()
    for content, names in texts.items():
        there = [row for row in known if _content_of(row) == content]
        _decide_text(decision, names, there, versions, lost, beside)
    return decision


def _with_lines_beside(database: Database, ids: Sequence[str]) -> set[str]:
    return {row["id"] for row in database.read("ingest/lines_beside", ids=ids)}


def _is_handed_over(row: Row) -> bool:
    return (row["fingerprint"] or "").startswith(HANDED_OVER)


def _is_our_own(versions: Mapping[str, Version], uri: str) -> bool:
    version = versions.get(uri)
    return version is not None and not version.fingerprint.startswith(HANDED_OVER)


def _names(row: Row) -> set[str]:
    return {row["uri"], *row["aliases"]}


def _content(text_hash: str, fingerprint: str) -> str:
    """What sources have in common that are copies: their text; of lines that were handed over all
    that they say, their source included."""
    return fingerprint if fingerprint.startswith(HANDED_OVER) else text_hash


def _content_of(row: Row) -> str:
    return _content(row["content_hash"], row["fingerprint"] or "")


def _names_by_content(
    known: Sequence[Row], contents: Mapping[str, str], gone: set[str]
) -> dict[str, set[str]]:
    """All names of each content, once the batch is in: a name goes where its newest content is."""
    names: dict[str, set[str]] = {}
    for row in known:
        names.setdefault(_content_of(row), set()).update(_names(row) - contents.keys() - gone)
    for uri, content in contents.items():
        names.setdefault(content, set()).add(uri)
    return names


def _decide_text(
    decision: SyncPlan,
    names: set[str],
    there: Sequence[Row],
    latest: Mapping[str, Version],
    lost: Collection[str],
    beside: Collection[str],
) -> None:
    said = {row["uri"] for row in there if row["id"] in beside and row["uri"] in names}
    first = min(said.difference(lost) or names.difference(lost) or names, default="")
    aliases = sorted(names - {first})
    if first in lost:
        ids = set(map(source_id, latest))
        if orphan := next((row for row in there if row["id"] not in ids), None):
            decision.remove += [row["id"] for row in there if row is not orphan]
            _rename(decision, orphan, first, sorted(names))
            return
    kept = next((row for row in there if first and row["id"] == source_id(first)), None)
    version = latest.get(first)
    if kept and version and kept["fingerprint"] != version.fingerprint:
        kept = None
    if kept and kept["status"] != "complete" and version:
        kept = None
    decision.remove += [row["id"] for row in there if row is not kept]
    if kept:
        _rename(decision, kept, first, aliases)
        place = version.place if version else None
        if place and kept["place"] != place:
            decision.moved.append({"id": kept["id"], "place": place})
    elif version:
        decision.write[first] = tuple(aliases)
    elif first:
        decision.reread += [first, *aliases]


def _rename(decision: SyncPlan, row: Row, uri: str, aliases: Sequence[str]) -> None:
    if (row["uri"], row["aliases"]) != (uri, list(aliases)):
        decision.rename.append({"id": row["id"], "uri": uri, "aliases": list(aliases) or None})
