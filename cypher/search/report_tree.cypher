// All communities with reports and their nearest described parts below, the tops first.
MATCH (c:Community)
WHERE c.title IS NOT NULL AND c.size > 1 AND coalesce(c.rating, 0.0) >= $min_rating
RETURN c.id AS id, c.title AS title, c.summary AS summary, c.level AS level,
       [(c)<-[:CHILD_OF]-(s:Community) WHERE s.title IS NOT NULL AND s.size > 1 | s.id] AS children,
       NOT EXISTS { (c)-[:CHILD_OF*1..]->(p:Community) WHERE p.title IS NOT NULL } AS top
ORDER BY level DESC, coalesce(c.occurrence, 0.0) DESC, id
