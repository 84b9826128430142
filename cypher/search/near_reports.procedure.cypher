// The reports nearest to the question, best first, with the communities above each. For Neo4j 5.26.
CALL db.index.vector.queryNodes('community_embedding', $limit, $vector) YIELD node AS c, score
WITH c, score WHERE c.title IS NOT NULL AND c.size > 1
RETURN c.id AS id, c.title AS title, coalesce(c.full_content, c.summary) AS content,
       [(c)-[:CHILD_OF*1..]->(p:Community) | p.id] AS above, c.level AS level, score
ORDER BY score DESC, level DESC, id
