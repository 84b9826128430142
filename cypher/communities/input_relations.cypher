// All relations inside communities, in stored direction, the strongest first.
UNWIND $ids AS id
MATCH (community:Community {id: id})<-[:IN_COMMUNITY]-(subject:Entity)-[relation:RELATED]->(object:Entity)-[:IN_COMMUNITY]->(community)
RETURN community.id AS community, subject.id AS source, object.id AS target,
       subject.name AS source_name, object.name AS target_name, relation.relation_type AS type,
       relation.description AS description, coalesce(relation.weight, 1.0) AS weight,
       coalesce(relation.evidence[..3], []) AS evidence
ORDER BY community, weight DESC, source_name, target_name, type, source, target
