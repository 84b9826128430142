// From here to finish.cypher communities are being written: no detection is complete.
MATCH (g:__Graph {id: 'graph'})
REMOVE g.community_key
