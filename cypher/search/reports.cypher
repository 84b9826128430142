// Reports that cover the graph once: those of $level, and below it those of communities that have
// no report above them up to $level; of more chunks first. Never a community and its parent.
MATCH (c:Community)
WHERE c.level <= $level AND c.title IS NOT NULL AND c.size > 1
  AND NOT EXISTS { (c)-[:CHILD_OF*1..]->(p:Community) WHERE p.level <= $level AND p.title IS NOT NULL }
WITH c WHERE coalesce(c.rating, 0.0) >= $min_rating
RETURN c.id AS id, c.title AS title, coalesce(c.full_content, c.summary) AS content,
       c.level AS level, c.rating AS rating, c.occurrence AS occurrence
ORDER BY coalesce(occurrence, 0.0) DESC, coalesce(rating, 0.0) DESC, id
LIMIT $limit
