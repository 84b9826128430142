// Eager: what goes is found before anything goes. Merges of entities that nothing mentions any
// more; what stays of them is what other names say.
UNWIND $ids AS id
MATCH (a:Alias)-[:MERGED_INTO]->(e:Entity {id: id})
WHERE NOT EXISTS { (e)<-[m:MENTIONS|ABOUT|CONCERNS]-() WHERE m.merged_from = a.id }
DETACH DELETE a
