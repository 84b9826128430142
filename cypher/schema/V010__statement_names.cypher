// What a statement begins with finds those that say the same elsewhere.
CREATE INDEX statement_name IF NOT EXISTS FOR (n:Statement) ON (n.name);
