// What the last complete detection of communities left: of which graph, how, how good.
MATCH (g:__Graph {id: 'graph'})
WHERE g.community_key IS NOT NULL
RETURN g.community_key AS key, g.community_parameters AS parameters, g.community_method AS method,
       g.community_base AS base, g.community_entities AS entities, g.community_changed AS changed,
       g.community_modularity AS modularity, g.community_coverage AS coverage,
       g.community_anchor AS anchor
