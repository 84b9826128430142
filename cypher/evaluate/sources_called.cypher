// Sources that have one of these titles (in lower case), or whose file's name ends so, or that of a
// file with the same text (aliases).
MATCH (s:Source)
WHERE s.id IS NOT NULL
  AND (toLower(s.title) IN $titles
       OR any(uri IN s.uri + coalesce(s.aliases, [])
              WHERE any(ending IN $endings WHERE '/' + split(uri, '#')[0] ENDS WITH ending)))
RETURN s.uri AS uri, s.title AS title, coalesce(s.aliases, []) AS aliases
ORDER BY uri
