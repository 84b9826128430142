// Relations from some entities, in stored direction, with what their evidence says and where it
// stands.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[r:RELATED]->(o:Entity)
RETURN e.id AS from, o.id AS to, properties(r) AS properties,
       COLLECT { MATCH (e)-[:SUBJECT]->(f:Fact {relation_type: r.relation_type})-[:OBJECT]->(o)
                 MATCH (f)-[p:SUPPORTS]->(:Statement)
                 RETURN DISTINCT coalesce(p.description, p.text) AS text ORDER BY text
               } AS descriptions,
       COLLECT { UNWIND r.evidence AS statement
                 MATCH (:Statement {id: statement})-[:MENTIONED_IN]->(c:Chunk)
                 RETURN DISTINCT c.id ORDER BY c.id } AS chunks
ORDER BY from, to, r.relation_type
