// From here to finish_detection.cypher communities are being written: no detection is complete.
MATCH (graph:__Graph {id: 'graph'})
REMOVE graph.community_key
