// Names that need no looking up, for graphs of before, too: todo -> dirty, df -> chunk_count,
// was -> merged_from, copies -> alias_count, KeptApart -> DistinctPair. In batches, so that the
// size of a graph does not count; what was interrupted is done again, and changes nothing twice.
DROP INDEX entity_todo IF EXISTS;
DROP INDEX fact_todo IF EXISTS;
DROP INDEX source_copies IF EXISTS;
DROP CONSTRAINT kept_apart_id IF EXISTS;
CREATE INDEX entity_dirty IF NOT EXISTS FOR (n:Entity) ON (n.dirty);
CREATE INDEX fact_dirty IF NOT EXISTS FOR (n:Fact) ON (n.dirty);
CREATE INDEX source_alias_count IF NOT EXISTS FOR (n:Source) ON (n.alias_count);
CREATE CONSTRAINT distinct_pair_id IF NOT EXISTS FOR (n:DistinctPair) REQUIRE n.id IS UNIQUE;
MATCH (e:Entity)
CALL (e) {
  SET e.dirty = coalesce(e.todo, e.dirty), e.chunk_count = coalesce(e.df, e.chunk_count),
      e.todo = null, e.df = null
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (f:Fact)
CALL (f) {
  SET f.dirty = coalesce(f.todo, f.dirty), f.todo = null
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (s:Source)
CALL (s) {
  SET s.alias_count = coalesce(s.copies, s.alias_count), s.copies = null
} IN TRANSACTIONS OF 10000 ROWS;
MATCH ()-[r:MENTIONS|ABOUT|CONCERNS|SUBJECT|OBJECT]->()
CALL (r) {
  WITH r WHERE r.was IS NOT NULL
  SET r.merged_from = r.was, r.was = null
} IN TRANSACTIONS OF 10000 ROWS;
MATCH (p:KeptApart)
CALL (p) {
  SET p:DistinctPair
  REMOVE p:KeptApart
} IN TRANSACTIONS OF 10000 ROWS;
