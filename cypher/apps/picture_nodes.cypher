// Entities by id, to be drawn.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})
RETURN entity.id AS id, entity.name AS name, entity.type AS type, entity.description AS description
