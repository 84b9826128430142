// Reports with their vectors. findings is JSON, evidence the ids of the statements behind them,
// full_content Markdown, name the caption in Browser.
UNWIND $rows AS row
MATCH (c:Community {id: row.id})
SET c.title = row.title, c.name = row.title, c.summary = row.summary, c.rating = row.rating,
    c.rating_explanation = row.rating_explanation, c.findings = row.findings, c.evidence = row.evidence,
    c.full_content = row.full_content, c.written_by = row.written_by,
    c.input_hash = row.input_hash, c.embedding_key = row.embedding_key, c.outdated = null
WITH c, row
CALL db.create.setNodeVectorProperty(c, 'embedding', row.embedding)
