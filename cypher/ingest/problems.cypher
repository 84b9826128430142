// Chunks that could not be extracted, are still to be, or whose extraction left records unused; and
// files that the last run could not read. statements: how many stay of what was read of one before.
CALL () {
  MATCH (chunk:Chunk)
  WHERE chunk.status <> 'done' OR chunk.quarantine IS NOT NULL
  MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
  RETURN source.uri AS uri, chunk.position AS position, chunk.status AS status,
         chunk.reason AS reason, chunk.attempts AS attempts,
         coalesce(chunk.quarantine, []) AS quarantine, 0 AS statements
UNION ALL
  MATCH (note:__File)
  WHERE note.unread IS NOT NULL
  RETURN note.id AS uri, null AS position, 'unreadable' AS status, note.unread AS reason,
         null AS attempts, [] AS quarantine, COUNT {
           MATCH (source:Source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(:Statement)
           WHERE source.uri_start STARTS WITH left(note.id, 400)
             AND (source.uri = note.id OR source.uri STARTS WITH note.id + '#')
         } AS statements
}
RETURN uri, position, status, reason, attempts, quarantine, statements
ORDER BY uri, position
