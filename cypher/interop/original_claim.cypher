// Claims by the ids that they have in the index they were imported from.
UNWIND $rows AS row
MATCH (n:Claim {id: row.id})
SET n.original_id = row.original_id
