// A source by its id, its URI ($ids) or another of its names, and its chunks that reach into the
// characters from $start to $stop, in reading order; a chunk that nobody could place starts at -1.
CALL () {
  UNWIND $ids AS id MATCH (s:Source {id: id}) RETURN s
  UNION MATCH (s:Source) WHERE s.alias_count > 0 AND $name IN s.aliases RETURN s
}
RETURN s {.*} AS source,
       COLLECT {
         MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)
         WHERE 0 <= c.start < $stop AND (c.end > $start OR c.start + size(c.text) > $start)
         RETURN c {.id, .title, .text, .start, .place} ORDER BY c.start, c.position, c.id
       } AS chunks,
       COUNT { (s)<-[:FROM_SOURCE]-(c:Chunk) WHERE c.start < 0 } AS unplaced,
       EXISTS {
         (s)<-[:FROM_SOURCE]-(c:Chunk)
         WHERE c.start >= $stop OR (c.start >= 0 AND c.start + size(c.text) > $stop)
       } AS has_more
