// Eager: each mark is compared before any is removed. Derived and embedded, unless new
// evidence came meanwhile (then the mark is another).
UNWIND $rows AS row
MATCH (entity:Entity {id: row.id})
WHERE entity.dirty = row.dirty
REMOVE entity.dirty
