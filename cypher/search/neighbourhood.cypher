// What surrounds the chosen entities ($ids), all in one row: the entities with their number of
// relations as rank; relations in stored direction, those between two of them first, at most
// $relations an entity; reports of their communities nearest to $level; claims on them; and
// chunks, those ($chunks) given included, by the number of relations that they support.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WITH collect(entity) AS chosen
RETURN COLLECT {
  UNWIND chosen AS entity
  RETURN {id: entity.id, name: entity.name, type: entity.type, description: entity.description,
          rank: COUNT { (entity)-[:RELATED]-() }}
} AS entities,
COLLECT {
  UNWIND chosen AS entity
  CALL (entity, chosen) {
    MATCH (entity)-[r:RELATED]-(other:Entity)
    WITH r, other.id AS other, other IN chosen AS inside
    ORDER BY inside DESC, coalesce(r.weight, 1.0) DESC, r.relation_type, other
    LIMIT $relations
    RETURN r, inside
  }
  WITH DISTINCT r, inside, startNode(r) AS a, endNode(r) AS b
  RETURN {source_id: a.id, target_id: b.id, source: a.name, target: b.name, inside: inside,
          relation_type: r.relation_type, description: r.description,
          weight: coalesce(r.weight, 1.0), evidence: coalesce(r.evidence, []),
          rank: COUNT { (a)-[:RELATED]-() } + COUNT { (b)-[:RELATED]-() }}
} AS relations,
COLLECT {
  UNWIND chosen AS entity
  CALL (entity) {
    MATCH (entity)-[:IN_COMMUNITY]->(c:Community)
    WHERE c.title IS NOT NULL AND c.size > 1
    RETURN c ORDER BY abs(c.level - $level), c.level, c.id LIMIT 1
  }
  WITH c, collect(entity.id) AS members
  ORDER BY size(members) DESC, coalesce(c.rating, 0.0) DESC, c.id LIMIT $reports
  RETURN {id: c.id, title: c.title, content: coalesce(c.full_content, c.summary), members: members,
          above: [(c)-[:CHILD_OF*1..]->(parent:Community) | parent.id]}
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
      MATCH (entity)-[r:RELATED]-(other:Entity)
      RETURN r ORDER BY coalesce(r.weight, 1.0) DESC, r.relation_type, other.id LIMIT $relations
    }
    WITH DISTINCT r
    UNWIND r.evidence AS statement
    MATCH (:Statement {id: statement})-[:MENTIONED_IN]->(c:Chunk)
    RETURN c, count(DISTINCT r) AS supports, 0 AS mentions
  UNION ALL
    UNWIND chosen AS entity
    CALL (entity) { MATCH (entity)<-[:MENTIONS]-(statement:Statement)
      RETURN statement LIMIT $mentions }
    MATCH (statement)-[:MENTIONED_IN]->(c:Chunk)
    RETURN c, 0 AS supports, count(DISTINCT entity) AS mentions
  UNION ALL
    UNWIND chosen AS entity
    CALL (entity) { MATCH (entity)<-[:MENTIONS|ABOUT]-(c:Chunk) RETURN c LIMIT $mentions }
    RETURN c, 0 AS supports, count(DISTINCT entity) AS mentions
  UNION ALL
    UNWIND $chunks AS chunk
    MATCH (c:Chunk {id: chunk})
    RETURN c, 0 AS supports, 0 AS mentions
  }
  WITH c, max(supports) AS supports, max(mentions) AS mentions,
       coalesce(vector.similarity.cosine(c.embedding, $vector), 0.0) AS near
  ORDER BY supports DESC, mentions DESC, near DESC, c.id LIMIT $sources
  MATCH (c)-[:FROM_SOURCE]->(source:Source)
  RETURN {id: c.id, text: c.text, n_tokens: c.n_tokens, start: nullIf(c.start, -1),
           end: nullIf(c.end, -1),
          uri: source.uri, title: source.title, place: c.place}
  ORDER BY supports DESC, mentions DESC, near DESC, c.id
} AS sources
