// Pairs of entities that somebody took apart.
MATCH (pair:DistinctPair)
RETURN pair.id AS id, pair.one AS one, pair.other AS other
