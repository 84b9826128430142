// All that these sources say is in the graph.
UNWIND $rows AS row
MATCH (s:Source {id: row.id})
SET s.status = 'complete'
