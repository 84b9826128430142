// Reports that cover the graph once: those of $level, and below it those of communities that have
// no report above them up to $level; of more chunks first. Never a community and its parent.
MATCH (community:Community)
WHERE community.level <= $level AND community.title IS NOT NULL AND community.size > 1
  AND NOT EXISTS { (community)-[:CHILD_OF*1..]->(parent:Community) WHERE parent.level <= $level
    AND parent.title IS NOT NULL }
WITH community WHERE coalesce(community.rating, 0.0) >= $min_rating
RETURN community.id AS id, community.title AS title,
       coalesce(community.full_content, community.summary) AS content, community.level AS level,
       community.outdated IS NOT NULL AS outdated,
       community.rating AS rating, community.occurrence AS occurrence
ORDER BY coalesce(occurrence, 0.0) DESC, coalesce(rating, 0.0) DESC, id
LIMIT $limit
