// Per community at most $limit statements, those that mention most of its entities first.
UNWIND $ids AS id
MATCH (c:Community {id: id})
CALL (c) {
  MATCH (c)<-[:IN_COMMUNITY]-(e:Entity)<-[:MENTIONS]-(s:Statement)
  WITH s, collect(DISTINCT e.id) AS mentions
  ORDER BY size(mentions) DESC, s.text, s.id
  LIMIT $limit
  RETURN s.id AS statement, s.text AS text, mentions
}
RETURN c.id AS community, statement AS id, text, mentions
