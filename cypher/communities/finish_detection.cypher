// A detection is complete: of which graph ($key), how it was made, how good each level is
// (modularity and coverage, level 0 first), and what later ones are compared with ($anchor).
MERGE (graph:__Graph {id: 'graph'})
SET graph.community_key = $key, graph.community_parameters = $parameters,
    graph.community_method = $method, graph.community_base = $base,
    graph.community_entities = $entities, graph.community_changed = $changed,
    graph.community_modularity = $modularity, graph.community_coverage = $coverage,
    graph.community_anchor = $anchor
