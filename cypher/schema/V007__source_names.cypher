// Files, folders and the rows of a table are found by the beginning of their URIs; a whole URI may
// be too long for an index.
MATCH (n:Source) SET n.uri_start = left(n.uri, 400);
CREATE INDEX source_uri_start IF NOT EXISTS FOR (n:Source) ON (n.uri_start);
