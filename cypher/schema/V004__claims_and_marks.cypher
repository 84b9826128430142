// Claims; facts waiting to be derived; one holder of each lock.
CREATE CONSTRAINT claim_id IF NOT EXISTS FOR (n:Claim) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT lock_name IF NOT EXISTS FOR (n:__Lock) REQUIRE n.name IS UNIQUE;
CREATE INDEX fact_todo IF NOT EXISTS FOR (n:Fact) ON (n.todo);
// A list of many URIs does not fit into an index entry; their number does.
DROP INDEX source_aliases IF EXISTS;
CREATE INDEX source_copies IF NOT EXISTS FOR (n:Source) ON (n.copies);
