// Sources by id, by the beginning of one, by URI or other name.
CALL () {
  UNWIND $ids AS id MATCH (s:Source {id: id}) RETURN s
  UNION MATCH (s:Source) WHERE s.id STARTS WITH $prefix RETURN s
  UNION MATCH (s:Source) WHERE s.alias_count > 0 AND any(a IN s.aliases WHERE a IN $names) RETURN s
}
RETURN s.id AS id, s.uri AS uri, s.title AS title, coalesce(s.aliases, []) AS aliases
ORDER BY uri
