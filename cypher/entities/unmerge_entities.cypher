// Eager: links are found before any is made. A merged entity (from) gets back what was said of it,
// or brings it along to one that parts (to) and that it was merged into before; then 'kept' is its
// id, else null. They wait to be derived, like the one they leave and those that relate to them.
UNWIND $rows AS row
MATCH (alias:Alias {id: row.from})-[merged:MERGED_INTO]->(into:Entity)
MERGE (entity:Entity {id: row.to})
ON CREATE SET entity.name = row.name
SET entity.dirty = row.dirty, into.dirty = row.dirty
WITH row, alias, merged, into, entity
CALL (row, into, entity) {
  MATCH (into)<-[mention:MENTIONS {merged_from: row.from}]-(end)
  MERGE (end)-[n:MENTIONS {merged_from: row.from}]->(entity)
  SET n = mention {.*, merged_from: row.kept}
  DELETE mention
}
CALL (row, into, entity) {
  MATCH (into)<-[mention:ABOUT {merged_from: row.from}]-(end)
  MERGE (end)-[n:ABOUT {merged_from: row.from}]->(entity)
  SET n = mention {.*, merged_from: row.kept}
  DELETE mention
}
CALL (row, into, entity) {
  MATCH (into)<-[mention:CONCERNS {merged_from: row.from}]-(end)
  MERGE (end)-[n:CONCERNS {role: mention.role, merged_from: row.from}]->(entity)
  SET n = mention {.*, merged_from: row.kept}
  DELETE mention
}
CALL (row, into, entity) {
  MATCH (into)-[mention:SUBJECT {merged_from: row.from}]->(fact)
  MERGE (entity)-[n:SUBJECT {merged_from: row.from}]->(fact)
  SET n.merged_from = row.kept
  DELETE mention
  WITH row, fact
  MATCH (fact)-[:OBJECT]->(end:Entity)
  SET end.dirty = row.dirty
}
CALL (row, into, entity) {
  MATCH (into)<-[mention:OBJECT {merged_from: row.from}]-(fact)
  MERGE (fact)-[n:OBJECT {merged_from: row.from}]->(entity)
  SET n.merged_from = row.kept
  DELETE mention
  WITH row, fact
  MATCH (end:Entity)-[:SUBJECT]->(fact)
  SET end.dirty = row.dirty
}
CALL (row, alias, entity) {
  WITH * WHERE row.kept IS NOT NULL
  MERGE (alias)-[:MERGED_INTO]->(entity)
  SET alias.via = nullIf(alias.via, row.to)
}
DELETE merged
WITH row, alias WHERE row.kept IS NULL
DELETE alias
