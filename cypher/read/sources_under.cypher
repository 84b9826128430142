// Sources one of whose names begins with a prefix.
MATCH (s:Source)
WHERE s.uri STARTS WITH $prefix OR any(a IN coalesce(s.aliases, []) WHERE a STARTS WITH $prefix)
RETURN s.id AS id, s.uri AS uri, coalesce(s.aliases, []) AS aliases
