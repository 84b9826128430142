// Remembers how the graph was made: settings as JSON.
UNWIND $rows AS row
MERGE (graph:__Graph {id: row.id})
SET graph.made_with = row.made_with
