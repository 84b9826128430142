// Eager: what goes is found before anything goes. Communities that no detection finds any more, with their reports.
UNWIND $ids AS id
MATCH (c:Community {id: id})
DETACH DELETE c
