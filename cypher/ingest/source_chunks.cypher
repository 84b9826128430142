// The chunks of these sources in reading order, with what is known of the sources.
UNWIND $ids AS id
MATCH (source:Source {id: id})
OPTIONAL MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
WITH source, chunk ORDER BY chunk.position
RETURN source.id AS source_id, source.uri AS uri, source.title AS source_title,
       source.fingerprint AS fingerprint, collect(chunk {.id, .title, .text, .position}) AS chunks
