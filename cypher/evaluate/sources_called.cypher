// Sources that have one of these titles (in lower case), or whose file's name ends so.
MATCH (s:Source)
WHERE toLower(s.title) IN $titles
   OR any(ending IN $endings WHERE '/' + split(s.uri, '#')[0] ENDS WITH ending)
RETURN s.uri AS uri, s.title AS title
ORDER BY uri
