// Eager: links are found before any is made. A merged entity gets back what was said of it, and
// waits to be derived, like the one it leaves and those that relate to it. The two are kept apart.
UNWIND $rows AS row
MATCH (alias:Alias {id: row.id})-[:MERGED_INTO]->(c:Entity)
MERGE (e:Entity {id: row.id})
SET e.name = alias.name, e.dirty = row.dirty, c.dirty = row.dirty
MERGE (pair:DistinctPair {id: row.pair})
SET pair.name = alias.name + ' / ' + c.name, pair.one = alias.id, pair.other = c.id,
    pair.at = datetime()
WITH row, alias, c, e
CALL (c, e) {
  MATCH (c)<-[mention:MENTIONS {merged_from: e.id}]-(x)
  MERGE (x)-[n:MENTIONS]->(e)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (c, e) {
  MATCH (c)<-[mention:ABOUT {merged_from: e.id}]-(x)
  MERGE (x)-[n:ABOUT]->(e)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (c, e) {
  MATCH (c)<-[mention:CONCERNS {merged_from: e.id}]-(x)
  MERGE (x)-[n:CONCERNS {role: mention.role}]->(e)
  SET n = mention {.*, merged_from: null}
  DELETE mention
}
CALL (c, e) {
  MATCH (c)-[mention:SUBJECT {merged_from: e.id}]->(fact)
  MERGE (e)-[:SUBJECT]->(fact)
  DELETE mention
}
CALL (row, c, e) {
  MATCH (c)<-[mention:OBJECT {merged_from: e.id}]-(fact)
  MERGE (fact)-[:OBJECT]->(e)
  DELETE mention
  WITH row, fact
  MATCH (x:Entity)-[:SUBJECT]->(fact)
  SET x.dirty = row.dirty
}
DETACH DELETE alias
