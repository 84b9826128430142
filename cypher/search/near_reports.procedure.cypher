// The reports nearest to the question, best first, with the communities above each. For Neo4j 5.26.
CALL db.index.vector.queryNodes('community_embedding', $limit, $vector) YIELD node AS community,
score
WITH community, score WHERE community.title IS NOT NULL AND community.size > 1
RETURN community.id AS id, community.title AS title,
       coalesce(community.full_content, community.summary) AS content,
       [(community)-[:CHILD_OF*1..]->(parent:Community) | parent.id] AS above,
       community.level AS level,
       community.outdated IS NOT NULL AS outdated, score
ORDER BY score DESC, level DESC, id
