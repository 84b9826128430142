// What the graph was built with: embedding model and length of its vectors; whether a change of
// these was begun and not ended.
MATCH (g:__Graph)
RETURN g.embed_model AS embed_model, g.dimensions AS dimensions,
       coalesce(g.is_reembedding, false) AS is_reembedding
LIMIT 1
