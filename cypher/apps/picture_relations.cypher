// Relations of entities with each other, and all those of the named ones, best supported first;
// evidence: what supports it, three statements at most.
UNWIND $ids AS id
MATCH (a:Entity {id: id})-[r:RELATED]-(b:Entity)
WHERE b.id IN $ids OR id IN $named
WITH DISTINCT r ORDER BY r.weight DESC LIMIT $limit
WITH r, startNode(r) AS a, endNode(r) AS b
RETURN a {.id, .name, .type, .description} AS from, b {.id, .name, .type, .description} AS to,
       r.relation_type AS type, r.description AS text, r.weight AS weight,
       COLLECT {
         UNWIND r.evidence[..3] AS id
         MATCH (s:Statement {id: id})-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
         RETURN {text: s.text, source: source.title}
       } AS evidence
