// Eager: what goes is found before anything goes. Communities that no detection finds any more, with their reports.
UNWIND $ids AS id
MATCH (community:Community {id: id})
DETACH DELETE community
