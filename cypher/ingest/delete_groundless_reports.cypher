// Eager: all evidence is looked for before anything is removed. Reports on these entities all of
// whose evidence is gone: what they say goes, too.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[:IN_COMMUNITY]->(found:Community)
WITH DISTINCT found AS community WHERE size(community.evidence) > 0
  AND NOT EXISTS { MATCH (statement:Statement) WHERE statement.id IN community.evidence }
SET community.name = community.id, community.title = null, community.summary = null,
    community.rating = null, community.rating_explanation = null, community.findings = null,
    community.full_content = null, community.evidence = null, community.written_by = null,
    community.input_hash = null, community.embedding = null, community.embedding_key = null,
    community.outdated = null
