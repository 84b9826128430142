// Eager: metadata may have any name, so the planner cannot rule out ids; a batch is small.
// Properties are replaced as a whole: metadata that a document lost is gone.
UNWIND $rows AS row
MERGE (source:Source {id: row.id})
SET source = row.properties, source.uri_start = left(row.properties.uri, 400)
