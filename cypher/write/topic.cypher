// Topics: one name within one source.
UNWIND $rows AS row
MERGE (t:Topic {id: row.id})
SET t.name = row.name
