// What the graph was built with: embedding model and length of its vectors; whether a change of
// these was begun and not ended; settings (as JSON); and the schema files that were applied.
MATCH (g:__Graph)
RETURN g.embed_model AS embed_model, g.dimensions AS dimensions,
       g.made_with AS made_with, g.tuned AS tuned,
       coalesce(g.is_reembedding, false) AS is_reembedding,
       COLLECT { MATCH (m:__SchemaMigration) RETURN m {.version, .checksum} } AS migrations
LIMIT 1
