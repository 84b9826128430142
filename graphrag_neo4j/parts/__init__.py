"""Parts: what ingestion makes of documents before it needs a database, as parquet files.

A part holds the rows and vectors of some sources (:mod:`graphrag_neo4j.parts.columns`). Which files
a part is made of, and every byte of it, hangs on the files and the settings alone, so any number
of workers on any engine write the same parts, and a part that is there already need not be made
again.

    extract   files -> tasks -> parts, manifest                extract.extract_parts
    load      parts -> the graph                               load.PartsIngestion
"""
