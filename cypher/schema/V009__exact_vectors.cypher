// Vector indexes that keep vectors as they are. By default the server rounds them to a byte a
// number, which misplaces scores by up to 0.02 and loses one in ten of the nearest until an index
// is made anew. $dimensions is the length of the embedding model's vectors.
DROP INDEX chunk_embedding IF EXISTS;
CREATE VECTOR INDEX chunk_embedding IF NOT EXISTS FOR (n:Chunk) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false}};
DROP INDEX statement_embedding IF EXISTS;
CREATE VECTOR INDEX statement_embedding IF NOT EXISTS FOR (n:Statement) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false}};
DROP INDEX entity_embedding IF EXISTS;
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS FOR (n:Entity) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false}};
DROP INDEX community_embedding IF EXISTS;
CREATE VECTOR INDEX community_embedding IF NOT EXISTS FOR (n:Community) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false}};
