// The import is complete.
MATCH (g:__Graph {id: 'graph'})
REMOVE g.importing
