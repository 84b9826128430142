"""Settings files: each setting a line that says the whole path to it, with its comment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear
from tests.support.rules import edges_in, read_by_rules, statements_in

YAML = """\
# Ports count from 8000

quoter:
  port: 8081   # behind the proxy
  hosts: [a, b]
  # in seconds
  # of the wall clock
  timeout: 12
  # limit: 5
  cache: # of prices
    kind: "red # blue"
jobs:
  - name: nightly
    args:
      - -x
      - -y  # loudly
  - run: |
      # no comment
      make all
empty: {}
base: &base {x: 1}
copy: *base
---
kind: Second
"""
INI = """\
; all of it

[ftp]
host = ftp.a.example ; in Oslo
; the bank is closed at night
send_at: 15:45
;port = 21
retries = 2
files =
    a.txt
    b.txt
passive
"""
TOML = """\
title = "A # b"  # said
[tool.lint]
select = [
  "E", # errors
  "F",
]
text = \"\"\"
one
two\"\"\"
[[jobs]]
when = 07:30:00
"""
TERRAFORM = """\
# The main database
resource "db" "main" {
  class = "db.r6" // large
  /* kept
     for long */
  days  = 21
  tags  = { team = "core" }
  zones = [
    "a",
    "b",
  ]
  label = "x-${lookup(var.a, "b")}"
  script = <<-EOT
    first { line }
    # no comment
  EOT
  rule {
    port = 443
  }
}
"""
NGINX = """\
worker_processes 4;
http {
    # photos of deliveries
    client_max_body_size 35m;
    log_format main '$remote_addr # x'
                    '$status';
    server {
        location ~ "^/a{2}" { proxy_pass http://${upstream}/; }
        internal;
    }
}
"""
CRONTAB = """\
CRON_TZ=UTC
# vacuum of the tables
30 3 * * * /opt/vacuum.sh --all
@daily /opt/report.sh
"""


def read(path: Path, text: str) -> Document:
    path.write_text(text, encoding="utf-8")
    (item,) = read_path(path)
    assert isinstance(item, Document), item
    return item


def lines(path: Path, text: str) -> list[str]:
    return read(path, text).text.split("\n\n")


def test_settings_of_yaml_have_their_paths_and_comments(tmp_path: Path) -> None:
    document = read(tmp_path / "app.yaml", YAML)
    assert document.text.split("\n\n") == [
        "# Ports count from 8000",
        "quoter > port: 8081 # behind the proxy",
        "quoter > hosts: a, b",
        "quoter > timeout: 12 # in seconds of the wall clock",
        "# limit: 5",
        "quoter > cache # of prices",
        "quoter > cache > kind: red # blue",
        "jobs > nightly > name: nightly",
        "jobs > nightly > args: -x",
        "jobs > nightly > args: -y # loudly",
        "jobs > 2 > run:\n# no comment\nmake all",
        "empty: {}",
        "base > x: 1",
        "copy: *base",
        "kind: Second",
    ]
    starts = {document.text[p.start :].partition("\n")[0]: p.name for p in document.places}
    assert starts["quoter > timeout: 12 # in seconds of the wall clock"] == "8"


def test_settings_of_ini_have_their_paths_and_comments(tmp_path: Path) -> None:
    assert lines(tmp_path / "bridge.ini", INI) == [
        "# all of it",
        "ftp > host: ftp.a.example # in Oslo",
        "ftp > send_at: 15:45 # the bank is closed at night",
        "# port = 21",
        "ftp > retries: 2",
        "ftp > files: a.txt b.txt",
        "ftp > passive",
    ]


def test_settings_of_toml_have_their_paths_and_comments(tmp_path: Path) -> None:
    assert lines(tmp_path / "a.toml", TOML) == [
        "title: A # b # said",
        "tool.lint > select: E # errors",
        "tool.lint > select: F",
        'tool.lint > text: """ one two"""',
        "jobs > when: 07:30:00",
    ]


def test_documents_of_yaml_with_the_same_settings_are_told_apart_by_kind_and_name(
    tmp_path: Path,
) -> None:
    text = """\
# for visitors
kind: Deployment
metadata: {name: gate}
spec: {replicas: 3}
---
kind: Deployment
metadata: {name: desk}
spec: {replicas: 8}
"""
    assert lines(tmp_path / "two.yaml", text) == [
        "Deployment gate > kind: Deployment # for visitors",
        "Deployment gate > metadata > name: gate",
        "Deployment gate > spec > replicas: 3",
        "Deployment desk > kind: Deployment",
        "Deployment desk > metadata > name: desk",
        "Deployment desk > spec > replicas: 8",
    ]


def test_documents_of_yaml_with_one_name_are_told_apart_by_namespace_or_number(
    tmp_path: Path,
) -> None:
    gate = "kind: Job\nmetadata: {name: gate, namespace: %s}\nn: %d\n"
    told = lines(tmp_path / "a.yaml", "---\n".join([gate % ("oslo", 1), gate % ("bern", 2)]))
    assert [line for line in told if " > n: " in line] == [
        "Job gate > oslo > n: 1",
        "Job gate > bern > n: 2",
    ]
    assert lines(tmp_path / "b.yaml", "port: 1\n---\nport: 2\n---\nname: gate\n") == [
        "1 > port: 1",
        "2 > port: 2",
        "gate > name: gate",
    ]


@pytest.mark.parametrize(
    "profile",
    ["spring: {config: {activate: {on-profile: night}}}", "spring.profiles: night"],
)
def test_a_profile_of_spring_names_its_document(tmp_path: Path, profile: str) -> None:
    told = lines(tmp_path / "application.yml", f"port: 80\n---\n{profile}\nport: 90\n")
    assert (told[0], told[-1]) == ("port: 80", "night > port: 90")


def test_values_in_an_array_of_toml_have_their_comments(tmp_path: Path) -> None:
    text = """\
name = "shed"
# what it needs
needs = [ # by name
  "pump>=2,#3",  # 1 leaks
  # only at night
  'lamp',
  5
] # no more
plain = [
  "a",
  "b",
]
pairs = [
  ["a", "b"], # both
]
"""
    assert lines(tmp_path / "a.toml", text)[1:-1] == [
        "needs # what it needs by name no more",
        "needs: pump>=2,#3 # 1 leaks",
        "needs: lamp # only at night",
        "needs: 5",
        'plain: [ "a", "b", ]',
    ]


def test_a_list_of_records_in_yaml_keeps_the_comments_within_it(tmp_path: Path) -> None:
    text = "- door: east\n  keeper: Mira Holt  # away until June\n- door: west\n  keeper: Bo Lind\n"
    assert lines(tmp_path / "a.yaml", text) == [
        "east > door: east",
        "east > keeper: Mira Holt # away until June",
        "west > door: west",
        "west > keeper: Bo Lind",
    ]


def test_a_list_of_records_below_a_comment_is_still_records(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("# Keepers in May\n- door: east\n  n: '#1'\n- door: west\n  n: 2\n")
    texts = [item.text for item in read_path(path) if isinstance(item, Document)]
    assert len(texts) == 3
    assert "Keepers in May" in texts[0] and "#1" in texts[1]


def test_tables_in_an_array_of_toml_are_told_apart(tmp_path: Path) -> None:
    text = """\
[[plugins]]  # slow
memory = 64
name = "maps"
[[plugins.rules]]
limit = 5
[[plugins.rules]]
limit = 6
[plugins.cache]
days = 1
[[plugins]]
name = "mail"
memory = 256
[[plugins.rules]]
limit = 7
[other]
memory = 1
"""
    assert lines(tmp_path / "a.toml", text) == [
        "plugins > maps # slow",
        "plugins > maps > memory: 64",
        "plugins > maps > name: maps",
        "plugins > maps > rules > 1 > limit: 5",
        "plugins > maps > rules > 2 > limit: 6",
        "plugins > maps > cache > days: 1",
        "plugins > mail > name: mail",
        "plugins > mail > memory: 256",
        "plugins > mail > rules > limit: 7",
        "other > memory: 1",
    ]


@pytest.mark.parametrize("name", ["portal.env", "portal.env.example"])
def test_variables_of_an_environment_have_their_comments(tmp_path: Path, name: str) -> None:
    text = (
        "# copy it\n\nexport URL=https://a.example/#x\n# for the portal only\nDSN='a = b'\nEMPTY=\n"
    )
    assert lines(tmp_path / name, text) == [
        "# copy it",
        "URL: https://a.example/#x",
        "DSN: a = b # for the portal only",
        "EMPTY",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("app.yaml", "# Services in production\na:\n  port: 1\nb:\n  port: 2\n"),
        ("app.ini", "; Services in production\n[a]\nport = 1\n[b]\nport = 2\n"),
    ],
)
def test_the_only_comment_above_a_section_says_what_the_file_is_for(
    tmp_path: Path, name: str, text: str
) -> None:
    document = read(tmp_path / name, text)
    assert document.title == "App: Services in production"
    assert lines(tmp_path / name, text) == [
        "# Services in production",
        "a > port: 1",
        "b > port: 2",
    ]


def test_a_comment_above_one_of_the_sections_with_comments_is_its_own(tmp_path: Path) -> None:
    text = "# the door\na:\n  port: 1\n# the window\nb:\n  port: 2\n"
    assert read(tmp_path / "app.yaml", text).title == "App"
    assert lines(tmp_path / "app.yaml", text)[0] == "a # the door"


def test_properties_have_marks_of_their_own(tmp_path: Path) -> None:
    text = "! for Oslo\nmail.host: a.example\nlist = a,\\\n  b\n"
    assert lines(tmp_path / "a.properties", text) == [
        "mail.host: a.example # for Oslo",
        "list: a,\\ b",
    ]


@pytest.mark.parametrize("name", ["crontab", "backup.cron"])
def test_jobs_of_a_crontab_have_their_comments(tmp_path: Path, name: str) -> None:
    assert lines(tmp_path / name, CRONTAB) == [
        "CRON_TZ: UTC",
        "30 3 * * * /opt/vacuum.sh --all # vacuum of the tables",
        "@daily /opt/report.sh",
    ]


def test_settings_of_terraform_have_their_paths_and_comments(tmp_path: Path) -> None:
    assert lines(tmp_path / "main.tf", TERRAFORM) == [
        "resource db main # The main database",
        "resource db main > class: db.r6 # large",
        "resource db main > days: 21 # kept for long",
        "resource db main > tags > team: core",
        'resource db main > zones: [ "a", "b", ]',
        'resource db main > label: x-${lookup(var.a, "b")}',
        "resource db main > script: <<-EOT first { line } # no comment EOT",
        "resource db main > rule > port: 443",
    ]


def test_settings_of_nginx_have_their_paths_and_comments(tmp_path: Path) -> None:
    assert lines(tmp_path / "nginx.conf", NGINX) == [
        "worker_processes: 4",
        "http > client_max_body_size: 35m # photos of deliveries",
        "http > log_format: main '$remote_addr # x' '$status'",
        "http > server > location ~ ^/a{2} > proxy_pass: http://${upstream}/",
        "http > server > internal",
    ]


def test_settings_in_json_have_their_paths(tmp_path: Path) -> None:
    value = {
        "a": {"b": 1, "on": True},
        "steps": [{"name": "build", "run": ["x", "y"]}, {"n": None}],
    }
    assert lines(tmp_path / "a.json", json.dumps(value)) == [
        "a > b: 1",
        "a > on: true",
        "steps > build > name: build",
        "steps > build > run: x, y",
        "steps > 2 > n: null",
    ]


COMMENTED_JSON = """\
// Of the tide gauges
{
\t/* Poll no faster: the modem
\t * overheats. */
\t"poll": 40, // in minutes
\t"gauges": { // by place,
\t\t"pier": {"port": 7, "url": "http://a.example/*x*/"}, /* the old one */
\t}, /* not by age */
\t// "trace": true,
\t"quiet": /* for now */ false,
\t"names": ["a // b", "c",],
\t"hosts": [
\t\t{"name": "north", "at": "N\\u00f8rd"}, // spare
\t],
}
"""


@pytest.mark.parametrize("name", ["gauges.json", "gauges.jsonc"])
def test_settings_in_json_have_their_comments(tmp_path: Path, name: str) -> None:
    document = read(tmp_path / name, COMMENTED_JSON)
    assert document.text.split("\n\n") == [
        "# Of the tide gauges",
        "poll: 40 # Poll no faster: the modem overheats. in minutes",
        "gauges # by place, not by age",
        "gauges > pier # the old one",
        "gauges > pier > port: 7",
        "gauges > pier > url: http://a.example/*x*/",
        '# "trace": true,',
        "quiet: false",
        "names: a // b, c",
        "hosts > north # spare",
        "hosts > north > name: north",
        "hosts > north > at: Nørd",
    ]
    assert document.places[1].name == "5"


def test_json_with_a_list_of_objects_and_a_comment_keeps_it(tmp_path: Path) -> None:
    text = '// Keys of the desk\n[\n  {"key": "f5", "does": "dial"}, // twice\n  {"key": "f6"}\n]\n'
    assert lines(tmp_path / "keys.json", text) == [
        "# Keys of the desk",
        "f5 # twice",
        "f5 > key: f5",
        "f5 > does: dial",
        "f6 > key: f6",
    ]


def test_a_fault_in_json_with_comments_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('// a\n/* b\n*/ {"x": 1,\n"y" 2}\n')
    (item,) = read_path(path)
    assert "line 4 column 5" in str(item)


def test_data_is_told_by_its_paths_and_has_no_sections(tmp_path: Path) -> None:
    value = {"points": {f"p{n}": {"at": n} for n in range(5_001)}}
    document = read(tmp_path / "a.json", json.dumps(value))
    assert document.text.startswith("points > p0 > at: 0\n\npoints > p1")
    assert not document.headings
    prose = "Dear Ann,\n\nthe key = the one we lost. It was here.\nYours, Bo\n"
    script = "#!/bin/sh\nA=1\nB=2\n"
    for name, text in (("letter", prose), ("hook", script), ("notes.conf", prose)):
        assert read(tmp_path / name, text).text == text


def test_a_section_is_one_chunk_and_a_setting_one_statement(tmp_path: Path) -> None:
    document = read(tmp_path / "app.yaml", YAML)
    assert [(h.level, h.title) for h in document.headings][:3] == [
        (1, "quoter"),
        (2, "cache"),
        (1, "jobs"),
    ]
    chunks = chunk_document(document, "s", size=64, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    said = [s.text for chunk in found for topic in chunk.topics for s in topic.statements]
    assert "quoter > timeout: 12 # in seconds of the wall clock" in said
    assert all(document.text[c.start : c.end] == c.text for c in chunks)


def test_long_values_are_prose_and_scripts_are_code(tmp_path: Path) -> None:
    words = "The pump is cleaned by the clerk. " * 8
    script = "echo a long line of a script\n" * 9
    document = read(tmp_path / "a.json", json.dumps({"about": words, "run": script, "n": 1}))
    assert [block.kind for block in document.blocks] == ["code", "row"]
    assert document.text[document.blocks[0].start :].startswith("run:\necho a long")


def test_files_have_the_owners_that_stand_behind_their_pattern(tmp_path: Path) -> None:
    text = (
        "# Ask before you merge\n\n* @mira\n/ledger/ @otto @quay/pay  # since May\n"
        "# the old one\n/my\\ notes/ ulla@quay.example\n/vendor/\n"
        "[Handbook][2] @quay/words\n/guide/ @ana\n/terms/\n^[Tools]\n*.sh @bo\n"
    )
    assert lines(tmp_path / "CODEOWNERS", text) == [
        "# Ask before you merge",
        "* (all files): @mira",
        "/ledger/: @otto @quay/pay # since May",
        "/my\\ notes/: ulla@quay.example # the old one",
        "/vendor/: no owner",
        "Handbook: @quay/words",
        "Handbook > /guide/: @ana",
        "Handbook > /terms/: @quay/words",
        "Tools > *.sh: @bo",
    ]


def test_the_owner_of_all_files_is_a_statement(tmp_path: Path) -> None:
    document = read(tmp_path / "CODEOWNERS", "* @mira\n/ledger/ @otto\n")
    chunks = chunk_document(document, "s", size=400, overlap=0, strategy="sentence")
    (told,) = RulesExtractor().extract(document, chunks)
    said = [statement.text for topic in told.topics for statement in topic.statements]
    assert said == ["* (all files): @mira", "/ledger/: @otto"]


def test_each_owner_of_files_is_one_by_name(tmp_path: Path) -> None:
    (tmp_path / "CODEOWNERS").write_text("/ledger/ @otto @quay-pay # since May\n/vendor/\n")
    found = read_by_rules(tmp_path / "CODEOWNERS")
    assert edges_in(found) == {
        ("/ledger/", "OWNER", "@otto"),
        ("/ledger/", "OWNER", "@quay-pay"),
    }
    assert [s.resolved for s in statements_in(found)] == [
        "files: /ledger/; owner: @otto, @quay-pay; note: since May",
        "files: /vendor/; owner: no owner",
    ]


NAMES = [
    "a.yaml",
    "a.ini",
    "a.toml",
    "a.env",
    "a.properties",
    "a.tf",
    "nginx.conf",
    "crontab",
    "CODEOWNERS",
]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    name=st.sampled_from(NAMES),
    text=st.lists(
        st.sampled_from(
            ["a", "b = ", "c: ", "[", "]", "{", "}", '"', "'", "#", "\n", "\n  ", ";", "- "]
        )
    ).map("".join),
)
def test_no_file_of_settings_stops_its_reader(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(f"x{text}")
    (item,) = read_path(path)
    assert isinstance(item, Document), item


@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize(
    "part",
    [
        '"',
        '\\"',
        "/*",
        "<<A\n",
        "a {\n",
        "x = [\n",
        "# a\n",
        "'''\n",
        "a\\\n",
        "((",
        "[",
        "${",
        "[[a]]\n",
    ],
)
def test_hostile_settings_are_read_in_linear_time(tmp_path: Path, name: str, part: str) -> None:
    path = tmp_path / name

    def read(n: int) -> None:
        path.write_text("a = 1\n" + part * n)
        assert list(read_path(path))

    check_linear(read, 400_000 // len(part))


@pytest.mark.parametrize("part", ['"', '\\"', "/*", "//", "/* a */", ", ", "\t", "[", "// a\n"])
def test_hostile_json_with_comments_is_read_in_linear_time(tmp_path: Path, part: str) -> None:
    path = tmp_path / "a.json"

    def read(n: int) -> None:
        path.write_text('{"a": 1 ' + part * n)
        assert list(read_path(path))

    check_linear(read, 400_000 // len(part))


def test_items_of_a_list_go_by_what_all_begin_with(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        "rules:\n"
        "  - alert: DiskFull\n    for: 15m\n    labels: {severity: page}  # was 30m until May\n"
        "  - alert: BrokerDown\n    for: 2m\n"
        "ports:\n  - port: 80\n    host: a\n  - port: 81\n    host: b\n"
        "users:\n  - may: true\n    why: owner\n  - may: false\n    why: guest\n"
        "jobs:\n  - kind: copy\n    at: noon\n  - kind: copy\n    at: night\n"
    )
    (item,) = read_path(path)
    assert isinstance(item, Document)
    text = item.text
    assert "rules > DiskFull > for: 15m" in text
    assert "rules > DiskFull > labels # was 30m until May" in text
    assert "ports > 1 > host: a" in text, "a number is no name"
    assert "users > 2 > why: guest" in text
    assert "jobs > 2 > at: night" in text, "nor what two have"
