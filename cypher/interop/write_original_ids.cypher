// The ids that nodes have in the index they were imported from. Chunks are the example.
UNWIND $rows AS row
MATCH (node:Chunk /* label */ {id: row.id})
SET node.original_id = row.original_id
