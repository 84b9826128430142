// Which entities were merged into which, why, by whom and when: all, or those that had $ids.
MATCH (a:Alias)-[:MERGED_INTO]->(e:Entity)
WHERE $ids IS NULL OR a.id IN $ids
RETURN e.id AS id, e.name AS name, a.id AS alias_id, a.name AS alias, a.reason AS reason,
       a.decided_by AS decided_by, toString(a.at) AS at
ORDER BY name, id, alias, alias_id
SKIP $skip LIMIT $limit
