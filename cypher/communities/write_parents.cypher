// Eager: the old parent is let go before the new one is tied. The one parent, a level above.
UNWIND $rows AS row
MATCH (c:Community {id: row.from})
CALL (row) { MATCH (p:Community {id: row.to}) RETURN p }
CALL (c, p) {
  MATCH (c)-[old:CHILD_OF]->(q:Community)
  WHERE q <> p
  DELETE old
}
MERGE (c)-[:CHILD_OF]->(p)
