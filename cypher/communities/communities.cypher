// Communities with the main points of their reports, the highest rated first ($level null: all);
// those of a single entity only if $alone.
MATCH (c:Community)
WHERE ($level IS NULL OR c.level = $level) AND ($alone OR c.size > 1)
RETURN c.id AS id, c.level AS level, c.size AS size, coalesce(c.title, c.name) AS title,
       c.summary AS summary, c.rating AS rating, c.occurrence AS occurrence,
       c.written_by AS written_by, c.outdated IS NOT NULL AS outdated,
       head([(c)-[:CHILD_OF]->(p:Community) | p.id]) AS parent
ORDER BY level, rating IS NULL, rating DESC, size DESC, id
SKIP $skip LIMIT $limit
