// Takes a lock until the transaction ends; it is rolled back, so no node is ever left.
MERGE (lock:__Lock {name: $name})
SET lock.held = true
