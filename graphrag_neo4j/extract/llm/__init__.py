"""Extraction by an LLM. The wire formats parse answers; ``ToolkitFormat`` recorded ones only."""

from graphrag_neo4j.extract.llm.extractor import LLMExtractor
from graphrag_neo4j.extract.llm.json_format import JsonFormat
from graphrag_neo4j.extract.llm.options import ExtractOptions
from graphrag_neo4j.extract.llm.records import Parsed, WireFormat
from graphrag_neo4j.extract.llm.toolkit import ToolkitFormat
from graphrag_neo4j.extract.llm.tuples import TupleFormat

__all__ = [
    "ExtractOptions",
    "JsonFormat",
    "LLMExtractor",
    "Parsed",
    "ToolkitFormat",
    "TupleFormat",
    "WireFormat",
]
