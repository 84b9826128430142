// Facts whose evidence changed, some at a time.
MATCH (fact:Fact)
WHERE fact.dirty IS NOT NULL
RETURN fact.id AS id
LIMIT $limit
