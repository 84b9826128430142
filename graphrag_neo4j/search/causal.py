"""Causal search: a report on causes and effects around a question, and the answer from it.

Nodes, network data (three shares of one budget), causal paths; call 1 writes the report, call 2
the answer; both, and the data, can be saved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.search.causal_files import CausalFiles
from graphrag_neo4j.search.causal_paths import (
    BACKWARD,
    FORWARD,
    LIMITS,
    CausalPath,
    paths_text,
    read_paths,
)
from graphrag_neo4j.search.context import Context, Section, allocate
from graphrag_neo4j.search.local import Neighbourhood, read_neighbourhood
from graphrag_neo4j.search.options import CausalOptions
from graphrag_neo4j.search.result import NOTHING, Event
from graphrag_neo4j.search.run import SearchRun
from graphrag_neo4j.search.tables import Record, relation_record, source_record
from graphrag_neo4j.text.tokens import count_tokens

REPORT_STAGE, ANSWER_STAGE = "causal_discovery", "response_generation"
REQUEST = "Generate a causal analysis report"
SECTIONS = (
    "Introduction", "Key Entities and Their Roles", "Major Causal Pathways",
    "Confidence and Evidence Strength", "Implications and Recommendations",
)  # fmt: skip
ENTITY_COLUMNS = ("id", "entity", "description", "rank", "type")
TEXT_COLUMNS = ("id", "text", "n_tokens")
FALLBACK = 200
"""Relations or chunks taken from the whole graph where the neighbourhood has none."""
PATH_SHARE = 0.5
"""Of what the network data leave of the budget; reports take the rest."""


@dataclass(frozen=True)
class Network:
    """What the report is written from: the tables, the paths, the reports."""

    data: Context
    reports: Context
    paths: list[CausalPath]
    facts: list[Row]
    paths_text: str

    @property
    def text(self) -> str:
        """All of it, as the model is given it."""
        return self.data.text + self.paths_text + self.reports.text


async def search_causal(session: SearchRun) -> str:
    """The answer of mode "causal"."""
    options = session.options
    assert isinstance(options, CausalOptions)
    files = CausalFiles(session, options)
    network = await read_network(session, options)
    session.context = as_context(network, session.budget)
    session.details["paths"] = [
        {"text": path.text, "score": path.score, "steps": list(path.steps)}
        for path in network.paths
    ]
    session.emit(Event("context", session.context.text))
    if not network.data:
        return NOTHING
    await files.save_network_data(network.data, network.reports, session.details["paths"])
    if options.context_only:
        return ""
    await session.chat()
    report = await _report(session, network, options)
    await files.save_report(report)
    system = session.prompt("causal_answer", causal_summary=report, context_data=network.text)
    return await session.answer(system, ANSWER_STAGE, max_tokens=options.max_tokens)


async def _report(session: SearchRun, network: Network, options: CausalOptions) -> str:
    system = session.prompt("causal_report", graph_data=network.text, context_data=network.text)
    reply = await session.ask(
        [("system", system), ("user", REQUEST)], REPORT_STAGE, max_tokens=options.max_tokens
    )
    report = reply.text.strip()
    session.details["report"] = report
    if missing := [name for name in SECTIONS if name.casefold() not in report.casefold()]:
        session.notes.append(f"The causal report lacks: {'; '.join(missing)}.")
    if reply.finish_reason == "length":
        session.notes.append(f"The causal report was cut off at {options.max_tokens:,} tokens.")
    session.emit(Event("report", report))
    return report


async def read_network(session: SearchRun, options: CausalOptions) -> Network:
    """Nodes, what surrounds them, and the paths through them: three statements."""
    n = (options.top_k + options.s) * options.oversample
    found = await read_neighbourhood(session, session.looked_up, n, options.level)
    settings = session.graph.settings
    row = (
        await session.read(
            "search/causal",
            ids=found.ids,
            forward=[*FORWARD, *settings.cause_type_list],
            backward=[*BACKWARD, *settings.effect_type_list],
            n_relations=0 if found.relations else FALLBACK,
            n_chunks=0 if found.sources else FALLBACK,
            **LIMITS,
        )
    )[0]
    relations = found.relations or [relation_record(one) for one in row["relations"]]
    sources = found.sources or [source_record(one) for one in row["sources"]]
    found = replace(found, relations=relations, sources=sources)
    data = network_data(found, session, options)
    left = session.budget - data.tokens
    paths = read_paths(row["paths"])
    text, shown = paths_text(paths, row["facts"], int(PATH_SHARE * left))
    if shown < len(paths):
        session.notes.append(f"{len(paths) - shown} weaker causal paths were left out.")
    reports = allocate(
        [Section("Reports", 1.0, found.reports)], left - count_tokens(text), session.register
    )
    return Network(data, reports, paths[:shown], row["facts"], text)


def network_data(found: Neighbourhood, session: SearchRun, options: CausalOptions) -> Context:
    """The three tables, each within its share; what one leaves, the others do not get."""
    entities = sorted(found.entities, key=lambda r: (-r.values["rank"], r.key))
    relations = sorted(
        found.relations, key=lambda r: (-r.values["weight"], -r.values["rank"], r.key)
    )
    texts = [_cut(record, options.text_characters) for record in found.sources]
    texts.sort(key=lambda r: (r.values["n_tokens"], r.key))
    sections = [
        Section("Entities", options.entity_share, entities, columns=ENTITY_COLUMNS),
        Section("Relationships", options.relation_share, relations),
        Section("Sources", options.text_share, texts, shorten=False, columns=TEXT_COLUMNS),
    ]
    budget = min(options.max_data_tokens, session.budget)
    return allocate(sections, budget, session.register, pass_on=False)


def as_context(network: Network, budget: int) -> Context:
    """All of it as one context."""
    data, reports = network.data, network.reports
    paths = [{"path": path.text, "score": path.score} for path in network.paths]
    tables = {**data.tables, "Paths": paths, "Reports": reports.tables["Reports"]}
    tokens = {
        **data.section_tokens,
        "Paths": count_tokens(network.paths_text),
        "Reports": reports.tokens,
    }
    return Context(network.text, tables, sum(tokens.values()), budget, tokens)


def _cut(record: Record, characters: int) -> Record:
    text = str(record.values["text"])
    tokens = record.values["n_tokens"]
    values = {
        **record.values,
        "text": text if len(text) <= characters else text[:characters] + "...",
        "n_tokens": count_tokens(text) if tokens is None else tokens,
    }
    return replace(record, values=values)
