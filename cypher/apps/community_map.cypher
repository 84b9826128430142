// The largest communities of a level, the relations that lead from one to another, and how many
// pairs of their members are only named together.
MATCH (community:Community {level: $level})
WHERE community.size > 1
WITH community ORDER BY community.size DESC, community.id LIMIT $limit
RETURN community.id AS id, coalesce(community.title, community.name) AS name,
       community.size AS size, community.summary AS summary,
       community.full_content AS report,
       COLLECT {
         MATCH (community)<-[:IN_COMMUNITY]-(:Entity)-[relation:RELATED]->(:Entity)-[:IN_COMMUNITY]->(other:Community)
         WHERE other.level = $level AND other <> community AND other.size > 1
         WITH other, relation.relation_type AS type, count(relation) AS of_type
         ORDER BY of_type DESC, type
         WITH other, sum(of_type) AS relations, collect(type)[..5] AS types
         ORDER BY relations DESC, other.id LIMIT 12
         RETURN {to: other.id, relations: relations, types: types}
       } AS links,
       COLLECT {
         MATCH (community)<-[:IN_COMMUNITY]-(one:Entity)-[pair:CO_OCCURS_WITH]->(two:Entity)
               -[:IN_COMMUNITY]->(other:Community)
         WHERE other.level = $level AND other <> community AND other.size > 1
         WITH other, count(pair) AS pairs, sum(CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                                          / sqrt(one.chunk_count * two.chunk_count)) AS weight
         ORDER BY weight DESC, other.id LIMIT 3
         RETURN {to: other.id, pairs: pairs}
       } AS near,
       COLLECT {
         MATCH (community)<-[:IN_COMMUNITY]-(entity:Entity)
         RETURN entity.name ORDER BY entity.chunk_count DESC, entity.name LIMIT 15
       } AS members
