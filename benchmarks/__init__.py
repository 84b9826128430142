"""Measurements that take too long for the test suite; each prints a table and writes JSON."""

import os

# what they measure includes the model
os.environ.setdefault("GRAPHRAG_VECTOR_CACHE", "off")
