"""The local Neo4j server: provisioned from locked jars, one server per home, no Docker.

info = LocalServer(Path("my-graph")).start()
driver = GraphDatabase.driver(info.bolt_uri, auth=(info.username, info.password))
"""

from graphrag_neo4j.server.info import ServerInfo, ServerStatus
from graphrag_neo4j.server.process import LocalServer

__all__ = ["LocalServer", "ServerInfo", "ServerStatus"]
