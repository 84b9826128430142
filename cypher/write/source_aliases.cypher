// Other names under which the same text was found; none removes the property.
UNWIND $rows AS row
MATCH (s:Source {id: row.id})
SET s.aliases = row.aliases
