// Statements under their topic. text is verbatim, resolved is embedded where it says more;
// name is the caption in Neo4j Browser.
UNWIND $rows AS row
MATCH (topic:Topic {id: row.topic_id})
MERGE (statement:Statement {id: row.id})
SET statement.text = row.text, statement.resolved = row.resolved,
    statement.name = left(row.text, 60)
MERGE (statement)-[:BELONGS_TO]->(topic)
