// Pairs of entities that somebody says are not the same.
UNWIND $rows AS row
MERGE (k:DistinctPair {id: row.id})
SET k.name = row.name, k.one = row.one, k.other = row.other, k.at = datetime()
