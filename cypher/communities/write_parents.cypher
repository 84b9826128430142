// Eager: the old parent is let go before the new one is tied. The one parent, a level above.
UNWIND $rows AS row
MATCH (community:Community {id: row.from})
CALL (row) { MATCH (parent:Community {id: row.to}) RETURN parent }
CALL (community, parent) {
  MATCH (community)-[old:CHILD_OF]->(before:Community)
  WHERE before <> parent
  DELETE old
}
MERGE (community)-[:CHILD_OF]->(parent)
