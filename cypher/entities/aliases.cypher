// Merged entities by the ids that they had, and what they were merged into.
UNWIND $ids AS id
MATCH (a:Alias {id: id})-[:MERGED_INTO]->(e:Entity)
RETURN a.id AS id, a.name AS name, e.id AS into_id, e.name AS into
