UNION
MATCH (:Alias {id: id})-[:MERGED_INTO]->(entity:Entity) RETURN entity
