// Eager: names merged before are found before any goes on. Records that an entity is another one;
// names that were merged into it go along, and keep in 'via' with whom. Its evidence follows when
// both are derived.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.from})
WHERE NOT EXISTS { (:Alias {id: row.from}) }
CALL (row) {
  MATCH (into:Entity {id: row.to})
  WHERE NOT EXISTS { (:Alias {id: row.to}) }
  RETURN into
}
MERGE (alias:Alias {id: row.from})
SET alias.name = row.name, alias.reason = row.reason, alias.decided_by = row.decided_by,
    alias.at = datetime(), entity.dirty = row.dirty
MERGE (alias)-[:MERGED_INTO]->(into)
WITH into, entity
MATCH (entity)<-[old:MERGED_INTO]-(older:Alias)
MERGE (older)-[:MERGED_INTO]->(into)
SET older.via = coalesce(older.via, entity.id)
DELETE old
