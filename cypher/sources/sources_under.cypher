// Sources one of whose names begins with one of these prefixes.
CALL () {
  UNWIND $prefixes AS prefix
  MATCH (s:Source)
  WHERE s.uri_start STARTS WITH left(prefix, 400) AND s.uri STARTS WITH prefix
  RETURN s
  UNION
  MATCH (s:Source)
  WHERE s.alias_count > 0 AND any(a IN s.aliases WHERE any(p IN $prefixes WHERE a STARTS WITH p))
  RETURN s
}
RETURN s.id AS id, s.uri AS uri, s.title AS title, coalesce(s.aliases, []) AS aliases
