"""Citations in an answer: found, and resolved to records and to the texts that they stand in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from graphrag_neo4j.search.result import Citation, Place
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import COLUMNS, Record
from graphrag_neo4j.text.citation_marks import MAX_IDS, groups

PLACES = 5
"""Places given for one record, at most."""
MAX_CITATIONS = 1_000
_DATASETS = {
    spelling: name
    for name in COLUMNS
    for spelling in (name.casefold(), name.casefold().removesuffix("s"))
} | {"entity": "Entities"}


def cited(answer: str) -> list[tuple[str, str]]:
    """Table and id of all that ``answer`` cites, each once, in order; "+more" is no id."""
    return list(dict.fromkeys(_all(answer)))[:MAX_CITATIONS]


def _all(answer: str) -> Iterator[tuple[str, str]]:
    for name, ids in groups(answer):
        dataset = _DATASETS.get(name.casefold(), name)
        yield from ((dataset, id_) for id_ in ids)


def crowded(answer: str) -> list[str]:
    """What there is to say on references with more ids than the convention allows."""
    return [
        f"A reference cites {len(ids)} {name} at once; {MAX_IDS} and +more is the most that one "
        "should: hardly anybody can check it."
        for name, ids in groups(answer)
        if len(ids) > MAX_IDS
    ]


async def resolve(session: SearchRun, answer: str) -> tuple[Citation, ...]:
    """What ``answer`` cites, with the places where it stands: one statement at most."""
    session.notes += crowded(answer)
    pairs = cited(answer)
    records = {pair: record for pair in pairs if (record := _record(session, *pair)) is not None}
    places = await _places(session, list(records.values()))
    return tuple(
        Citation(
            dataset, id_, True, _name(records[dataset, id_]), places[_key(records[dataset, id_])]
        )
        if (dataset, id_) in records
        else Citation(dataset, id_, False)
        for dataset, id_ in pairs
    )


def _record(session: SearchRun, dataset: str, id_: str) -> Record | None:
    if not (id_.isascii() and id_.isdigit() and len(id_) < 10):
        return None
    return session.register.get(dataset, int(id_))


def _key(record: Record) -> tuple[str, str]:
    return record.dataset, record.key


async def _places(
    session: SearchRun, records: list[Record]
) -> dict[tuple[str, str], tuple[Place, ...]]:
    found: dict[tuple[str, str], tuple[Place, ...]] = defaultdict(tuple)
    by_table: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_table[record.dataset].append(record)
        if record.place:
            found[_key(record)] = (Place(**record.place),)
    keys = {name: [record.key for record in by_table[name]] for name in COLUMNS}
    if not any(keys[name] for name in COLUMNS if name not in ("Sources", "Statements")):
        return found
    rows = await session.read(
        "search/provenance",
        entities=keys["Entities"],
        claims=keys["Claims"],
        reports=keys["Reports"],
        relations=[
            {"key": record.key, "evidence": list(record.evidence[:PLACES])}
            for record in by_table["Relationships"]
        ],
        limit=PLACES,
    )
    for row in rows:
        key = (row.pop("dataset"), row.pop("key"))
        if len(found[key]) < PLACES:
            found[key] += (Place(**row),)
    return found


def _name(record: Record) -> str:
    values = record.values
    if record.dataset == "Relationships":
        return f"{values['source']} [{values['relation_type']}] {values['target']}"
    if record.dataset == "Claims":
        return str(values["description"])
    name = {"Entities": "entity", "Reports": "title", "Sources": "source", "Statements": "text"}[
        record.dataset
    ]
    return str(values[name])
