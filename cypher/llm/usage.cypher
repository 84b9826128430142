// What LLM calls used so far, by purpose. cost: USD; unpriced: calls whose price is not known.
MATCH (u:__Usage)
RETURN u.stage AS stage, sum(u.calls) AS calls, sum(u.unpriced) AS unpriced,
       sum(u.tokens_in) AS tokens_in, sum(u.tokens_out) AS tokens_out, sum(u.cost) AS cost
ORDER BY stage
