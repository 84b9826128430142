// Takes a lock until the transaction ends; it is rolled back, so no node is ever left.
MERGE (l:__Lock {name: $name})
SET l.held = true
