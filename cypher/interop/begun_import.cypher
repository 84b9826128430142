// The import that was begun and not finished, if there is one.
MATCH (g:__Graph {id: 'graph'})
WHERE g.importing IS NOT NULL
RETURN g.importing AS key
