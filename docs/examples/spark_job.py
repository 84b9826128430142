"""A Spark job of your own around the parts: make them on the cluster, then count in them there.

    spark-submit docs/examples/spark_job.py FOLDER OUT

``extract_parts`` uses the session that is open. A part has a row for each source and a column for
each kind of row in the graph (docs/scaling.md), so Spark can read it as it is: to look at it before
it is loaded, or to write it to a cluster or Aura by Neo4j's connector for Spark.
"""

from __future__ import annotations

import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from graphrag_neo4j import extract_parts


def named_most(spark: SparkSession, out: str) -> DataFrame:
    """Entities by the number of sources that name them."""
    sources = spark.read.parquet(f"{out}/part-*.parquet")
    mentions = sources.select("uri", f.explode("Statement-MENTIONS-Entity").alias("mention"))
    named = mentions.groupBy(f.col("mention.to").alias("id"))
    counted = named.agg(f.min("mention.name").alias("name"), f.countDistinct("uri").alias("n"))
    return counted.orderBy(f.desc("n"), "name")


def main() -> None:
    """Make parts of the files in FOLDER, and tell the names that most of them share."""
    folder, out = sys.argv[1:]
    spark = SparkSession.builder.appName("graphrag-neo4j").getOrCreate()
    print(extract_parts(folder, out=out, engine="spark").summary())
    for row in named_most(spark, out).limit(5).collect():
        print(row["name"], row["n"])
    spark.stop()


if __name__ == "__main__":
    main()
