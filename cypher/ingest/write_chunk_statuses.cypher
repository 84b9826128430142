// Whether a chunk was extracted ('done') or not (why: 'pending', or 'failed' and how often), and
// the records of the answer that could not be used.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.id})
SET c.status = row.status, c.reason = row.reason, c.attempts = row.attempts,
    c.quarantine = row.quarantine
