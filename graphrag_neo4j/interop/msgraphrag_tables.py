"""Reads the parquet tables of a Microsoft GraphRAG index, of whatever generation.

=================  =======================  ==========================================
table              2024                     v1 to v3
=================  =======================  ==========================================
file names         ``create_final_X``       ``X`` (v1: still ``create_final_X``)
a document's text  ``raw_content``          ``text``
a unit's document  ``document_ids``         ``document_ids``, v3: ``document_id``
an entity's title  ``name``                 ``title``
memberships        ``create_final_nodes``   ``communities.entity_ids``
=================  =======================  ==========================================

Lists may be lists or the text of one; numbers may be texts; anything may be missing or NaN.
Vectors are not read: the tables do not say which model made them, nor from which text.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.interop.defects import Defects
from graphrag_neo4j.interop.msgraphrag_index import (
    ClaimRow,
    CommunityRow,
    DocumentRow,
    EntityRow,
    RelationRow,
    ReportRow,
    Tables,
    UnitRow,
)
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, UNKNOWN_TYPE

_NAMES = {
    "documents": ("documents", "create_final_documents"),
    "text_units": ("text_units", "create_final_text_units"),
    "entities": ("entities", "create_final_entities"),
    "relationships": ("relationships", "create_final_relationships"),
    "covariates": ("covariates", "create_final_covariates"),
    "communities": ("communities", "create_final_communities"),
    "nodes": ("nodes", "create_final_nodes"),
    "reports": ("community_reports", "create_final_community_reports"),
}
_NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "text_units": (("id",), ("text", "chunk")),
    "entities": (("title", "name"),),
    "relationships": (("source",), ("target",)),
}
"""Tables, with columns (or their other names), without which there is no graph."""
_LIST_ITEM = re.compile(r"""'([^']*)'|"([^"]*)"|([^\s,\[\]()]+)""")
_NOTHING = frozenset({"", "none", "nan", "null", "<na>"})


def read_tables(folder: Path) -> Tables:
    """Read the index in ``folder`` or in its ``output`` folder.

    Raises :class:`UsageError` when it is none: no parquet, a damaged file, or without the
    tables and columns that make a graph.
    """
    found = {table: _read(path, table) for table, path in _find(folder).items()}
    defects = Defects()
    for table in _NAMES:
        told = table in found or (table == "communities" and "nodes" in found)
        if not told and table != "nodes":
            defects.add(f"tables missing ({table})", _NAMES[table][0] + ".parquet")
    entities = _entities(found["entities"], defects)
    return Tables(
        documents=_documents(found.get("documents", [])),
        units=_units(found["text_units"], defects),
        entities=entities,
        relations=_relations(found["relationships"], defects),
        claims=_claims(found.get("covariates", []), defects),
        communities=_communities(
            found.get("communities", []), found.get("nodes", []), entities, defects
        ),
        reports=_reports(found.get("reports", []), defects),
        defects=defects,
    )


def _find(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}.", "Check the path.")
    for place in (folder, folder / "output"):
        there = {path.stem: path for path in place.glob("*.parquet")} if place.is_dir() else {}
        if there:
            break
    else:
        raise UsageError(
            f"There is no parquet file in {folder}.",
            "Give the output folder of a Microsoft GraphRAG index.",
        )
    paths = {}
    for table, names in _NAMES.items():
        if path := next((there[name] for name in names if name in there), None):
            paths[table] = path
    if missing := [table for table in _NEEDED if table not in paths]:
        raise UsageError(
            f"{place} is no Microsoft GraphRAG index: no {missing[0]}.parquet.",
            "Give its output folder, with entities, relationships and text_units.",
        )
    return paths


def _read(path: Path, table: str) -> list[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if "embedding" not in name]
            for names in _NEEDED.get(table, ()):
                if not any(name in columns for name in names):
                    raise UsageError(
                        f"{path} has no column {names[0]!r}, only {', '.join(columns)}.",
                        "Is it a table of a Microsoft GraphRAG index?",
                    )
            rows: list[Row] = file.read(columns=columns).to_pylist()
    except (pa.ArrowException, OSError) as error:
        reason = (str(error).splitlines() or [""])[0].rstrip(".")
        raise UsageError(
            f"{path} cannot be read: {reason}.", "Copy it again; it may be cut short."
        ) from None
    return rows


def name_of(value: object) -> str:
    """A text as it stands, without space around it; "" for None and NaN."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # ids that went through a column with NaN
    return str(value).strip()


def text_of(value: object) -> str:
    """:func:`name_of`; "" for the words that stand for nothing, too."""
    text = name_of(value)
    return "" if text.casefold() in _NOTHING else text


def list_of(value: object) -> list[str]:
    """A list of texts, from a list or the text of one (JSON, Python, or as numpy prints it)."""
    if isinstance(value, str):
        return [a or b or c for a, b, c in _LIST_ITEM.findall(value)]
    items = value if isinstance(value, Iterable) else [value]
    return [text for item in items if (text := text_of(item))]


def number_of(value: object) -> float | None:
    """A finite number, or None."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _first(row: Row, *names: str) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _number(row: Row) -> str:
    number = number_of(_first(row, "human_readable_id", "short_id"))
    return "" if number is None else str(int(number))


def _documents(rows: Sequence[Row]) -> list[DocumentRow]:
    found = {}
    for row in rows:
        id_ = text_of(row.get("id")) or text_of(row.get("title"))
        found[id_] = DocumentRow(
            id_,
            text_of(row.get("title")) or id_,
            str(_first(row, "text", "raw_content") or ""),
            list_of(row.get("text_unit_ids")),
            text_of(row.get("creation_date")),
        )
    return list(found.values())


