// Merged entities for which new evidence came, some at a time. They are marked: of these there are
// few, of merges as many as were ever made.
MATCH (entity:Entity)
WHERE entity.dirty IS NOT NULL
AND EXISTS { (:Alias {id: entity.id})-[:MERGED_INTO]->(:Entity) }
RETURN entity.id AS id
LIMIT $limit
