// Pairs of entities that somebody took apart.
MATCH (k:KeptApart)
RETURN k.id AS id, k.one AS one, k.other AS other
