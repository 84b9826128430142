// Identity: each record is known by the hash of its content, and MERGE locks on that key.
CREATE CONSTRAINT source_id IF NOT EXISTS FOR (n:Source) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT chunk_id IF NOT EXISTS FOR (n:Chunk) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT topic_id IF NOT EXISTS FOR (n:Topic) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT statement_id IF NOT EXISTS FOR (n:Statement) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT fact_id IF NOT EXISTS FOR (n:Fact) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
// Two names of one text; sources that have more than one name; entities waiting to be derived.
CREATE INDEX source_content_hash IF NOT EXISTS FOR (n:Source) ON (n.content_hash);
CREATE INDEX source_aliases IF NOT EXISTS FOR (n:Source) ON (n.aliases);
CREATE INDEX entity_todo IF NOT EXISTS FOR (n:Entity) ON (n.todo);
