// The entities of communities, best connected first, each with the sub-community it is in.
UNWIND $ids AS id
MATCH (community:Community {id: id})<-[:IN_COMMUNITY]-(entity:Entity)
RETURN community.id AS community, entity.id AS id, entity.name AS name, entity.type AS type,
       entity.description AS description,
       COUNT { (entity)-[:RELATED]-(:Entity)-[:IN_COMMUNITY]->(community) } AS degree,
       head(COLLECT { MATCH (entity)-[:IN_COMMUNITY]->(part:Community)-[:CHILD_OF]->(community)
         RETURN part.id }) AS child
ORDER BY community, degree DESC, name, id
