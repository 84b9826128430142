// Remembers the embedding model that the vector indexes were made for.
MERGE (g:__Graph {id: 'graph'})
SET g.embed_model = $embed_model, g.dimensions = $dimensions, g.is_reembedding = $is_reembedding
