// Sources with the number of their chunks, by title: all without $text, else those of $ids and
// those whose title or URI contains it.
MATCH (source:Source)
WHERE source.id IS NOT NULL
  AND ($text IS NULL OR source.id IN $ids OR toLower(source.title) CONTAINS $text
       OR any(name IN source.uri + coalesce(source.aliases, []) WHERE toLower(name) CONTAINS $text
              OR toLower(name) CONTAINS $quoted))
WITH source ORDER BY source.title, source.uri SKIP $skip LIMIT $limit
RETURN source.id AS id, source.uri AS uri, coalesce(source.aliases, []) AS aliases,
       source.title AS title, source.status AS status,
       COUNT { (source)<-[:FROM_SOURCE]-(:Chunk) } AS chunks, source {.*} AS properties
ORDER BY title, uri
