// The schema files that were applied, in order.
MATCH (migration:__SchemaMigration)
RETURN migration.version AS version, migration.description AS description,
       migration.checksum AS checksum, toString(migration.applied_at) AS applied_at
ORDER BY version
