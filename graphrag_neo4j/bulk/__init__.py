"""A whole graph from parts, by Neo4j's own bulk import.

    tables    parts -> CSV files, merged and counted out of core (DuckDB)      tables.Tables
    import    CSV files -> a store (neo4j-admin)                             build.build_graph
    finish    schema, sources, what is derived                               build.build_graph

All of it beside the home that it is for, which appears when it is done.
"""
