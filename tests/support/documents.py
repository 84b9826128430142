"""Small documents of an imaginary country, which many tests fill a graph with."""

from __future__ import annotations

from graphrag_neo4j.model import Document

HARBOUR = Document(
    uri="doc:harbour",
    title="Port of Melby",
    text="The Port of Melby is a harbour in Norland. Anna Berg manages the Port of Melby. "
    "A strike closed the harbour in March 2021. Anna Berg was born in Osterby.",
    metadata={"year": 2021},
)
FIRM = Document(
    uri="doc:firm",
    title="Nordic Freight",
    text="Nordic Freight is a shipping company in Osterby. Nordic Freight acquired Blue Lines. "
    "Anna Berg founded Nordic Freight in 1999.",
)
TOWN = Document(
    uri="doc:town",
    title="Osterby",
    text="Osterby is a town in Norland. Osterby was founded by Erik Holm. "
    "Erik Holm married Karin Holm.",
)
DOCUMENTS = (HARBOUR, FIRM, TOWN)


def many_documents() -> list[Document]:
    """Documents that share entities, so that an interrupted run leaves shared things half done."""
    people = ["Anna Berg", "Erik Holm", "Karin Holm", "Olaf Lund", "Siri Dahl"]
    documents = []
    for i in range(30):
        a, b = people[i % 5], people[(i * 2 + 1) % 5]
        text = f"{a} met {b} in Osterby. {b} visited Station {i}. Station {i} is a town in Norland."
        documents.append(Document(uri=f"doc:{i}", title=f"Station {i}", text=text))
    return documents
