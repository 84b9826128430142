// The reports of communities of several entities that have one, the largest communities first.
UNWIND $ids AS id
MATCH (community:Community {id: id})
WHERE community.title IS NOT NULL AND community.size > 1
RETURN community.id AS id, community.size AS size, community.title AS title,
       community.summary AS summary, community.full_content AS full_content
ORDER BY size DESC, title, id
