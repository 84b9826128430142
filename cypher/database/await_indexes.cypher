// Waits until all indexes are online, $seconds at most.
CALL db.awaitIndexes($seconds)
