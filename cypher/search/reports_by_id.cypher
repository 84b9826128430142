// The reports of some communities, those of more chunks first.
UNWIND $ids AS id
MATCH (community:Community {id: id})
RETURN community.id AS id, community.title AS title,
       coalesce(community.full_content, community.summary) AS content, community.level AS level,
       community.outdated IS NOT NULL AS outdated,
       community.rating AS rating, community.occurrence AS occurrence
ORDER BY coalesce(occurrence, 0.0) DESC, coalesce(rating, 0.0) DESC, id
