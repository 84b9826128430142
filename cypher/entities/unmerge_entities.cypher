// Eager: links are found before any is made. A merged entity gets back what was said of it, and
// waits to be derived, like the one it leaves and those that relate to it. The two are kept apart.
UNWIND $rows AS row
MATCH (alias:Alias {id: row.id})-[:MERGED_INTO]->(into:Entity)
MERGE (entity:Entity {id: row.id})
SET entity.name = alias.name, entity.dirty = row.dirty, into.dirty = row.dirty
MERGE (pair:DistinctPair {id: row.pair})
SET pair.name = alias.name + ' / ' + into.name, pair.one = alias.id, pair.other = into.id,
    pair.at = datetime()
WITH row, alias, into, entity
CALL (into, entity) {
  MATCH (into)<-[mention:MENTIONS {merged_from: entity.id}]-(end)
  MERGE (end)-[n:MENTIONS]->(entity)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (into, entity) {
  MATCH (into)<-[mention:ABOUT {merged_from: entity.id}]-(end)
  MERGE (end)-[n:ABOUT]->(entity)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (into, entity) {
  MATCH (into)<-[mention:CONCERNS {merged_from: entity.id}]-(end)
  MERGE (end)-[n:CONCERNS {role: mention.role}]->(entity)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (row, into, entity) {
  MATCH (into)-[mention:SUBJECT {merged_from: entity.id}]->(fact)
  MERGE (entity)-[:SUBJECT]->(fact)
  DELETE mention
  WITH row, fact
  MATCH (fact)-[:OBJECT]->(end:Entity)
  SET end.dirty = row.dirty
}
CALL (row, into, entity) {
  MATCH (into)<-[mention:OBJECT {merged_from: entity.id}]-(fact)
  MERGE (fact)-[:OBJECT]->(entity)
  DELETE mention
  WITH row, fact
  MATCH (end:Entity)-[:SUBJECT]->(fact)
  SET end.dirty = row.dirty
}
DETACH DELETE alias
