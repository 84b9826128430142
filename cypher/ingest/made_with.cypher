// How the graph was made (settings as JSON), and whether it has sources.
MATCH (graph:__Graph)
RETURN graph.made_with AS made_with, EXISTS { MATCH (source:Source) WHERE source.id IS NOT NULL } AS has_sources
LIMIT 1
