// From here to finish_detection.cypher communities are being written: no detection is complete.
MATCH (g:__Graph {id: 'graph'})
REMOVE g.community_key
