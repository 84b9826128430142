// Eager: each mark is compared before any is removed. Derived and embedded, unless new
// evidence came meanwhile (then the mark is another). An entity is found by its id: many have the
// same mark, and the index of marks, which coalesce keeps out, would find them all for each.
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE coalesce(entity.dirty, '') = row.dirty
REMOVE entity.dirty
