// What the chosen chunks say: their statements with nearness to the question (0 where the vector is
// still to come), topic, place in the source's text (the chunk's where their own is unknown; null
// where that is, too), whether $many_sources sources or more say the same (of $alike statements that
// begin alike), and (if $include_facts) the facts they support; one row per chunk.
UNWIND $chunks AS id
MATCH (chunk:Chunk {id: id})-[:FROM_SOURCE]->(source:Source)
MATCH (chunk)<-[mention:MENTIONED_IN]-(statement:Statement)-[:BELONGS_TO]->(topic:Topic)
CALL (statement, source) {
  MATCH (other:Statement {name: statement.name})
  WITH other LIMIT $alike
  WHERE other.text = statement.text AND other <> statement
  MATCH (other)-[:MENTIONED_IN]->(:Chunk)-[:FROM_SOURCE]->(elsewhere:Source)
  WHERE elsewhere <> source
  WITH DISTINCT elsewhere LIMIT $many_sources
  RETURN count(*) + 1 >= $many_sources AS is_repeated
}
WITH chunk, source, statement, topic, mention, is_repeated,
     CASE WHEN mention.start >= 0 THEN mention ELSE chunk END AS place
WITH chunk, source, collect({
  id: statement.id, text: statement.text, words: coalesce(statement.resolved, statement.text),
  near: coalesce(vector.similarity.cosine(statement.embedding, $vector), 0.0)
    - CASE WHEN chunk.own IS NOT NULL AND statement.text STARTS WITH '> '
           THEN $quoted ELSE 0.0 END,
  is_repeated: is_repeated,
  start: nullIf(place.start, -1), end: nullIf(place.end, -1),
  place: coalesce(mention.place, chunk.place),
  topic_id: topic.id, topic: topic.name,
  facts: CASE WHEN $include_facts THEN COLLECT { MATCH (fact:Fact)-[:SUPPORTS]->(statement)
    RETURN fact.text }
              ELSE [] END
}) AS statements
RETURN chunk.id AS chunk, chunk.position AS position, chunk.section AS section,
       chunk.start AS start, chunk.end AS end, properties(source) AS source, statements
