// Eager: links are found before any is made. A merged entity gets back what was said of it, and
// waits to be derived, like the one it leaves and those that relate to it. The two are kept apart.
UNWIND $rows AS row
MATCH (a:Alias {id: row.id})-[:MERGED_INTO]->(c:Entity)
MERGE (e:Entity {id: row.id})
SET e.name = a.name, e.dirty = row.dirty, c.dirty = row.dirty
MERGE (k:DistinctPair {id: row.pair})
SET k.name = a.name + ' / ' + c.name, k.one = a.id, k.other = c.id, k.at = datetime()
WITH row, a, c, e
CALL (c, e) {
  MATCH (c)<-[m:MENTIONS {merged_from: e.id}]-(x)
  MERGE (x)-[n:MENTIONS]->(e)
  SET n = m {.*, merged_from: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)<-[m:ABOUT {merged_from: e.id}]-(x)
  MERGE (x)-[n:ABOUT]->(e)
  SET n = m {.*, merged_from: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)<-[m:CONCERNS {merged_from: e.id}]-(x)
  MERGE (x)-[n:CONCERNS {role: m.role}]->(e)
  SET n = m {.*, merged_from: null}
  DELETE m
}
CALL (c, e) {
  MATCH (c)-[m:SUBJECT {merged_from: e.id}]->(f)
  MERGE (e)-[:SUBJECT]->(f)
  DELETE m
}
CALL (row, c, e) {
  MATCH (c)<-[m:OBJECT {merged_from: e.id}]-(f)
  MERGE (f)-[:OBJECT]->(e)
  DELETE m
  WITH row, f
  MATCH (x:Entity)-[:SUBJECT]->(f)
  SET x.dirty = row.dirty
}
DETACH DELETE a
