// Statements under their topic. text is verbatim, resolved is embedded where it says more;
// name is the caption in Neo4j Browser.
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic_id})
MERGE (s:Statement {id: row.id})
SET s.text = row.text, s.resolved = row.resolved, s.name = left(row.text, 60)
MERGE (s)-[:BELONGS_TO]->(t)
