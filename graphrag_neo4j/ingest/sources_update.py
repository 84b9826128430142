"""A batch of sources on its way into the graph, wherever they come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.changeset import Changeset
from graphrag_neo4j.ingest.identity import SyncPlan, Version, decide
from graphrag_neo4j.ingest.made_with import Memory
from graphrag_neo4j.ingest.rows import GraphRows

_LOST = "was a copy of a text that changed or went, and cannot be read again: ingest it anew"
_UNSAID = (
    "what was handed over of it is gone, as its text or its name came anew: hand it over again"
)


class HasUri(Protocol):
    """Something that is the content of a source."""

    @property
    def uri(self) -> str: ...


Item = TypeVar("Item", bound=HasUri)


class SourcesUpdate(ABC, Generic[Item]):
    """Makes the graph say what ``items`` say, and nothing of the URIs in ``gone``.

    A :class:`~graphrag_neo4j.ingest.changeset.SourceUpdate`. Items are kept while others change
    the graph. ``memory``: what the graph remembers of how it was made, asked before content is
    made. ``unreadable``: names of copies that had to be read again and could not, and of
    sources that lose what was handed over of them, and why.
    """

    def __init__(
        self, items: Iterable[Item], memory: Memory | None = None, gone: Collection[str] = ()
    ) -> None:
        self.unreadable: dict[str, str] = {}
        self._items: dict[str, Item] = {}
        self._versions: dict[str, Version] = {}
        self._memory = memory
        self._gone = gone
        self._reread: set[str] = set()
        self._lost: set[str] = set()
        self._add(items)

    @abstractmethod
    def version(self, item: Item) -> Version:
        """What tells this state of the item's source from another."""

    @abstractmethod
    def read_again(self, uris: Collection[str]) -> Iterator[Item]:
        """The items of these URIs, those of them that can be had."""

    @abstractmethod
    def make(self, items: Mapping[str, Item], plan: SyncPlan) -> tuple[GraphRows, dict[str, str]]:
        """The rows of ``items``, by their URIs, and what each of these sources then is, by URI."""

    def prepare(self, database: Database) -> Changeset[SyncPlan]:
        """Plan, then make. Raises :class:`SettingsError` before anything is made in another way
        than the graph was."""
        plan = self.plan(database)
        remembered = self._memory.admit() if self._memory and plan.write else []
        graph, status = self.make({uri: self._items[uri] for uri in plan.write}, plan)
        return Changeset(
            basis=plan,
            conflict_keys=frozenset(plan.touched(self._versions, self._gone)),
            sources=plan.there,
            graph=graph,
            status={source_id(uri): value for uri, value in status.items()},
            after={
                "ingest/write_source_aliases": plan.rename,
                "ingest/write_record_places": plan.moved,
                "ingest/write_made_with": remembered,
            },
        )

    def is_current(self, database: Database, changeset: Changeset[SyncPlan]) -> bool:
        """Whether the same items would still be planned so; reads the graph, no file."""
        return self._decide(database) == changeset.basis

    def plan(self, database: Database) -> SyncPlan:
        """What is new, changed, renamed and gone. Copies of a text whose first name has gone are
        read again, to be written under their own."""
        plan = self._decide(database)
        while new := [uri for uri in plan.reread if uri not in self._reread]:
            self._reread.update(new)
            found = list(self.read_again(new))
            self._add(found)
            lost = set(new).difference(item.uri for item in found)
            self._lost |= lost
            plan = self._decide(database)
        self.unreadable |= dict.fromkeys(plan.unsaid, _UNSAID)
        self.unreadable |= dict.fromkeys(plan.reread, _LOST)
        return plan

    def items(self, plan: SyncPlan) -> list[Item]:
        """Those to write."""
        return [self._items[uri] for uri in plan.write]

    def _add(self, items: Iterable[Item]) -> None:
        for item in items:
            self._items[item.uri] = item
            self._versions.pop(item.uri, None)

    def _decide(self, database: Database) -> SyncPlan:
        for uri, item in self._items.items():
            if uri not in self._versions:
                self._versions[uri] = self.version(item)
        return decide(database, self._versions, self._gone, self._lost)
