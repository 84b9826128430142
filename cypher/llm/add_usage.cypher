// Eager: all is locked before any is read; a dozen rows.
// Adds what LLM calls used to the running totals, one for each purpose.
UNWIND $rows AS row
MERGE (usage:__Usage {stage: row.stage})
SET usage.stage = row.stage
WITH usage, row
SET usage.calls = coalesce(usage.calls, 0) + row.calls,
    usage.unpriced = coalesce(usage.unpriced, 0) + row.unpriced,
    usage.tokens_in = coalesce(usage.tokens_in, 0) + row.tokens_in,
    usage.tokens_out = coalesce(usage.tokens_out, 0) + row.tokens_out,
    usage.cost = coalesce(usage.cost, 0.0) + row.cost
