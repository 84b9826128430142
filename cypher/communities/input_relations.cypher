// All relations inside communities, in stored direction, the strongest first.
UNWIND $ids AS id
MATCH (c:Community {id: id})<-[:IN_COMMUNITY]-(a:Entity)-[r:RELATED]->(b:Entity)-[:IN_COMMUNITY]->(c)
RETURN c.id AS community, a.id AS source, b.id AS target, a.name AS source_name,
       b.name AS target_name, r.relation_type AS type, r.description AS description,
       coalesce(r.weight, 1.0) AS weight, coalesce(r.evidence[..3], []) AS evidence
ORDER BY community, weight DESC, source_name, target_name, type, source, target
