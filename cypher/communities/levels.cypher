// Per level: communities of more than one entity, the largest, entities that are alone (told of
// level 0 only), and reports that are fresh, stale (the graph under them changed since) or missing.
MATCH (community:Community)
WHERE community.id IS NOT NULL
WITH community.level AS level, community.size AS size, community.title IS NOT NULL AS written,
     community.outdated IS NOT NULL
     OR COUNT { (community)<-[:IN_COMMUNITY]-() } <> community.size AS stale
WITH level, size, written AND size > 1 AS written, stale
RETURN level, sum(CASE WHEN size > 1 THEN 1 ELSE 0 END) AS communities, max(size) AS largest,
       sum(CASE WHEN size = 1 THEN 1 ELSE 0 END) AS alone,
       sum(CASE WHEN written AND NOT stale THEN 1 ELSE 0 END) AS reports_fresh,
       sum(CASE WHEN written AND stale THEN 1 ELSE 0 END) AS reports_stale,
       sum(CASE WHEN written OR size = 1 THEN 0 ELSE 1 END) AS reports_missing
ORDER BY level
