// Per community at most $limit statements, those that mention most of its entities first.
UNWIND $ids AS id
MATCH (community:Community {id: id})
CALL (community) {
  MATCH (community)<-[:IN_COMMUNITY]-(entity:Entity)<-[:MENTIONS]-(statement:Statement)
  WITH statement, collect(DISTINCT entity.id) AS mentions
  ORDER BY size(mentions) DESC, statement.text, statement.id
  LIMIT $limit
  RETURN statement.id AS statement, statement.text AS text, mentions
}
RETURN community.id AS community, statement AS id, text, mentions
