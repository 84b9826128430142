// How the graph was made (settings as JSON), and whether it has sources.
MATCH (graph:__Graph)
RETURN graph.made_with AS made_with, EXISTS { MATCH (:Source) } AS has_sources
LIMIT 1
