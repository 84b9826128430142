// Who is named together among some entities, and with whom the named ones are, the closest first;
// no pair that a relation joins. evidence: statements that name both, three at most.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[pair:CO_OCCURS_WITH]->(other:Entity)
WHERE (other.id IN $ids OR id IN $named) AND NOT EXISTS { (entity)-[:RELATED]-(other) }
WITH entity, pair, other, CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                          / sqrt(entity.chunk_count * other.chunk_count) AS weight
ORDER BY weight DESC, id, other.id LIMIT $limit
RETURN entity {.id, .name, .type, .description} AS from,
       other {.id, .name, .type, .description} AS to, pair.chunks AS chunks, weight,
       COLLECT {
         UNWIND pair.evidence AS id
         MATCH (statement:Statement {id: id})-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(source:Source)
         RETURN {text: statement.text, source: source.title}
       } AS evidence
