"""Graphs from and for other tools: Microsoft GraphRAG in; GraphML, parquet, JSON lines out."""
