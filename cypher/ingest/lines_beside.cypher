// Those of these sources that another engine said something of, beside our own extraction.
UNWIND $ids AS id
MATCH (source:Source {id: id})
WHERE EXISTS { (source)<-[:FROM_SOURCE]-(:Chunk)<-[:MENTIONED_IN]-(said:Topic|Claim)
               WHERE said.origin = 'handover' }
RETURN source.id AS id
