// The entities mentioned most, each with its strongest relation, as names.
MATCH (e:Entity)
USING INDEX e:Entity(chunk_count)  // in its order; few entities make another one look cheaper
WHERE e.chunk_count >= 0
WITH e ORDER BY e.chunk_count DESC, e.name LIMIT $limit
RETURN e.name AS name, e.type AS type,
       head(COLLECT {
         MATCH (e)-[r:RELATED]-(:Entity)
         RETURN {from: startNode(r).name, to: endNode(r).name}
         ORDER BY r.weight DESC, r.relation_type LIMIT 1
       }) AS strongest
