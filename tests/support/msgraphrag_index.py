"""A small index of Microsoft GraphRAG as each generation wrote it, with the defects they have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

GENERATIONS = ("2024", "v2", "v3")
NAN = float("nan")
RELATIONS: list[dict[str, Any]] = [
    {"id": "r1", "source": "ANNA", "target": "GHOST", "weight": 7.3, "units": ["u1", "u3"],
     "description": "Anna fears the ghost."},
    {"id": "r2", "source": "GHOST", "target": "ANNA", "weight": 2.0, "units": ["u2"],
     "description": "The ghost visits Anna."},
    {"id": "r3", "source": "ANNA", "target": "NOBODY KNOWN", "weight": NAN, "units": ["gone"],
     "description": None},
    {"id": "r4", "source": "ANNA", "target": "THE GHOST", "weight": 4.0, "units": ["u1"],
     "description": "Anna fears the ghost."},
    {"id": "r5", "source": "GHOST", "target": "ANNA", "weight": 1.0, "units": ["u2"],
     "description": "The ghost warns Anna."},
    {"id": "r6", "source": None, "target": "ANNA", "weight": 1.0, "units": ["u1"],
     "description": "From nobody."},
]  # fmt: skip
ENTITIES: list[dict[str, Any]] = [
    {"id": "e1", "title": "GHOST", "type": "PERSON", "description": "A ghost.", "units": ["u1"]},
    {"id": "e2", "title": "THE GHOST", "type": "EVENT", "description": "A play.", "units": ["u2"]},
    {"id": "e3", "title": "ANNA", "type": "PERSON", "description": "A woman of Melby.",
     "units": ["u1", "u3"]},
    {"id": "e4", "title": "BERG CORP", "type": None, "description": None, "units": ["u3"]},
]  # fmt: skip
COMMUNITIES: list[dict[str, Any]] = [
    {"number": 0, "level": 0, "parent": -1, "members": ["e1", "e2", "e3"]},
    {"number": 1, "level": 0, "parent": -1, "members": ["e4"]},
    {"number": 2, "level": 1, "parent": 0, "members": ["e1", "e2"]},
    {"number": 3, "level": 1, "parent": 0, "members": ["e3"]},
]
CITED = (
    " [Data: Entities (0, 2, 77); Relationships (0); Claims (1); Sources (1, +more); Reports (2)]"
)
"""0 and 2 are GHOST and ANNA, relationship 0 leads from ANNA to GHOST; 77 is nothing."""
UNITS = {"u1": ("d1", "The first part."), "u2": ("d1", "The second part."), "u3": ("d2", "All.")}
TEXTS = {"d1": "The first part. The second part.", "d2": "All."}


def make_index(folder: Path, generation: str) -> Path:
    """Write the tables of ``generation`` into ``folder``.

    2024 has neither covariates nor reports, and lists as text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    is_old = generation == "2024"
    prefix = "create_final_" if is_old else ""

    def listed(items: list[str]) -> Any:
        return str(items) if is_old else items

    def write(name: str, rows: list[dict[str, Any]]) -> None:
        pq.write_table(pa.Table.from_pylist(rows), folder / f"{prefix}{name}.parquet")

    title, text = ("name", "raw_content") if is_old else ("title", "text")
    write("documents", [{"id": d, "title": f"{d}.txt", text: t} for d, t in TEXTS.items()])
    unit = "document_id" if generation == "v3" else "document_ids"
    write(
        "text_units",
        [
            {
                "id": u,
                "human_readable_id": n,
                "text": t,
                "n_tokens": 3.0,
                unit: d if generation == "v3" else listed([d]),
            }
            for n, (u, (d, t)) in enumerate(UNITS.items())
        ],
    )  # fmt: skip
    write(
        "entities",
        [
            {"id": e["id"], "human_readable_id": n, title: e["title"], "type": e["type"],
             "description": e["description"], "text_unit_ids": listed(e["units"]),
             "description_embedding": [0.5, 0.5]}
            for n, e in enumerate(ENTITIES)
        ],
    )  # fmt: skip
    write(
        "relationships",
        [
            {
                "human_readable_id": float(n),
                **{k: v for k, v in r.items() if k != "units"},
                "text_unit_ids": listed(r["units"]),
            }
            for n, r in enumerate(RELATIONS)
        ],
    )
    titles = {e["id"]: e["title"] for e in ENTITIES}
    if is_old:
        write(
            "communities",
            [{"id": str(c["number"]), "level": c["level"], "title": "C"} for c in COMMUNITIES],
        )
        nodes = [
            {"title": titles[m], "level": c["level"], "community": str(c["number"])}
            for c in COMMUNITIES
            for m in c["members"]
        ]
        write("nodes", [*nodes, {"title": "ANNA", "level": 2, "community": None}])
        return folder
    write(
        "communities",
        [
            {"id": f"c{c['number']}", "community": c["number"], "level": c["level"],
             "parent": c["parent"], "entity_ids": [*c["members"]]}
            for c in COMMUNITIES
        ],
    )  # fmt: skip
    write(
        "community_reports",
        [
            {"community": n, "title": f"Report {n}", "summary": f"On {n} [Data: Entities (0)].",
             "rank": 11.0 - n, "rating_explanation": "why", "full_content": f"# Report {n}{CITED}",
             "findings": [{"summary": "s", "explanation": f"e{CITED}."}]}
            for n in (0, 1, 2, 9)
        ],
    )  # fmt: skip
    claims: list[dict[str, Any]] = [
        {"id": "k1", "human_readable_id": 0, "type": "FRAUD", "description": "She lied.",
         "subject_id": "ANNA", "object_id": "NONE", "status": "SUSPECTED", "text_unit_id": "u1"},
        {"id": "k2", "human_readable_id": 1, "type": None, "description": None,
         "subject_id": "STRANGER", "object_id": "Ghost", "status": None, "text_unit_id": "u3"},
    ]  # fmt: skip
    write("covariates", [*claims, {**claims[0], "id": "k3", "human_readable_id": 2}])
    return folder
