// From here to finish_import.cypher an export ($key: hash of its file) is being written.
MERGE (g:__Graph {id: 'graph'})
SET g.importing = $key
