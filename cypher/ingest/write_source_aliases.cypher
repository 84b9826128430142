// Other names under which the same text was found, and how many; none removes the properties.
UNWIND $rows AS row
MATCH (source:Source {id: row.id})
SET source.aliases = row.aliases, source.alias_count = size(row.aliases)
