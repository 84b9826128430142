// Entities into which rules merged others for what a text says ($reasons), with all names that were
// merged into them, and what the texts say that each of these is called besides.
MATCH (alias:Alias)-[:MERGED_INTO]->(entity:Entity)
WHERE alias.decided_by = 'rules' AND any(reason IN $reasons WHERE alias.reason STARTS WITH reason)
WITH DISTINCT entity
RETURN entity.id AS id, entity.name AS name,
       COLLECT { MATCH (entity)<-[:MERGED_INTO]-(member:Alias)
                 RETURN member {.id, .name, .decided_by} ORDER BY member.id } AS merged,
       COLLECT { MATCH (entity)<-[mention:MENTIONS|ABOUT]-() WHERE mention.alias IS NOT NULL
                 RETURN DISTINCT {id: coalesce(mention.merged_from, entity.id), alias: mention.alias} } AS said
ORDER BY id
