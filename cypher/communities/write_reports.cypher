// Reports with their vectors. findings is JSON, evidence the ids of the statements behind them,
// full_content Markdown, name the caption in Browser.
UNWIND $rows AS row
MATCH (community:Community {id: row.id})
SET community.title = row.title, community.name = row.title, community.summary = row.summary,
    community.rating = row.rating, community.rating_explanation = row.rating_explanation,
    community.findings = row.findings, community.evidence = row.evidence,
    community.full_content = row.full_content, community.written_by = row.written_by,
    community.input_hash = row.input_hash, community.embedding_key = row.embedding_key,
    community.outdated = null
WITH community, row
CALL db.create.setNodeVectorProperty(community, 'embedding', row.embedding)
