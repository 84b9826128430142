"""What commands import, imported once for all that are forked; see :mod:`.command_line`."""

from importlib import import_module

from graphrag_neo4j.text.tokens import count_tokens

for name in (
    "graphrag_neo4j.apps.doctor",
    "graphrag_neo4j.apps.mcp",
    "graphrag_neo4j.cli",
    "graphrag_neo4j.communities.detect",
    "graphrag_neo4j.communities.reports",
    "graphrag_neo4j.resources.ingestion",
    "graphrag_neo4j.retrieve.modes",
    "graphrag_neo4j.retrieve.vector_guided",
    "graphrag_neo4j.search.engine",
    "llama_index.embeddings.openai",
    "onnxruntime",
    "tests.support.hash_embedding",
    "tokenizers",
):
    import_module(name)
count_tokens("The first call reads the encoding.")
