// A detection is complete: of which graph ($key), how it was made, how good each level is
// (modularity and coverage, level 0 first), and what later ones are compared with ($anchor).
MERGE (g:__Graph {id: 'graph'})
SET g.community_key = $key, g.community_parameters = $parameters, g.community_method = $method,
    g.community_base = $base, g.community_entities = $entities, g.community_changed = $changed,
    g.community_modularity = $modularity, g.community_coverage = $coverage,
    g.community_anchor = $anchor
