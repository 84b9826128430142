// Sources by id, by the beginning of one, by URI or other name.
CALL () {
  UNWIND $ids AS id MATCH (source:Source {id: id}) RETURN source
  UNION MATCH (source:Source) WHERE source.id STARTS WITH $prefix RETURN source
  UNION MATCH (source:Source) WHERE source.alias_count > 0
  AND any(alias IN source.aliases WHERE alias IN $names) RETURN source
}
RETURN source.id AS id, source.uri AS uri, source.title AS title,
       coalesce(source.aliases, []) AS aliases
ORDER BY uri
