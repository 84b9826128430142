// What is stale: chunks not read to the end, entities and facts not derived, old reports
CALL () {
  MATCH (c:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE c.status <> 'done'
  RETURN 'chunk' AS kind, source.title + ', chunk ' + c.position AS name,
         c.status + coalesce(': ' + c.reason, '') AS why
  UNION ALL MATCH (entity:Entity) WHERE entity.dirty IS NOT NULL
    RETURN 'entity' AS kind, entity.name AS name, 'waits to be derived' AS why
  UNION ALL MATCH (fact:Fact) WHERE fact.dirty IS NOT NULL
    RETURN 'fact' AS kind, fact.text AS name, 'waits to be derived' AS why
  UNION ALL MATCH (c:Community) WHERE c.outdated
    RETURN 'community' AS kind, coalesce(c.title, c.name) AS name, 'its entities changed' AS why
  UNION ALL MATCH (c:Community) WHERE c.full_content IS NULL AND c.size > 1
    RETURN 'community' AS kind, c.name AS name, 'no report yet' AS why
}
RETURN kind, name, why
ORDER BY kind, name
LIMIT 100
