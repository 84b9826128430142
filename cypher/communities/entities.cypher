// All entities in the order of their ids, which numbers them for clustering, $page in a row: rows of
// one take ten times as long. nodes: the server's own numbers, which are told of the ends of edges.
MATCH (entity:Entity)
WHERE entity.id IS NOT NULL
WITH entity ORDER BY entity.id
WITH collect(entity) AS entities
UNWIND range(0, size(entities) - 1, $page) AS first
WITH entities[first..first + $page] AS page
RETURN [entity IN page | entity.id] AS ids,
       [entity IN page | coalesce(entity.name, '')] AS names,
       [entity IN page | id(entity)] AS nodes
