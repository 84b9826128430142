// The chunks of these sources in reading order, with what is known of the sources.
UNWIND $ids AS id
MATCH (s:Source {id: id})
OPTIONAL MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)
WITH s, c ORDER BY c.position
RETURN s.id AS source_id, s.uri AS uri, s.title AS source_title, s.fingerprint AS fingerprint,
       collect(c {.id, .title, .text, .position}) AS chunks
