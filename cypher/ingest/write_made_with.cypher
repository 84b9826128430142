// Remembers how the graph was made: settings as JSON.
UNWIND $rows AS row
MERGE (g:__Graph {id: row.id})
SET g.made_with = row.made_with
