// Eager: what goes is found before anything goes. Entities that nothing mentions any more.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE NOT EXISTS { (e)<-[:MENTIONS|ABOUT|CONCERNS]-() }
DETACH DELETE e
