// Pairs of entities that somebody says are not the same.
UNWIND $rows AS row
MERGE (pair:DistinctPair {id: row.id})
SET pair.name = row.name, pair.one = row.one, pair.other = row.other, pair.at = datetime()
