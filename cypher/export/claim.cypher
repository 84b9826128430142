// Claims and the relationships that start from them; a page.
MATCH (n:Claim)
WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
RETURN properties(n) AS properties,
       COLLECT { MATCH (n)-[r]->(m)
                 RETURN {type: type(r), labels: labels(m), to: m.id, properties: properties(r)}
                 ORDER BY type(r), m.id, r.relation_type, r.role, r.merged_from } AS links
ORDER BY n.id
