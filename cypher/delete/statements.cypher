// Eager: what goes is found before anything goes. Statements and topics of these sources
// (their parent is the source, so nobody shares them).
UNWIND $ids AS id
MATCH (:Source {id: id})<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(x:Statement|Topic)
WITH DISTINCT x
DETACH DELETE x
