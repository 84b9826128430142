// Sources by id, URI or other name.
MATCH (s:Source)
WHERE s.id IN $names OR s.uri IN $names OR any(a IN coalesce(s.aliases, []) WHERE a IN $names)
RETURN s.id AS id, s.uri AS uri, coalesce(s.aliases, []) AS aliases
