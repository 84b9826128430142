// Sources that have this title, in these very letters or, if there are none, in others.
MATCH (source:Source)
WHERE source.id IS NOT NULL AND toLower(source.title) = toLower($title)
WITH source ORDER BY source.title <> $title, source.uri
WITH collect(source) AS every, [source IN collect(source) WHERE source.title = $title] AS same
UNWIND (CASE WHEN same = [] THEN every ELSE same END)[..$limit] AS source
RETURN source.id AS id, source.uri AS uri, source.title AS title,
       coalesce(source.aliases, []) AS aliases
