// How strongly entities that are named together are tied: their number of chunks times the weight.
// A pair has no direction, so it comes once, with the entity whose id comes first.
MATCH (one:Entity)-[pair:CO_OCCURS_WITH]-(other:Entity)
WHERE one.id < other.id
WITH one, other.id AS other, max(pair.chunks * pair.weight) AS tie
RETURN one.id AS id, collect(other) AS others, collect(tie) AS weights
