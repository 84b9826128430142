// Eager: all weights are compared before any is set.
// How much more often than by chance two entities are named together, 0 to 1: the chunks that name
// both over the geometric mean of those that name each (the cosine of where they occur; its
// logarithm is half of PMI², Daille 1994). It needs no size of the graph, so a new document changes
// only what it names. Names that share only a chunk, never a statement, count a quarter.
UNWIND $ids AS id
MATCH (entity:Entity {id: id})-[pair:CO_OCCURS_WITH]-(other:Entity)
WITH pair, CASE pair.within WHEN 'statement' THEN 1.0 ELSE 0.25 END * pair.chunks
           / sqrt(entity.chunk_count * other.chunk_count) AS weight
WHERE pair.weight IS NULL OR pair.weight <> weight
SET pair.weight = weight
