// What the graph was built with: embedding model and length of its vectors; whether a change of
// these was begun and not ended; settings (as JSON); and the schema files that were applied.
MATCH (graph:__Graph)
RETURN graph.embed_model AS embed_model, graph.dimensions AS dimensions,
       graph.made_with AS made_with, graph.tuned AS tuned,
       coalesce(graph.is_reembedding, false) AS is_reembedding,
       COLLECT {
         MATCH (migration:__SchemaMigration) RETURN migration {.version, .checksum}
       } AS migrations
LIMIT 1
