// What the last complete detection of communities left: of which graph, how, how good.
MATCH (graph:__Graph {id: 'graph'})
WHERE graph.community_key IS NOT NULL
RETURN graph.community_key AS key, graph.community_parameters AS parameters,
       graph.community_method AS method, graph.community_base AS base,
       graph.community_entities AS entities, graph.community_changed AS changed,
       graph.community_modularity AS modularity, graph.community_coverage AS coverage,
       graph.community_anchor AS anchor
