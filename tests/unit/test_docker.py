"""What docker/ says agrees with the code: versions, ports, plugin, variables."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphrag_neo4j.cli import cli
from graphrag_neo4j.cli.app import App
from graphrag_neo4j.server.ports import USUAL
from graphrag_neo4j.server.releases import DEFAULT_LINE, RELEASES
from graphrag_neo4j.settings import Settings, variable_of

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker" / "compose.yaml"


@pytest.fixture(scope="module")
def services() -> Any:
    return yaml.safe_load(COMPOSE.read_text())["services"]


def test_the_image_is_the_local_servers_version(services: Any) -> None:
    assert services["neo4j"]["image"] == f"neo4j:{RELEASES[DEFAULT_LINE].neo4j}-community"
    assert services["neo4j"]["environment"]["NEO4J_PLUGINS"] == '["graph-data-science"]'
    assert (
        services["neo4j"]["environment"]["NEO4J_dbms_security_procedures_unrestricted"] == "gds.*"
    )


def test_ports_are_the_usual_ones_on_loopback(services: Any) -> None:
    assert set(services["neo4j"]["ports"]) == {
        f"127.0.0.1:{port}:{port}" for port in (USUAL.bolt, USUAL.http)
    }
    assert services["cli"]["environment"]["NEO4J_URI"] == f"bolt://neo4j:{USUAL.bolt}"


def test_the_password_has_no_default() -> None:
    uses = re.findall(r"\$\{NEO4J_PASSWORD[^}]*\}", COMPOSE.read_text())
    assert len(uses) == 2
    assert all(":?" in use for use in uses)


def test_every_setting_is_passed_on_and_none_that_is_unset(services: Any) -> None:
    known = {variable_of(name) for name in Settings.model_fields}
    for name in ("cli", "serve"):
        given = services[name]["environment"]
        assert set(given) == known | {"GRAPHRAG_CACHE"}
        ours = {"GRAPHRAG_CACHE", "GRAPHRAG_HOME", "GRAPHRAG_SERVE_TOKEN"}
        for variable in known - ours - {one for one in known if one.startswith("NEO4J_")}:
            assert given[variable] is None, f"{variable} is what the shell says, or not there"


def test_what_we_run_has_no_privileges_and_a_bound(services: Any) -> None:
    for name in ("cli", "serve"):
        service = services[name]
        assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["mem_limit"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        written = {volume.split(":")[1] for volume in service["volumes"] if volume[-3:] != ":ro"}
        assert written == {"/cache", "/state"}


def test_the_page_has_a_token_and_is_for_this_machine(services: Any) -> None:
    command = cli.commands["serve"]
    arguments = services["serve"]["command"]
    given = command.make_context("serve", arguments[1:], obj=App()).params
    assert services["serve"]["ports"] == [f"127.0.0.1:{given['port']}:{given['port']}"]
    assert ":?" in services["serve"]["environment"]["GRAPHRAG_SERVE_TOKEN"]


def test_named_volumes_are_declared(services: Any) -> None:
    declared = yaml.safe_load(COMPOSE.read_text())["volumes"]
    used = {v.split(":")[0] for s in services.values() for v in s["volumes"]}
    assert {name for name in used if re.fullmatch(r"\w+", name)} == set(declared)


def test_the_image_of_the_command_line_copies_what_exists_and_is_not_root() -> None:
    text = (ROOT / "docker" / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    assert text.index("USER graphrag") < text.index("ENTRYPOINT")


def test_docker_accepts_the_file() -> None:
    docker = shutil.which("docker")
    if not docker or subprocess.run([docker, "compose", "version"], capture_output=True).returncode:
        pytest.skip("needs docker with its compose plugin")
    command = [docker, "compose", "-f", str(COMPOSE), "config", "--quiet"]
    environment = dict(os.environ)
    environment.pop("NEO4J_PASSWORD", None)
    refused = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert refused.returncode != 0
    assert "set NEO4J_PASSWORD" in refused.stderr
    environment["NEO4J_PASSWORD"] = "long-enough"
    environment["GRAPHRAG_SERVE_TOKEN"] = "long-enough-for-a-token"
    subprocess.run(command, env=environment, check=True)
