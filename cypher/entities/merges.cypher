// Which entities were merged into which, why, by whom and when: all, or those that had $ids.
MATCH (alias:Alias)-[:MERGED_INTO]->(entity:Entity)
WHERE $ids IS NULL OR alias.id IN $ids
RETURN entity.id AS id, entity.name AS name, alias.id AS alias_id, alias.name AS alias,
       alias.reason AS reason, alias.decided_by AS decided_by, toString(alias.at) AS at
ORDER BY name, id, alias, alias_id
SKIP $skip LIMIT $limit
