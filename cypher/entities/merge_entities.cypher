// Eager: names merged before are found before any goes on. Records that an entity is another one;
// names that were merged into it go along. Its evidence follows when both are derived.
UNWIND $rows AS row
MATCH (e:Entity {id: row.from})
WHERE NOT EXISTS { (:Alias {id: row.from}) }
CALL (row) {
  MATCH (c:Entity {id: row.to})
  WHERE NOT EXISTS { (:Alias {id: row.to}) }
  RETURN c
}
MERGE (a:Alias {id: row.from})
SET a.name = row.name, a.reason = row.reason, a.decided_by = row.decided_by, a.at = datetime(),
    e.dirty = row.dirty
MERGE (a)-[:MERGED_INTO]->(c)
WITH c, e
MATCH (e)<-[old:MERGED_INTO]-(b:Alias)
MERGE (b)-[:MERGED_INTO]->(c)
DELETE old
