// Sources with the number of their chunks, by title: all without $text, else those of $ids and
// those whose title or URI contains it.
MATCH (s:Source)
WHERE $text IS NULL OR s.id IN $ids OR toLower(s.title) CONTAINS $text
   OR any(name IN s.uri + coalesce(s.aliases, []) WHERE toLower(name) CONTAINS $text
          OR toLower(name) CONTAINS $quoted)
WITH s ORDER BY s.title, s.uri SKIP $skip LIMIT $limit
RETURN s.id AS id, s.uri AS uri, coalesce(s.aliases, []) AS aliases, s.title AS title,
       s.status AS status, COUNT { (s)<-[:FROM_SOURCE]-(:Chunk) } AS chunks, s {.*} AS properties
ORDER BY title, uri
