// Entities into which rules merged others for what a text says ($reasons), with all names that were
// merged into them.
MATCH (alias:Alias)-[:MERGED_INTO]->(entity:Entity)
WHERE alias.decided_by = 'rules' AND any(reason IN $reasons WHERE alias.reason STARTS WITH reason)
WITH DISTINCT entity
RETURN entity.id AS id, entity.name AS name,
       COLLECT { MATCH (entity)<-[:MERGED_INTO]-(member:Alias)
                 RETURN member {.id, .name, .decided_by} ORDER BY member.id } AS merged
ORDER BY id
