// All communities with reports and their nearest described parts below, the tops first.
MATCH (community:Community)
WHERE community.title IS NOT NULL AND community.size > 1
  AND coalesce(community.rating, 0.0) >= $min_rating
RETURN community.id AS id, community.title AS title, community.summary AS summary,
       community.level AS level,
       [(community)<-[:CHILD_OF]-(part:Community) WHERE part.title IS NOT NULL
         AND part.size > 1 | part.id] AS children,
       NOT EXISTS { (community)-[:CHILD_OF*1..]->(parent:Community)
         WHERE parent.title IS NOT NULL } AS top
ORDER BY level DESC, coalesce(community.occurrence, 0.0) DESC, id
