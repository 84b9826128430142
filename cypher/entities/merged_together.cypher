// What was merged into the entities that these aliases were merged into. via: the alias that it was
// merged into before that was merged itself.
UNWIND $ids AS id
MATCH (:Alias {id: id})-[:MERGED_INTO]->(entity:Entity)
WITH DISTINCT entity
MATCH (entity)<-[:MERGED_INTO]-(alias:Alias)
RETURN alias.id AS id, alias.name AS name, alias.via AS via
