// The import that was begun and not finished, if there is one.
MATCH (graph:__Graph {id: 'graph'})
WHERE graph.importing IS NOT NULL
RETURN graph.importing AS key
