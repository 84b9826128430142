// Eager: all is locked before any is read; a dozen rows.
// Adds what LLM calls used to the running totals, one for each purpose.
UNWIND $rows AS row
MERGE (u:__Usage {stage: row.stage})
SET u.stage = row.stage
WITH u, row
SET u.calls = coalesce(u.calls, 0) + row.calls,
    u.unpriced = coalesce(u.unpriced, 0) + row.unpriced,
    u.tokens_in = coalesce(u.tokens_in, 0) + row.tokens_in,
    u.tokens_out = coalesce(u.tokens_out, 0) + row.tokens_out,
    u.cost = coalesce(u.cost, 0.0) + row.cost
