// Names of entities that were merged into others, and pairs that never shall be.
CREATE CONSTRAINT alias_id IF NOT EXISTS FOR (n:Alias) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT kept_apart_id IF NOT EXISTS FOR (n:KeptApart) REQUIRE n.id IS UNIQUE;
