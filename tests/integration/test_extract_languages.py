"""Names and facts in texts that are not English."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import spacy
from spacy.tokens import Doc

from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.extract.parse.document import Parser
from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline, find_pipelines
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document

GERMAN = (
    "Die Reederei Halvorsen mit Sitz in Bergen hat im Frühjahr 2021 die Werft Nordhafen GmbH "
    "übernommen. Sie lebt in Hamburg wegen der Schule ihrer Kinder. Prof. Dr. Karl Weber leitet "
    "das Institut für Meereskunde in Kiel. Frau Lindner von der SPD und die Deutsche Bahn prüfen "
    "den Vertrag. Der Preis für Fernwärme steigt im Januar in Deutschland."
)
FRENCH = (
    "La société Halvorsen, dont le siège est à Bergen, a racheté le chantier naval Nordhafen. La "
    "directrice, Mme Anna Berg, habite à Lyon. Elle dirige l'Institut océanographique. Nous "
    "restons ici, dit-il. Le ministère et la SNCF examinent le contrat avec l'Espagne."
)
SPANISH = (
    "La naviera Halvorsen, con sede en Bergen, compró el astillero Nordhafen en 2021. La "
    "directora, Sra. Anna Berg, vive en Sevilla. El Dr. Pérez dirige el Instituto de Oceanografía. "
    "¿Dónde vive? El Ministerio de Cultura estudia el contrato. España firmó el acuerdo."
)


def _types(text: str, parsers: Sequence[Parser] = ()) -> dict[str, str]:
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    found = RulesExtractor(parsers=parsers).extract(Document("doc:1", text, ""), [chunk])[0]
    return {entity.name: entity.type for entity in found.entities}


@pytest.mark.parametrize(
    ("text", "names", "no_names"),
    [
        (
            GERMAN,
            {"Reederei Halvorsen", "Bergen", "Werft Nordhafen GmbH", "Hamburg", "Karl Weber"}
            | {"Kiel", "Lindner", "Deutsche Bahn", "Deutschland", "SPD"},
            {"Sitz", "Sie", "Schule", "Kinder", "Vertrag", "Preis", "Der Preis", "Fernwärme"},
        ),
        (
            FRENCH,
            {"Halvorsen", "Bergen", "Nordhafen", "Anna Berg", "Lyon", "Institut", "SNCF"},
            {"La", "Elle", "Nous", "Mme Anna Berg", "l'Institut"},
        ),
        (
            SPANISH,
            {"Halvorsen", "Bergen", "Nordhafen", "Anna Berg", "Sevilla", "Pérez", "España"}
            | {"Instituto de Oceanografía", "Ministerio de Cultura"},
            {"La", "Dónde", "El Dr. Pérez", "Sra", "El Ministerio de Cultura"},
        ),
    ],
)
def test_capitals_are_read_as_the_language_writes_them(
    text: str, names: set[str], no_names: set[str]
) -> None:
    found = set(_types(text))
    assert names <= found, names - found
    assert not found & no_names


def test_kinds_of_names_are_told_by_nouns_of_other_languages() -> None:
    types = {**_types(GERMAN), **_types(SPANISH)}
    assert types["Deutsche Bahn"] == types["Ministerio de Cultura"] == "ORGANIZATION"
    assert types["España"] == types["Deutschland"] == "LOCATION"


class _Labels:
    """Stands in for a pipeline: knows one name, as a spaCy pipeline would label it."""

    def __init__(self, language: str, name: str, label: str) -> None:
        self.language, self.name = language, f"{language}_test-1"
        self._labelled = (name, label)
        self._nlp = spacy.blank(language)

    def parse(self, texts: Sequence[str]) -> list[Doc]:
        return [self._doc(text) for text in texts]

    def _doc(self, text: str) -> Doc:
        doc = self._nlp(text)
        name, label = self._labelled
        start = text.find(name)
        span = doc.char_span(start, start + len(name), label=label) if start >= 0 else None
        doc.ents = [span] if span is not None else []
        for token in doc:
            token.pos_ = "PROPN" if token.ent_type_ else "NOUN"
        return doc


def test_each_document_is_read_with_the_pipeline_of_its_language() -> None:
    parsers = [_Labels("fr", "Nordhafen", "LOC"), _Labels("es", "Nordhafen", "ORG")]
    assert _types(FRENCH, parsers)["Nordhafen"] == "LOCATION"
    assert _types(SPANISH, parsers)["Nordhafen"] == "ORGANIZATION"
    assert _types(GERMAN, parsers) == _types(GERMAN)


def test_a_comma_list_names_several_pipelines() -> None:
    (only,) = find_pipelines(f"{ENGLISH}, none")
    one = find_pipeline(ENGLISH)
    assert one is not None
    assert only.name == one.name
    assert len(find_pipelines(f"{ENGLISH},{only.folder}")) == 1
    assert find_pipelines("none") == []
    with pytest.raises(SettingsError):
        find_pipelines(f"{ENGLISH},no_such_pipeline")
