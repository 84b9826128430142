// Eager: a node that was deleted is not read again. Pairs that are one after all.
UNWIND $ids AS id
MATCH (pair:DistinctPair {id: id})
DELETE pair
