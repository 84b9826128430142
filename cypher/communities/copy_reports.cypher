// Eager: all reports are read before any is written; a batch is small.
// A community of one sub-community with the same members has its report.
UNWIND $rows AS row
MATCH (community:Community {id: row.to})
CALL (row) { MATCH (part:Community {id: row.from}) WHERE part.title IS NOT NULL RETURN part }
SET community.title = part.title, community.name = part.title, community.summary = part.summary,
    community.rating = part.rating, community.rating_explanation = part.rating_explanation,
    community.findings = part.findings, community.evidence = part.evidence,
    community.full_content = part.full_content, community.written_by = part.written_by,
    community.input_hash = part.input_hash, community.embedding_key = part.embedding_key,
    community.outdated = null
WITH community, part
CALL db.create.setNodeVectorProperty(community, 'embedding', part.embedding)
