// All claims that concern entities of communities.
UNWIND $ids AS id
MATCH (community:Community {id: id})<-[:IN_COMMUNITY]-(entity:Entity)<-[:CONCERNS]-(claim:Claim)
WITH community, claim, collect(DISTINCT entity.id) AS about
RETURN community.id AS community, claim.id AS id,
       head(COLLECT { MATCH (claim)-[concern:CONCERNS]->(subject) WHERE concern.role = 'subject'
         RETURN subject.name }) AS subject,
       head(COLLECT { MATCH (claim)-[concern:CONCERNS]->(object) WHERE concern.role = 'object'
         RETURN object.name }) AS object,
       claim.type AS type, claim.status AS status, claim.description AS description,
       claim.start_date AS start_date, claim.end_date AS end_date, about
ORDER BY community, subject, object, type, description, id
