// A source by its id, its URI ($ids) or another of its names, and its chunks that reach into the
// characters from $start to $stop, in reading order; a chunk that nobody could place starts at -1.
CALL () {
  UNWIND $ids AS id MATCH (source:Source {id: id}) RETURN source
  UNION MATCH (source:Source) WHERE source.alias_count > 0 AND $name IN source.aliases RETURN source
}
RETURN source {.*} AS source,
       COLLECT {
         MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
         WHERE 0 <= chunk.start < $stop
           AND (chunk.end > $start OR chunk.start + size(chunk.text) > $start)
         RETURN chunk {.id, .title, .text, .start, .place} ORDER BY chunk.start, chunk.position,
                chunk.id
       } AS chunks,
       COUNT { (source)<-[:FROM_SOURCE]-(chunk:Chunk) WHERE chunk.start < 0 } AS unplaced,
       EXISTS {
         (source)<-[:FROM_SOURCE]-(chunk:Chunk)
         WHERE chunk.start >= $stop OR (chunk.start >= 0 AND chunk.start + size(chunk.text) > $stop)
       } AS has_more
