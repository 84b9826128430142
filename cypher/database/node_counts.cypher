// Nodes of each label, from the count store: no node is read. Sources are the example.
MATCH (n:Source /* label */)
WITH count(n) AS n
RETURN 'Source' /* label */ AS label, n
