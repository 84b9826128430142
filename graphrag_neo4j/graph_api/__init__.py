"""The verbs of :class:`~graphrag_neo4j.knowledge_graph.KnowledgeGraph`, in three groups."""
