// From here to finish_import.cypher an export ($key: hash of its file) is being written.
MERGE (graph:__Graph {id: 'graph'})
SET graph.importing = $key
