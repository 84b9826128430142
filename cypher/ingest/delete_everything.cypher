// AllNodesScan: all nodes are meant. A batch of all that is in the graph but for our own records.
MATCH (n)
WHERE NOT n:__SchemaMigration AND NOT n:__Graph AND NOT n:__Lock
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n
