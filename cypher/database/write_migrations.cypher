// Remembers that schema files were applied, and with which text.
UNWIND $rows AS row
MERGE (migration:__SchemaMigration {version: row.version})
ON CREATE SET migration.description = row.description, migration.checksum = row.checksum,
              migration.applied_at = datetime()
