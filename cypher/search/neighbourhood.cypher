// What surrounds the chosen entities ($ids), all in one row: the entities with their number of
// relations as rank, and at most 5 that are named together with them and not related; relations in
// stored direction, those between two of them first, at most $relations an entity; reports of their
// communities nearest to $level; claims on them; and chunks, those ($chunks) given included, by the
// number of relations that they support.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH collect(entity) AS chosen
RETURN COLLECT {
  UNWIND chosen AS entity
  RETURN {id: entity.id, name: entity.name, type: entity.type, description: entity.description,
          rank: COUNT { (entity)-[:RELATED]-() },
          named_with: COLLECT { MATCH (entity)-[pair:CO_OCCURS_WITH]->(other:Entity)
            WHERE NOT EXISTS { (entity)-[:RELATED]-(other) }
            RETURN other.name
            ORDER BY CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
                     / sqrt(entity.chunk_count * other.chunk_count) DESC, other.id LIMIT 5 }}
} AS entities,
COLLECT {
  UNWIND chosen AS entity
  CALL (entity, chosen) {
    MATCH (entity)-[relation:RELATED]-(other:Entity)
    WITH relation, other.id AS other, other IN chosen AS inside
    ORDER BY inside DESC, coalesce(relation.weight, 1.0) DESC, relation.relation_type, other
    LIMIT $relations
    RETURN relation, inside
  }
  WITH DISTINCT relation, inside, startNode(relation) AS origin, endNode(relation) AS target
  RETURN {source_id: origin.id, target_id: target.id, source: origin.name, target: target.name,
          inside: inside, relation_type: relation.relation_type, description: relation.description,
          weight: coalesce(relation.weight, 1.0), evidence: coalesce(relation.evidence, []),
          rank: COUNT { (origin)-[:RELATED]-() } + COUNT { (target)-[:RELATED]-() }}
} AS relations,
COLLECT {
  UNWIND chosen AS entity
  CALL (entity) {
    MATCH (entity)-[:IN_COMMUNITY]->(community:Community)
    WHERE community.title IS NOT NULL AND community.size > 1
    RETURN community ORDER BY abs(community.level - $level), community.level, community.id LIMIT 1
  }
  WITH community, collect(entity.id) AS members
  ORDER BY size(members) DESC, coalesce(community.rating, 0.0) DESC, community.id LIMIT $reports
  RETURN {id: community.id, title: community.title, content: coalesce(community.full_content, community.summary), members: members,
          outdated: community.outdated IS NOT NULL,
          above: [(community)-[:CHILD_OF*1..]->(parent:Community) | parent.id]}
} AS reports,
COLLECT {
  UNWIND chosen AS entity
  MATCH (entity)<-[:CONCERNS]-(claim:Claim)
  WITH claim, count(DISTINCT entity) AS matches
  ORDER BY matches DESC, claim.id LIMIT $claims
  RETURN {id: claim.id, type: claim.type, status: claim.status, description: claim.description,
          subject: head(COLLECT { MATCH (claim)-[concern:CONCERNS]->(subject)
            WHERE concern.role = 'subject' RETURN subject.name }),
          object: head(COLLECT { MATCH (claim)-[concern:CONCERNS]->(object)
            WHERE concern.role = 'object' RETURN object.name })}
} AS claims,
COLLECT {
  CALL (chosen) {
    UNWIND chosen AS entity
    CALL (entity) {
      MATCH (entity)-[relation:RELATED]-(other:Entity)
      RETURN relation ORDER BY coalesce(relation.weight, 1.0) DESC, relation.relation_type,
             other.id LIMIT $relations
    }
    WITH DISTINCT relation
    UNWIND relation.evidence AS statement
    MATCH (:Statement {id: statement})-[:MENTIONED_IN]->(chunk:Chunk)
    RETURN chunk, count(DISTINCT relation) AS supports, 0 AS mentions
  UNION ALL
    UNWIND chosen AS entity
    CALL (entity) { MATCH (entity)<-[:MENTIONS]-(statement:Statement)
      RETURN statement LIMIT $mentions }
    MATCH (statement)-[:MENTIONED_IN]->(chunk:Chunk)
    RETURN chunk, 0 AS supports, count(DISTINCT entity) AS mentions
  UNION ALL
    UNWIND chosen AS entity
    CALL (entity) { MATCH (entity)<-[:MENTIONS|ABOUT]-(chunk:Chunk) RETURN chunk LIMIT $mentions }
    RETURN chunk, 0 AS supports, count(DISTINCT entity) AS mentions
  UNION ALL
    UNWIND $chunks AS id
    MATCH (chunk:Chunk {id: id})
    RETURN chunk, 0 AS supports, 0 AS mentions
  }
  WITH chunk, max(supports) AS supports, max(mentions) AS mentions,
       coalesce(vector.similarity.cosine(chunk.embedding, $vector), 0.0) AS near
  ORDER BY supports DESC, mentions DESC, near DESC, chunk.id LIMIT $sources
  MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
  RETURN {id: chunk.id, text: chunk.text, n_tokens: chunk.n_tokens, start: nullIf(chunk.start, -1),
          end: nullIf(chunk.end, -1), uri: source.uri, title: source.title, place: chunk.place}
  ORDER BY supports DESC, mentions DESC, near DESC, chunk.id
} AS sources
