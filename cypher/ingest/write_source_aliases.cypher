// Other names under which the same text was found, and how many; none removes the properties.
UNWIND $rows AS row
MATCH (s:Source {id: row.id})
SET s.aliases = row.aliases, s.alias_count = size(row.aliases)
