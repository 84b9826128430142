// How many entities wait to be derived.
MATCH (e:Entity)
WHERE e.todo IS NOT NULL
RETURN count(e) AS n
