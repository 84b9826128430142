// The reports of some communities, those of more chunks first.
UNWIND $ids AS id
MATCH (c:Community {id: id})
RETURN c.id AS id, c.title AS title, coalesce(c.full_content, c.summary) AS content,
       c.level AS level, c.rating AS rating, c.occurrence AS occurrence
ORDER BY coalesce(occurrence, 0.0) DESC, coalesce(rating, 0.0) DESC, id
