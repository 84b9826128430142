// What the chosen chunks say: their statements with nearness to the question, topic, place in the
// source's text (the chunk's where their own is unknown; null where that is, too), and (if
// $include_facts) the facts they support; one row per chunk.
UNWIND $chunks AS id
MATCH (c:Chunk {id: id})-[:FROM_SOURCE]->(source:Source)
MATCH (c)<-[m:MENTIONED_IN]-(s:Statement)-[:BELONGS_TO]->(t:Topic)
WITH c, source, s, t, m, CASE WHEN m.start >= 0 THEN m ELSE c END AS place
WITH c, source, collect({
  id: s.id, text: s.text, words: coalesce(s.resolved, s.text),
  near: vector.similarity.cosine(s.embedding, $vector),
  start: nullIf(place.start, -1), end: nullIf(place.end, -1), place: coalesce(m.place, c.place),
  topic_id: t.id, topic: t.name,
  facts: CASE WHEN $include_facts THEN COLLECT { MATCH (f:Fact)-[:SUPPORTS]->(s) RETURN f.text }
              ELSE [] END
}) AS statements
RETURN c.id AS chunk, c.position AS position, c.section AS section, c.start AS start, c.end AS end,
       properties(source) AS source, statements
