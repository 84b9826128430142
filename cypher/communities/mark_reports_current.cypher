// Reports that were looked at and still say what the graph says.
UNWIND $ids AS id
MATCH (c:Community {id: id})
REMOVE c.outdated
