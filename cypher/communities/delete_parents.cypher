// Eager: what goes is found before anything goes. Communities of the top level have no parent.
UNWIND $ids AS id
MATCH (:Community {id: id})-[old:CHILD_OF]->(:Community)
DELETE old
