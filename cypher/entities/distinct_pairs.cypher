// Pairs of entities that somebody took apart.
MATCH (k:DistinctPair)
RETURN k.id AS id, k.one AS one, k.other AS other
