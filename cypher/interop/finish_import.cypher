// The import is complete.
MATCH (graph:__Graph {id: 'graph'})
REMOVE graph.importing
