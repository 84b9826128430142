"""Retrieval: from a question to statements with their sources, without any LLM."""
