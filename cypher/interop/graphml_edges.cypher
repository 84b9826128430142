// Relations from some entities, in stored direction, with what their evidence says and where it
// stands.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[relation:RELATED]->(other:Entity)
RETURN entity.id AS from, other.id AS to, properties(relation) AS properties,
       COLLECT { MATCH (entity)-[:SUBJECT]->(fact:Fact {relation_type: relation.relation_type})-[:OBJECT]->(other)
                 MATCH (fact)-[support:SUPPORTS]->(:Statement)
                 RETURN DISTINCT coalesce(support.description, support.text) AS text ORDER BY text
               } AS descriptions,
       COLLECT { UNWIND relation.evidence AS statement
                 MATCH (:Statement {id: statement})-[:MENTIONED_IN]->(chunk:Chunk)
                 RETURN DISTINCT chunk.id ORDER BY chunk.id } AS chunks
ORDER BY from, to, relation.relation_type
