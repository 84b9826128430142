"""One module for each family of file formats; :mod:`graphrag_neo4j.readers.files` picks."""
