// Eager: a relationship may be reached from both its ends. Relationships by element id.
UNWIND $ids AS id
MATCH ()-[r]->()
WHERE elementId(r) = id
DELETE r
