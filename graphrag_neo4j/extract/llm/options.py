"""What an :class:`~graphrag_neo4j.extract.llm.LLMExtractor` can be told, and its prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graphrag_neo4j import prompts
from graphrag_neo4j.extract.llm.json_format import JsonFormat
from graphrag_neo4j.extract.llm.ontology import Mode, Ontology
from graphrag_neo4j.extract.llm.records import WireFormat
from graphrag_neo4j.extract.llm.tuples import TupleFormat
from graphrag_neo4j.model import Chunk, Document, Quarantined
from graphrag_neo4j.settings import Settings

_ANY = "any that fit; PERSON, ORGANIZATION, LOCATION, EVENT, PRODUCT and CONCEPT are common"
_ANY_RELATION = "any that fit, short and general enough to be used again"
_FORMS = {
    "json": "Answer with the JSON object for this passage: first topics with their statements "
    "and facts, then entities{claims}.",
    "tuples": "Write the records for this passage: first entities, then relationships{claims}; "
    "end with <|COMPLETE|>",
}
"""The last line of a request: small models forget the instructions over the passage."""
_SHOWN_RECORD = 500  # characters of a malformed record that a repair request quotes
_SHOWN_RECORDS = 50


@dataclass(frozen=True)
class ExtractOptions:
    """Defaults are those of the settings of the same names; ``prompt`` is ``extract_prompt``."""

    format: Literal["json", "tuples"] = "json"
    gleanings: int = 1
    ontology: Mode = "open"
    entity_types: tuple[str, ...] = ()
    relation_patterns: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    claims: bool = False
    prompt: Path | None = None

    @classmethod
    def of(cls, settings: Settings) -> ExtractOptions:
        """The options that the settings name."""
        return cls(
            format=settings.extract_format,
            gleanings=settings.gleanings,
            ontology=settings.ontology,
            entity_types=settings.entity_type_list,
            relation_patterns=settings.relation_patterns,
            language=settings.language,
            claims=settings.claims,
            prompt=settings.extract_prompt,
        )

    def make_format(self) -> WireFormat:
        return TupleFormat() if self.format == "tuples" else JsonFormat(self.claims)

    def make_ontology(self) -> Ontology:
        return Ontology(self.ontology, self.entity_types, self.relation_patterns)


class Prompts:
    """The texts sent for a chunk. Making one reads the templates.

    A prompt of your own replaces the instructions; it may use the placeholders
    ``{entity_types}``, ``{relation_types}``, ``{language}`` and ``{claims}``.
    """

    def __init__(self, options: ExtractOptions) -> None:
        ontology = options.make_ontology()
        claims = prompts.load(f"extract_claims_{options.format}") if options.claims else ""
        strict = options.ontology != "open"
        self.instructions = prompts.fill(
            prompts.load(f"extract_{options.format}", options.prompt),
            entity_types=_listed(ontology.entity_types, _ANY, strict),
            relation_types=_listed(ontology.relation_types, _ANY_RELATION, strict),
            language=options.language or "the language of the passage",
            claims=claims,
        )
        nothing = "<|COMPLETE|>" if options.format == "tuples" else '{"topics": [], "entities": []}'
        self.glean = prompts.fill(prompts.load("extract_glean"), nothing=nothing)
        form = prompts.fill(_FORMS[options.format], claims=", then claims" if claims else "")
        self._text = prompts.fill(prompts.load("extract_text"), form=form)
        self._repair = prompts.load("extract_repair")
        self._again = prompts.load("extract_again")

    @property
    def parts(self) -> tuple[str, ...]:
        """Everything that is fixed, for the fingerprint."""
        return self.instructions, self.glean, self._text, self._repair, self._again

    def text(self, document: Document, chunk: Chunk) -> str:
        """The request for one chunk."""
        title, heading = document.title or "untitled", chunk.heading or "none"
        return prompts.fill(self._text, title=title, heading=heading, text=chunk.text)

    def again(
        self, answer: str, reason: str
    ) -> tuple[tuple[Literal["assistant"], str], tuple[Literal["user"], str]]:
        """What follows an answer that cannot be used: it, and a request for another one."""
        return ("assistant", answer), ("user", prompts.fill(self._again, reason=reason))

    def repair(self, records: tuple[Quarantined, ...]) -> str:
        """The request to write malformed records again."""
        quoted = [
            f"{number}. {found.reason}:\n{found.record[:_SHOWN_RECORD]}"
            for number, found in enumerate(records[:_SHOWN_RECORDS], start=1)
        ]
        return prompts.fill(self._repair, records="\n".join(quoted))


def _listed(types: tuple[str, ...], default: str, only: bool) -> str:
    if not types:
        return default
    names = ", ".join(types)
    return f"{names} (only these)" if only else f"{names}, or another if none of these fits"
