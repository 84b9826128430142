// Eager: what goes is found before anything goes. Nodes by element id, with all their relationships.
UNWIND $ids AS id
MATCH (node)
WHERE elementId(node) = id
DETACH DELETE node
