// Reports without the findings that rest on nothing any more. They are to be written anew, also if
// what is gone comes back.
UNWIND $rows AS row
MATCH (community:Community {id: row.id})
SET community.findings = row.findings, community.evidence = row.evidence,
    community.full_content = row.full_content, community.input_hash = null,
    community.outdated = true
