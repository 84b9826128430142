"""Remembers how a graph was made, so that another way is a decision and not a slip.

An extraction may have been paid for. Whoever forgets a setting is told so, before anything is
written; the versions of our own rules and prompts are not part of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.parse.pipeline import NONE, pipeline_names
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.settings import Settings, variable_of

MadeWith = dict[str, Any]
"""Values by the name of the setting, as JSON has them."""


def made_with(settings: Settings, extractor: Extractor) -> MadeWith:
    """What sources are made with from now on: of an extractor of your own only its name."""
    found: MadeWith = {
        "extractor": type(extractor).__name__,
        "chunk_strategy": settings.chunk_strategy,
        "chunk_size": settings.chunk_size,
        "chunk_overlap": settings.chunk_overlap,
    }
    chat = getattr(extractor, "chat", None)
    if chat is None and not isinstance(extractor, RulesExtractor):
        return found
    found |= {
        "extractor": "rules" if chat is None else "llm",
        "entity_types": ",".join(settings.entity_type_list),
        "relation_patterns": dict(sorted(settings.relation_patterns.items())),
    }
    if isinstance(extractor, RulesExtractor):
        names = pipeline_names(settings.nlp) if extractor.is_parsing else [NONE]
        return found | {"nlp": ",".join(Path(name).name for name in names)}
    assert chat is not None
    prompt = settings.extract_prompt
    return found | {
        "llm_model": chat.model,
        "extract_format": settings.extract_format,
        "gleanings": settings.gleanings,
        "ontology": settings.ontology,
        "language": settings.language,
        "claims": settings.claims,
        "extract_prompt": content_hash(prompt.read_text("utf-8"))[:12] if prompt else "",
    }


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that sources in the graph were made with, and its value now."""

    name: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.name.replace('_', ' ')} {_shown(self.was)} (now {_shown(self.now)})"

    @property
    def way_back(self) -> str:
        """How to set it back."""
        variable = variable_of(self.name)
        if self.name == "extract_prompt":
            return f"{variable} to the file of before"
        if self.name == "extractor" and self.was not in ("rules", "llm"):
            return f"extractor={self.was}()"  # one of your own
        value = json.dumps(self.was) if isinstance(self.was, dict | bool) else self.was
        if self.name == "nlp" and self.now == NONE:
            return f"{variable}={value} (if it is so, the parser is missing: see doctor)"
        return f"{variable}={value}"


class Memory:
    """What the graph remembers of how it was made, beside how it is made ``now``.

    ``may_switch``: whether the user said that another way is meant.
    """

    def __init__(self, database: Database, now: MadeWith, *, may_switch: bool = False) -> None:
        self._database = database
        self._now = now
        self._may_switch = may_switch

    def differences(self) -> list[Difference]:
        """What differs; nothing in a graph without sources, or from before it remembered."""
        return self._compare()[1]

    def admit(self) -> list[Row]:
        """What to record with the sources that are written next, if anything.

        Raises :class:`SettingsError` if they would be made in another way than those before.
        """
        before, different = self._compare()
        if different and not self._may_switch:
            raise refusal(different)
        return [] if before == self._now else [{"id": "graph", "made_with": json.dumps(self._now)}]

    def _compare(self) -> tuple[MadeWith | None, list[Difference]]:
        row = next(iter(self._database.read("ingest/made_with")), None)
        if row is None or row["made_with"] is None:
            return None, []
        before: MadeWith = json.loads(row["made_with"])
        names = [name for name in before if name in self._now] if row["has_sources"] else []
        found = [Difference(name, before[name], self._now[name]) for name in names]
        return before, [one for one in found if one.was != one.now]


def refusal(different: Sequence[Difference]) -> SettingsError:
    """What a user who did not say that another way is meant is told."""
    back = " and ".join(one.way_back for one in different)
    return SettingsError(
        f"This graph was made with {', '.join(map(str, different))}.",
        f"Set {back} again, or make its sources anew: --switch-extractor "
        "(in Python: switch_extractor=True).",
    )


def summary(remembered: Mapping[str, Any]) -> str:
    """One line for people."""
    said = {name: value for name, value in remembered.items() if value not in ("", {}, False)}
    parts = [f"{name.replace('_', ' ')} {_shown(value)}" for name, value in said.items()]
    return ", ".join(parts) or "nothing yet"


def _shown(value: Any) -> str:
    if isinstance(value, dict | bool):
        return json.dumps(value, ensure_ascii=False) if value != {} else "none"
    return str(value) if value != "" else "none"
