// Sources that have this title, in these very letters or, if there are none, in others.
MATCH (s:Source)
WHERE toLower(s.title) = toLower($title)
WITH s ORDER BY s.title <> $title, s.uri
WITH collect(s) AS every, [s IN collect(s) WHERE s.title = $title] AS same
UNWIND (CASE WHEN same = [] THEN every ELSE same END)[..$limit] AS s
RETURN s.id AS id, s.uri AS uri, s.title AS title, coalesce(s.aliases, []) AS aliases
