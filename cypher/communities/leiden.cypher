// Leiden on the graph $graph in the catalog of GDS: for each of its nodes, in order, the community
// on each level, finest first; $page nodes in a row. With more than one thread, GDS gives other
// communities each time.
CALL gds.leiden.stream($graph, {
  relationshipWeightProperty: 'weight', gamma: $gamma, theta: $theta, tolerance: $tolerance,
  maxLevels: $max_levels, randomSeed: $random_seed, concurrency: 1,
  includeIntermediateCommunities: true
}) YIELD nodeId, intermediateCommunityIds
WITH nodeId, intermediateCommunityIds AS levels ORDER BY nodeId
WITH collect(levels) AS nodes
UNWIND range(0, size(nodes) - 1, $page) AS first
RETURN nodes[first..first + $page] AS communities
