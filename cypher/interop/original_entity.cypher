// Entities by the ids that they have in the index they were imported from.
UNWIND $rows AS row
MATCH (n:Entity {id: row.id})
WHERE n.original_id IS NULL OR n.original_id <> row.original_id
SET n.original_id = row.original_id
