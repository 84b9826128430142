// Files, folders and the rows of a table are found by the beginning of their URIs.
CREATE INDEX source_uri IF NOT EXISTS FOR (n:Source) ON (n.uri);
