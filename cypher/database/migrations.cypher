// The schema files that were applied, in order.
MATCH (m:__SchemaMigration)
RETURN m.version AS version, m.description AS description, m.checksum AS checksum,
       toString(m.applied_at) AS applied_at
ORDER BY version
