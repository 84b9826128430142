// Communities with the main points of their reports, the highest rated first ($level null: all);
// those of a single entity only if $alone.
MATCH (community:Community)
WHERE community.id IS NOT NULL AND ($level IS NULL OR community.level = $level) AND ($alone OR community.size > 1)
RETURN community.id AS id, community.level AS level, community.size AS size,
       coalesce(community.title, community.name) AS title, community.summary AS summary,
       community.rating AS rating, community.occurrence AS occurrence,
       community.written_by AS written_by, community.outdated IS NOT NULL AS outdated,
       head([(community)-[:CHILD_OF]->(parent:Community) | parent.id]) AS parent
ORDER BY level, rating IS NULL, rating DESC, size DESC, id
SKIP $skip LIMIT $limit
