// Eager: all reports are read before any is written; a batch is small.
// A community of one sub-community with the same members has its report.
UNWIND $rows AS row
MATCH (c:Community {id: row.to})
CALL (row) { MATCH (s:Community {id: row.from}) WHERE s.title IS NOT NULL RETURN s }
SET c.title = s.title, c.name = s.title, c.summary = s.summary, c.rating = s.rating,
    c.rating_explanation = s.rating_explanation, c.findings = s.findings, c.evidence = s.evidence,
    c.full_content = s.full_content, c.written_by = s.written_by,
    c.input_hash = s.input_hash, c.embedding_key = s.embedding_key, c.outdated = null
WITH c, s
CALL db.create.setNodeVectorProperty(c, 'embedding', s.embedding)
