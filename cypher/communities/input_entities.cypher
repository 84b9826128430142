// The entities of communities, best connected first, each with the sub-community it is in.
UNWIND $ids AS id
MATCH (c:Community {id: id})<-[:IN_COMMUNITY]-(e:Entity)
RETURN c.id AS community, e.id AS id, e.name AS name, e.type AS type, e.description AS description,
       COUNT { (e)-[:RELATED]-(:Entity)-[:IN_COMMUNITY]->(c) } AS degree,
       head(COLLECT { MATCH (e)-[:IN_COMMUNITY]->(s:Community)-[:CHILD_OF]->(c) RETURN s.id }) AS child
ORDER BY community, degree DESC, name, id
