// Whether a chunk was extracted ('done') or not (why: 'pending', or 'failed' and how often), and
// the records of the answer that could not be used.
UNWIND $rows AS row
MATCH (chunk:Chunk {id: row.id})
SET chunk.status = row.status, chunk.reason = row.reason, chunk.attempts = row.attempts,
    chunk.quarantine = row.quarantine
