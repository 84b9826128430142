// What the graph was built with: embedding model and length of its vectors.
MATCH (g:__Graph)
RETURN g.embed_model AS embed_model, g.dimensions AS dimensions
LIMIT 1
