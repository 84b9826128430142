// Rows of tables that others were put before: the texts are the same, and stand elsewhere now.
UNWIND $rows AS row
MATCH (s:Source {id: row.id})
SET s.record_place = row.place
WITH s, row
MATCH (s)<-[:FROM_SOURCE]-(c:Chunk)
SET c.place = row.place
WITH c, row
MATCH (c)<-[m:MENTIONED_IN]-(:Statement) WHERE m.place IS NOT NULL
SET m.place = row.place
