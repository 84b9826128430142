// Relations of entities with each other, and all those of the named ones, best supported first;
// evidence: what supports it, three statements at most.
UNWIND $ids AS id
MATCH (subject:Entity {id: id})-[relation:RELATED]-(object:Entity)
WHERE object.id IN $ids OR id IN $named
WITH DISTINCT relation ORDER BY relation.weight DESC, relation.relation_type LIMIT $limit
WITH relation, startNode(relation) AS subject, endNode(relation) AS object
RETURN subject {.id, .name, .type, .description} AS from,
       object {.id, .name, .type, .description} AS to,
       relation.relation_type AS type, relation.description AS text, relation.weight AS weight,
       COLLECT {
         UNWIND relation.evidence[..3] AS id
         MATCH (statement:Statement {id: id})-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
         RETURN {text: statement.text, source: source.title}
       } AS evidence
