CYPHER 25
// The reports nearest to the question, best first, with the communities above each. Needs Neo4j 2026.01.
MATCH (community:Community)
  SEARCH community IN (VECTOR INDEX community_embedding FOR $vector LIMIT $limit) SCORE AS score
WITH community, score WHERE community.title IS NOT NULL AND community.size > 1
RETURN community.id AS id, community.title AS title,
       coalesce(community.full_content, community.summary) AS content,
       [(community)-[:CHILD_OF*1..]->(parent:Community) | parent.id] AS above,
       community.level AS level,
       community.outdated IS NOT NULL AS outdated, score
ORDER BY score DESC, level DESC, id
