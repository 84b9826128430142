// Remembers that a schema file was applied, and with which text.
MERGE (migration:__SchemaMigration {version: $version})
ON CREATE SET migration.description = $description, migration.checksum = $checksum,
              migration.applied_at = datetime()
