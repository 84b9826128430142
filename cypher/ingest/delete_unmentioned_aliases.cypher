// Eager: what goes is found before anything goes. Merges of entities that nothing mentions any
// more; what stays of them is what other names say.
UNWIND $ids AS id
MATCH (alias:Alias)-[:MERGED_INTO]->(entity:Entity {id: id})
WHERE NOT EXISTS { (entity)<-[mention:MENTIONS|ABOUT|CONCERNS]-()
  WHERE mention.merged_from = alias.id }
DETACH DELETE alias
