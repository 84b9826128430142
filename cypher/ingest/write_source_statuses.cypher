// 'pending' while a source is written, then 'complete' if all that it says is in the graph, or
// 'incomplete' if some of its chunks could not be extracted.
UNWIND $rows AS row
MATCH (source:Source {id: row.id})
SET source.status = row.status
