// Chunks that could not be extracted, are still to be, or whose extraction left records unused.
MATCH (chunk:Chunk)
WHERE chunk.status <> 'done' OR chunk.quarantine IS NOT NULL
MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN source.uri AS uri, chunk.position AS position, chunk.status AS status,
       chunk.reason AS reason, chunk.attempts AS attempts,
       coalesce(chunk.quarantine, []) AS quarantine
ORDER BY uri, position
