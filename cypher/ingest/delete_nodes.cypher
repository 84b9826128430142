// Eager: what goes is found before anything goes. Nodes by element id, with all their relationships.
UNWIND $ids AS id
MATCH (n)
WHERE elementId(n) = id
DETACH DELETE n
