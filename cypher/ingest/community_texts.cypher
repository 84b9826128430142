// What the vectors of reports are made from; a page.
MATCH (community:Community)
WHERE community.id > $after AND community.title IS NOT NULL
RETURN community.id AS id, community.title AS title, community.summary AS summary,
       community.embedding_key AS embedding_key
ORDER BY community.id LIMIT $limit
