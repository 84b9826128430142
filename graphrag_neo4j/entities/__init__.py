"""Which entities are the same, and what is said of each.

Entities meet by normalised name (:mod:`graphrag_neo4j.ids`). What rules and an LLM find to be one
beyond that is *merged*: a record ``(:Alias)-[:MERGED_INTO]->(:Entity)`` says so, and the evidence
of the alias moves to the entity with the alias's own id kept on each link (``was``). Nothing of
it is lost, so a merge can be taken back exactly.
"""
