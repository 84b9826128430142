// Eager: each mark is compared before any is removed. Derived and embedded, unless new
// evidence came meanwhile (then the mark is another).
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE e.dirty = row.dirty
REMOVE e.dirty
