// Eager: metadata may have any name, so the planner cannot rule out ids; a batch is small.
// A source starts as 'pending' and is 'complete' when all that it says is in the graph.
UNWIND $rows AS row
MERGE (s:Source {id: row.id})
SET s += row.properties, s.uri = row.uri, s.title = row.title, s.content_hash = row.content_hash,
    s.fingerprint = row.fingerprint, s.aliases = row.aliases, s.status = 'pending'
