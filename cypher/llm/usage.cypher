// What LLM calls used so far, by purpose. cost: USD; unpriced: calls whose price is not known.
MATCH (usage:__Usage)
RETURN usage.stage AS stage, sum(usage.calls) AS calls, sum(usage.unpriced) AS unpriced,
       sum(usage.tokens_in) AS tokens_in, sum(usage.tokens_out) AS tokens_out,
       sum(usage.cost) AS cost
ORDER BY stage