def _units(rows: Sequence[Row], defects: Defects) -> list[UnitRow]:
    found: dict[str, UnitRow] = {}
    for row in rows:
        id_, tokens = text_of(row["id"]), number_of(row.get("n_tokens"))
        if not id_ or id_ in found:
            defects.add("text units without an id of their own (left out)", id_ or row)
            continue
        text = str(_first(row, "text", "chunk") or "")
        if not text.strip():
            defects.add("text units without text", id_)
        documents = list_of(_first(row, "document_ids", "document_id"))
        n_tokens = None if tokens is None else int(tokens)
        found[id_] = UnitRow(id_, text, n_tokens, documents, _number(row))
    return list(found.values())


def _entities(rows: Sequence[Row], defects: Defects) -> list[EntityRow]:
    found = []
    for number, row in enumerate(rows):
        title = name_of(_first(row, "title", "name"))
        if not title:
            defects.add("entities without a title (left out)", f"row {number}")
            continue
        description = text_of(row.get("description"))
        if not description:
            defects.add("entities without a description", title)
        found.append(
            EntityRow(
                text_of(row.get("id")) or title,
                title,
                text_of(row.get("type")) or UNKNOWN_TYPE,
                description,
                list_of(row.get("text_unit_ids")),
                _number(row),
            )
        )
    return found


def _relations(rows: Sequence[Row], defects: Defects) -> list[RelationRow]:
    found = []
    for number, row in enumerate(rows):
        source, target = name_of(row["source"]), name_of(row["target"])
        if not source or not target:
            defects.add("relationships without source or target (left out)", f"row {number}")
            continue
        name, weight = f"{source} -> {target}", number_of(row.get("weight"))
        if weight is None or weight < 0:
            defects.add("relationships without a weight (1 is taken)", name)
            weight = 1.0
        description = text_of(row.get("description"))
        if not description:
            defects.add("relationships without a description", name)
        found.append(
            RelationRow(
                text_of(row.get("id")) or name,
                source,
                target,
                text_of(_first(row, "relation_type", "predicate")) or DEFAULT_RELATION_TYPE,
                text_of(row.get("predicate")) or "is related to",
                description,
                weight,
                list_of(row.get("text_unit_ids")),
                _number(row),
            )
        )
    return found


_SAID = ("type", "status", "description", "start_date", "end_date", "source_text")


def _claims(rows: Sequence[Row], defects: Defects) -> list[ClaimRow]:
    found = []
    for number, row in enumerate(rows):
        said = {name: text_of(row.get(name)) for name in _SAID}
        id_ = text_of(row.get("id")) or f"claim {number}"
        if not said["description"]:
            defects.add("claims without a description", id_)
        ends = text_of(row.get("subject_id")), text_of(row.get("object_id"))
        unit = text_of(row.get("text_unit_id"))
        found.append(ClaimRow(id_, *ends, unit, said, _number(row)))
    return found


def _communities(
    rows: Sequence[Row], nodes: Sequence[Row], entities: Sequence[EntityRow], defects: Defects
) -> list[CommunityRow]:
    titles = {entity.id: entity.title for entity in entities}
    found: dict[str, CommunityRow] = {}
    for row in rows:
        number = text_of(_first(row, "community", "id"))
        level = number_of(row.get("level"))
        if not number or level is None:
            defects.add("communities without number or level (left out)", number or row)
            continue
        parent = text_of(row.get("parent"))
        ids = list_of(row.get("entity_ids"))
        for id_ in ids:
            if id_ not in titles:
                defects.add("members of communities that are no entities", f"{number}: {id_}")
        found[number] = CommunityRow(
            number,
            text_of(row.get("id")) or number,
            int(level),
            "" if parent == "-1" else parent,
            [titles[id_] for id_ in ids if id_ in titles],
        )
    for row in nodes:  # 2024: a row for each entity and level
        number, level = text_of(row.get("community")), number_of(row.get("level"))
        title = name_of(_first(row, "title", "name"))
        if not number or number == "-1" or level is None or not title:
            continue
        one = found.setdefault(number, CommunityRow(number, number, int(level), "", []))
        if title not in one.members and one.level == int(level):
            one.members.append(title)
    for one in [one for one in found.values() if not one.members]:
        defects.add("communities without members (left out)", one.number)
        del found[one.number]
    return list(found.values())


def _reports(rows: Sequence[Row], defects: Defects) -> list[ReportRow]:
    found = []
    for row in rows:
        number, title = text_of(row.get("community")), text_of(row.get("title"))
        summary = text_of(row.get("summary"))
        if not number or not title:
            defects.add("reports without community or title (left out)", number or title or row)
            continue
        found.append(
            ReportRow(
                number,
                title,
                summary,
                str(row.get("full_content") or ""),
                number_of(_first(row, "rank", "rating")) or 0.0,
                text_of(_first(row, "rating_explanation", "rank_explanation")),
                _findings(row.get("findings")),
            )
        )
    return found


def _findings(value: object) -> list[dict[str, str]]:
    if isinstance(value, str):
        value = _parsed(value)
    found = []
    for item in value if isinstance(value, list) else []:
        one = item if isinstance(item, dict) else {"summary": item}
        found.append({k: text_of(one.get(k)) for k in ("summary", "explanation")})
    return found


def _parsed(text: str) -> object:
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(text)
        except (ValueError, SyntaxError):
            continue
    return [text] if text.strip() else []
