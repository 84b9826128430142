// The graph to cluster, in the catalog of GDS. Its nodes are numbers, which come first and in order;
// $neighbours[n] are those above n that are joined to n, $weights[n] how strongly.
CALL () {
  UNWIND range(0, size($neighbours) - 1) AS source
  RETURN source, null AS target, null AS properties
UNION ALL
  UNWIND range(0, size($neighbours) - 1) AS source
  UNWIND range(0, size($neighbours[source]) - 1) AS at
  RETURN source, $neighbours[source][at] AS target, {weight: $weights[source][at]} AS properties
}
RETURN gds.graph.project($graph, source, target, {relationshipProperties: properties},
                         {readConcurrency: 1, undirectedRelationshipTypes: ['*']}) AS projected
