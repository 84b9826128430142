// All claims that concern entities of communities.
UNWIND $ids AS id
MATCH (c:Community {id: id})<-[:IN_COMMUNITY]-(e:Entity)<-[:CONCERNS]-(claim:Claim)
WITH c, claim, collect(DISTINCT e.id) AS about
RETURN c.id AS community, claim.id AS id,
       head(COLLECT { MATCH (claim)-[x:CONCERNS]->(s) WHERE x.role = 'subject' RETURN s.name }) AS subject,
       head(COLLECT { MATCH (claim)-[x:CONCERNS]->(o) WHERE x.role = 'object' RETURN o.name }) AS object,
       claim.type AS type, claim.status AS status, claim.description AS description,
       claim.start_date AS start_date, claim.end_date AS end_date, about
ORDER BY community, subject, object, type, description, id
