// The name of each text, and the others under which it was found, and how many; without others
// their properties go.
UNWIND $rows AS row
MATCH (source:Source {id: row.id})
SET source.uri = row.uri, source.uri_start = left(row.uri, 400),
    source.aliases = row.aliases, source.alias_count = size(row.aliases)
