// Eager: a relationship may be reached from both its ends. Relationships by element id.
UNWIND $ids AS id
MATCH ()-[link]->()
WHERE elementId(link) = id
DELETE link
