"""Measurements that take too long for the test suite; each prints a table and writes JSON."""

import os

# what they measure includes the models
os.environ.setdefault("GRAPHRAG_VECTOR_CACHE", "off")
os.environ.setdefault("GRAPHRAG_PARSE_CACHE", "off")
os.environ.setdefault("GRAPHRAG_READING_CACHE", "off")
