// Eager: properties may have any name, so the planner cannot rule out keys; a batch is small.
// Relationships as they were exported. Between the same two nodes there is one of a type for each
// relation type, each role, and each entity that it was said of before a merge. Mentions of a
// statement are the example.
UNWIND $rows AS row
MATCH (start:Statement /* start */ {id: row.from})
CALL (row) { MATCH (end:Entity /* end */ {id: row.to}) RETURN end }
CALL (row, start, end) {
  WITH * WHERE NOT EXISTS {
    MATCH (start)-[known:MENTIONS /* type */]->(end)
    WHERE coalesce(known.relation_type, '') = coalesce(row.properties.relation_type, '')
      AND coalesce(known.role, '') = coalesce(row.properties.role, '')
      AND coalesce(known.merged_from, '') = coalesce(row.properties.merged_from, '')
  }
  CREATE (start)-[new:MENTIONS /* type */]->(end)
  SET new = row.properties
}
