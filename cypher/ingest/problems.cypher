// Chunks that could not be extracted, are still to be, or whose extraction left records unused.
MATCH (c:Chunk)
WHERE c.status <> 'done' OR c.quarantine IS NOT NULL
MATCH (c)-[:FROM_SOURCE]->(s:Source)
RETURN s.uri AS uri, c.position AS position, c.status AS status, c.reason AS reason,
       c.attempts AS attempts, coalesce(c.quarantine, []) AS quarantine
ORDER BY uri, position
