// Eager: what goes is found before anything goes. Entities that nothing mentions any more.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
WHERE NOT EXISTS { (entity)<-[:MENTIONS|ABOUT|CONCERNS]-() }
DETACH DELETE entity
