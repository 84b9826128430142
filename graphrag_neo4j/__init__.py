"""graphrag-neo4j: documents in, a lexical graph in one Neo4j database, answers with sources out."""
