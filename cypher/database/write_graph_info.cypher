// Remembers the embedding model that the vector indexes were made for.
MERGE (graph:__Graph {id: 'graph'})
SET graph.embed_model = $embed_model, graph.dimensions = $dimensions,
    graph.is_reembedding = $is_reembedding
