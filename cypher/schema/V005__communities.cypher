// Communities by level and by text; $dimensions is the length of the embedding model's vectors.
CREATE CONSTRAINT community_id IF NOT EXISTS FOR (n:Community) REQUIRE n.id IS UNIQUE;
CREATE INDEX community_level IF NOT EXISTS FOR (n:Community) ON (n.level);
CREATE VECTOR INDEX community_embedding IF NOT EXISTS FOR (n:Community) ON (n.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}};
CREATE FULLTEXT INDEX community_text IF NOT EXISTS FOR (n:Community) ON EACH [n.title, n.full_content]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
