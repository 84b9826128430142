// All sources with the number of their chunks, by title.
MATCH (s:Source)
RETURN s.id AS id, s.uri AS uri, coalesce(s.aliases, []) AS aliases, s.title AS title,
       s.status AS status, COUNT { (s)<-[:FROM_SOURCE]-(:Chunk) } AS chunks
ORDER BY title, uri
SKIP $skip LIMIT $limit
