// The reports of communities of several entities that have one, the largest communities first.
UNWIND $ids AS id
MATCH (c:Community {id: id})
WHERE c.title IS NOT NULL AND c.size > 1
RETURN c.id AS id, c.size AS size, c.title AS title, c.summary AS summary,
       c.full_content AS full_content
ORDER BY size DESC, title, id
