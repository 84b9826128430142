// Remembers the weights of retrievers that serve this graph best, by mode: JSON; null forgets them.
MATCH (g:__Graph {id: 'graph'})
SET g.tuned = $tuned
