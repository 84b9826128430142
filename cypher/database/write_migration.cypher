// Remembers that a schema file was applied, and with which text.
MERGE (m:__SchemaMigration {version: $version})
ON CREATE SET m.description = $description, m.checksum = $checksum, m.applied_at = datetime()
