// Reports that were looked at and still say what the graph says.
UNWIND $ids AS id
MATCH (community:Community {id: id})
REMOVE community.outdated
