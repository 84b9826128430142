"""All settings, and the one place that reads the environment.

Precedence: arguments, then the database that a file given by ``--credentials`` names (as Aura
offers it for download), then environment variables, then all else in that file or in the one that
``NEO4J_CREDENTIALS_FILE`` names, then defaults.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Any, Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings import SettingsError as SourceError

from graphrag_neo4j.errors import SettingsError

LOCAL_EMBED_MODEL = "local"
MULTILINGUAL_EMBED_MODEL = "local-multilingual"
LOCAL_EMBED_MODELS = (LOCAL_EMBED_MODEL, MULTILINGUAL_EMBED_MODEL)
PREFIX = "GRAPHRAG_"
Neo4jLine = Literal["2026.01", "5.26"]


def _prompt(use: str) -> Any:
    """The setting for a file with a prompt of the user's own."""
    return Field(None, description=use)


def _port(use: str) -> Any:
    """The setting for a port of the local server."""
    return Field(None, ge=0, le=65535, description=f"{use}; unset or 0 = any.")


def _types(text: str) -> tuple[str, ...]:
    return tuple(t.strip().upper() for t in text.split(",") if t.strip())


def megabytes(text: str) -> int:
    """From "2g", "2GB" or "1500 mb". Raises ValueError."""
    match = re.fullmatch(r"(\d+) ?([mg])(?:i?b)?", text.strip().lower())
    if not match:
        raise ValueError(f'{text!r} is not a size; write a whole number and m or g, as "2g"')
    return int(match[1]) * (1024 if match[2] == "g" else 1)


class Settings(BaseSettings):
    """What a :class:`~graphrag_neo4j.KnowledgeGraph` can be told; frozen once made."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        populate_by_name=True,
    )

    # Neo4j: any server by its URI, or the local one
    neo4j_uri: str | None = Field(
        None,
        validation_alias="NEO4J_URI",
        description="Address of a Neo4j, as neo4j://host:7687; unset = the local server.",
    )
    neo4j_username: str = Field(
        "neo4j", validation_alias="NEO4J_USERNAME", description="User name at that address."
    )
    neo4j_password: SecretStr | None = Field(
        None,
        validation_alias="NEO4J_PASSWORD",
        description="Password at that address; the local server has its own.",
    )
    neo4j_database: str = Field(
        "neo4j",
        validation_alias="NEO4J_DATABASE",
        description="Database there; one graph is one database.",
    )
    home: Path | None = Field(
        None,
        description="Folder of the local server, one graph each; unset: in the user's data folder.",
    )
    neo4j_line: Neo4jLine | None = Field(
        None,
        validation_alias="GRAPHRAG_NEO4J",
        description="Version of a new local server; unset = 2026.01.",
    )
    server_memory: str = Field(
        "2g", description="The local server's memory, 512m or more: 3/4 heap, 1/4 page cache."
    )
    aot_cache: bool = Field(
        True,
        description="Whether the local server starts with an ahead-of-time cache of Java "
        "(180 MB, made once in the background; Java 25 or newer).",
    )
    bolt_port: int | None = _port("The local server's port for Bolt")
    http_port: int | None = _port("Its port for HTTP and Browser")

    # Reading and extraction
    include: str = Field(
        "",
        description="Comma list of patterns as in a .gitignore: of folders only files that fit "
        "are read.",
    )
    exclude: str = Field("", description="The same: files and folders that fit are not read.")
    max_file_size: str = Field("1g", description="Larger files are not read.")
    max_file_seconds: int = Field(
        600, ge=1, description="A large PDF, Office file or web page that takes longer is not read."
    )
    ocr: Literal["off", "pages", "all"] = Field(
        "pages",
        description="With the extra ocr, the words on scanned pages of a PDF are read (pages), on "
        "pictures, too (all), or not (off).",
    )
    archives: bool = Field(False, description="Read zip, tar and gz files as if they were folders.")
    record_key: str = Field(
        "",
        description="Column or field that identifies a record; unset: id, _id or uuid, else "
        "its content.",
    )
    chunk_size: int = Field(256, ge=16, description="Tokens (cl100k_base) of a chunk at most.")
    chunk_overlap: int = Field(
        0, ge=0, description="Tokens that the next chunk repeats at most; less than the size."
    )
    chunk_strategy: Literal["sentence", "token"] = Field(
        "sentence", description="Whole sentences within a section, or a sliding window."
    )
    extractor: Literal["rules", "llm"] = Field(
        "rules", description="What reads the texts: rules (no LLM), or an LLM."
    )
    nlp: str = Field(
        "en_core_web_sm",
        description="What rules read texts with: en_core_web_sm (a spaCy pipeline for English, "
        "13 MB, fetched at its first use), another pipeline that is installed, its folder, or "
        "none: word lists alone. A comma list names several, one a language.",
    )
    entity_types: str = Field(
        "",
        validation_alias="ENTITY_TYPES",
        description="Comma list of your own types of entities. Rules know them beside the "
        "built-in ones; an LLM is told them (GRAPHRAG_ONTOLOGY).",
    )
    relation_patterns: dict[str, str] = Field(
        default_factory=dict,
        validation_alias="RELATION_PATTERNS",
        description='JSON object: phrase -> TYPE, as {"supersedes": "SUPERSEDES"}.',
    )

    # Extraction by an LLM
    extract_format: Literal["json", "tuples"] = Field(
        "json", description="Form of the answers: JSON by a schema, or lines of tuples."
    )
    gleanings: int = Field(
        1, ge=0, le=10, description="How often the LLM is asked again for what it missed."
    )
    ontology: Literal["open", "guided", "strict"] = Field(
        "open",
        description="Types other than ENTITY_TYPES and those of RELATION_PATTERNS are kept, "
        "mapped to the nearest or made UNKNOWN and RELATED, or dropped and counted.",
    )
    language: str = Field(
        "", max_length=100, description="Language of what is extracted; empty = that of the source."
    )
    claims: bool = Field(False, description="Extract claims, too.")
    extract_prompt: Path | None = _prompt("File with your own instructions for the format in use.")

    # Entities: their descriptions, and which of them are the same
    description_tokens: int = Field(
        500, ge=20, description="Longer descriptions of an entity are shortened."
    )
    describe_by: Literal["auto", "llm", "rules"] = Field(
        "auto", description='Who shortens them; "auto": the LLM if it extracts, else rules.'
    )
    describe_prompt: Path | None = _prompt("File to use in place of prompts/describe_entity.md.")
    resolve_prompt: Path | None = _prompt("File to use in place of prompts/resolve_entities.md.")

    # Communities and their reports
    max_community_size: int = Field(
        20,
        ge=2,
        description="Larger ones are split further: a report can still tell of each of 20.",
    )
    community_gamma: float = Field(
        1.0, gt=0, description="Resolution: higher gives more and smaller communities."
    )
    community_theta: float = Field(
        0.01, gt=0, description="Randomness of Leiden when it breaks a community up."
    )
    community_tolerance: float = Field(
        0.0001, gt=0, description="Gain of modularity below which Leiden ends."
    )
    community_max_levels: int = Field(10, ge=1, description="Levels of the hierarchy at most.")
    community_seed: int = Field(
        42, ge=0, description="Seed of Leiden: the same graph gives the same communities."
    )
    community_update_share: float = Field(
        0.1,
        ge=0,
        le=1,
        description="Share of new and gone entities up to which communities are only updated.",
    )
    comention_weight: float = Field(
        0.1,
        ge=0,
        description="For clustering only: tie of two entities that are named together, per chunk, "
        "times the weight of their CO_OCCURS_WITH.",
    )
    report_input_tokens: int = Field(
        8_000, ge=200, description="Tokens of what a report is written from, at most."
    )
    report_prompt: Path | None = _prompt("File to use in place of prompts/community_report.md.")

    # Search: files to use in place of our prompts; relation types for causal search
    ask_prompt: Path | None = _prompt("The answer of ask.")
    local_prompt: Path | None = _prompt("Local search.")
    basic_prompt: Path | None = _prompt("Basic search.")
    naive_prompt: Path | None = _prompt("Naive search.")
    global_map_prompt: Path | None = _prompt("Global search: points from a batch of reports.")
    global_reduce_prompt: Path | None = _prompt("Global search: the answer from the points.")
    global_knowledge_prompt: Path | None = _prompt(
        "Global search: leave to add what the model knows."
    )
    global_rate_prompt: Path | None = _prompt("Global search, dynamic: how relevant reports are.")
    drift_primer_prompt: Path | None = _prompt("DRIFT: first answer and follow-ups, from reports.")
    drift_local_prompt: Path | None = _prompt("DRIFT: the answer to a follow-up.")
    drift_reduce_prompt: Path | None = _prompt("DRIFT: the answer from all answers.")
    causal_report_prompt: Path | None = _prompt("Causal search: the report on causes.")
    causal_answer_prompt: Path | None = _prompt("Causal search: the answer from the report.")
    questions_prompt: Path | None = _prompt("Questions to ask next.")
    cause_types: str = Field(
        "", description="Comma list: further relation types that lead from a cause to its effect."
    )
    effect_types: str = Field(
        "", description="Comma list: further relation types that lead from an effect to its cause."
    )
    single_types: str = Field(
        "",
        description="Comma list: further relation types of which a thing has one value, as "
        "BORN_IN; other values disagree.",
    )

    # Serving pages and clients (serve)
    serve_token: SecretStr | None = Field(
        None,
        description="What callers of serve have to know, 20 characters or more; unset = made once, "
        "kept in the home.",
    )
    serve_reader_token: SecretStr | None = Field(
        None, description="Another, for callers that may only read."
    )
    max_upload: str = Field("200m", description="Size of what is uploaded at once, at most.")
    cypher_prompt: Path | None = _prompt("Cypher for a question.")

    # Models
    embed_model: str = Field(
        LOCAL_EMBED_MODEL,
        description="local (bge-small-en-v1.5, English, no account), local-multilingual "
        "(multilingual-e5-small, with the extra multilingual), or a model of the endpoint below.",
    )
    embed_entity_types: bool = Field(
        True, description="Whether an entity's vector is made of its type, too."
    )
    vector_cache: str | None = Field(
        None,
        description='File of vectors that were made, by text and model; "off" = none; default: in '
        "the cache folder, at most 1 GB.",
    )
    parse_cache: str | None = Field(
        None,
        description='File of parses that were made, by sentence and pipeline; "off" = none; '
        "default: in the cache folder, at most 256 MB.",
    )
    reading_cache: str | None = Field(
        None,
        description="File of what was read, as hashes, so that a file that is as it was is not "
        'read again; "off" = none; default: in the cache folder, at most 64 MB.',
    )
    embedding: str | None = Field(
        None,
        description="Another embedding model: a LlamaIndex class, as "
        "llama_index.embeddings.ollama:OllamaEmbedding.",
    )
    embedding_options: dict[str, Any] = Field(
        default_factory=dict, description="JSON object: its arguments."
    )
    llm: str | None = Field(
        None,
        description="Another provider: a LlamaIndex class, as llama_index.llms.ollama:Ollama; "
        "unset = OpenAI's protocol.",
    )
    llm_options: dict[str, Any] = Field(
        default_factory=dict, description="JSON object: its arguments."
    )
    llm_model: str = Field("gpt-4o-mini", description="Model that extracts, reports and answers.")
    openai_api_key: SecretStr | None = Field(
        None,
        validation_alias="OPENAI_API_KEY",
        description="Its key; an LLM is set if this or the next is.",
    )
    openai_base_url: str | None = Field(
        None,
        validation_alias="OPENAI_BASE_URL",
        description="Address of an OpenAI-compatible endpoint; unset = OpenAI's own.",
    )

    # Calls of the LLM
    llm_temperature: float = Field(
        0.0, description="Randomness of answers; 0 = the most likely ones."
    )
    llm_max_tokens: int = Field(4000, ge=1, description="Tokens of an answer at most.")
    llm_context_window: int | None = Field(
        None,
        ge=1,
        description="Tokens that the model takes, text and answer together; "
        "unset = what the endpoint says, or is known of the model.",
    )
    llm_timeout: float = Field(
        120.0,
        gt=0,
        description="Seconds that an endpoint may say nothing, before an answer and within it.",
    )
    llm_retries: int = Field(5, ge=1, description="Attempts per call.")
    llm_backoff: float = Field(
        1.0,
        ge=0,
        description="Seconds up to which the first wait between attempts goes; then it doubles.",
    )
    llm_deadline: float = Field(
        600.0, gt=0, description="Seconds after which a call is not tried again."
    )
    llm_concurrency: int = Field(8, ge=1, description="Calls under way at once.")
    llm_rpm: int | None = Field(None, ge=1, description="Requests a minute.")
    llm_tpm: int | None = Field(None, ge=1, description="Tokens a minute at most, in and out.")
    llm_cache: str | None = Field(
        None, description='File of cached answers; "off" = none; default: in the cache folder.'
    )
    prices: dict[str, tuple[float, float]] = Field(
        default_factory=dict,
        description="JSON object: model -> [USD per million tokens in, per million out].",
    )
    budget: float | None = Field(
        None,
        ge=0,
        description="USD that the LLM calls of a run may cost; none is made that could cross it.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, environment, file; of the last two only the documented names are read.

        ``populate_by_name`` alone would read variables named like fields, too: HOME, LANGUAGE.
        """
        documented = {variable_of(name).lower() for name in settings_cls.model_fields}
        for source in (env_settings, dotenv_settings):
            assert isinstance(source, EnvSettingsSource)
            source.env_vars = {
                name: value for name, value in source.env_vars.items() if name.lower() in documented
            }
        return init_settings, env_settings, dotenv_settings, file_secret_settings

    @field_validator("server_memory", "max_file_size", "max_upload")
    @classmethod
    def _is_size(cls, text: str) -> str:
        megabytes(text)
        return text

    @model_validator(mode="after")
    def _overlap_below_size(self) -> Settings:
        if self.chunk_overlap >= self.chunk_size:
            raise ValueError("GRAPHRAG_CHUNK_OVERLAP must be smaller than GRAPHRAG_CHUNK_SIZE")
        return self

    @property
    def max_file_bytes(self) -> int:
        """``GRAPHRAG_MAX_FILE_SIZE`` in bytes."""
        return megabytes(self.max_file_size) << 20

    @property
    def entity_type_list(self) -> tuple[str, ...]:
        """``ENTITY_TYPES`` as upper-case names, in the order given."""
        return _types(self.entity_types)

    @property
    def cause_type_list(self) -> tuple[str, ...]:
        """``GRAPHRAG_CAUSE_TYPES`` as upper-case names."""
        return _types(self.cause_types)

    @property
    def effect_type_list(self) -> tuple[str, ...]:
        """``GRAPHRAG_EFFECT_TYPES`` as upper-case names."""
        return _types(self.effect_types)

    @property
    def single_type_list(self) -> tuple[str, ...]:
        """``GRAPHRAG_SINGLE_TYPES`` as upper-case names."""
        return _types(self.single_types)

    @property
    def shell_command(self) -> str:
        """How the shell calls the command line for this graph."""
        if self.home is None or self.neo4j_uri:
            return "graphrag-neo4j"
        return f"graphrag-neo4j --home {shlex.quote(str(self.home.expanduser().absolute()))}"

    @property
    def has_llm(self) -> bool:
        """Whether an LLM is configured (a class, a key, or an endpoint that may need none)."""
        return (
            self.llm is not None
            or self.openai_api_key is not None
            or self.openai_base_url is not None
        )


_DATABASE = ("neo4j_uri", "neo4j_username", "neo4j_password", "neo4j_database")
_JSON_EXAMPLES = {
    "prices": '{"my-model": [0.15, 0.60]}',
    "llm_options": '{"context_window": 32000}',
    "embedding_options": '{"model_name": "nomic-embed-text"}',
    "relation_patterns": '{"supersedes": "SUPERSEDES"}',
}


def variable_of(name: str) -> str:
    """The environment variable that the field ``name`` is read from."""
    return str(Settings.model_fields[name].validation_alias or f"{PREFIX}{name.upper()}")


def _database_of(credentials: Path) -> dict[str, Any]:
    """Address, user, password and name of the database that a credentials file names, as far as it
    does; nothing without an address."""
    lines = dotenv_values(credentials, encoding="utf-8")
    told = {name.upper(): value for name, value in lines.items() if value}
    if variable_of("neo4j_uri") not in told:
        return {}
    return {name: told[variable_of(name)] for name in _DATABASE if variable_of(name) in told}


def load_settings(credentials: Path | None = None, **overrides: object) -> Settings:
    """Settings from the environment, ``credentials`` (a dotenv file; None: the one that
    ``NEO4J_CREDENTIALS_FILE`` names, if it does) and ``overrides``.

    A database that ``credentials`` names is the one that is asked, whatever the environment says;
    of all else the environment goes before it, as it goes before the file that it names itself.
    Overrides that are ``None`` do not override. Raises :class:`SettingsError`.
    """
    by_name = credentials
    if credentials is None and (named := os.environ.get("NEO4J_CREDENTIALS_FILE")):
        credentials = Path(named).expanduser()
    if credentials is not None and credentials.exists() and not credentials.is_file():
        raise SettingsError(
            f"{credentials} is a folder, a pipe or a device; credentials are read more than once.",
            "Save them as a file, or set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD.",
        )
    if credentials is not None and not credentials.is_file():
        raise SettingsError(f"No credentials file at {credentials}.", "Check the path.")
    given: dict[str, Any] = {name: value for name, value in overrides.items() if value is not None}
    if unknown := given.keys() - Settings.model_fields.keys():
        raise SettingsError(f"There is no setting {min(unknown)!r}.", "See docs/settings.md.")
    try:
        if by_name is not None:
            given = {**_database_of(by_name), **given}
        return Settings(_env_file=credentials, **given)
    except UnicodeDecodeError:
        raise SettingsError(f"{credentials} is not UTF-8 text.", "Save it as UTF-8.") from None
    except ValidationError as error:
        first = error.errors()[0]
        said = first["msg"].removeprefix("Value error, ")
        if name := next(map(str, first["loc"]), ""):  # none where two do not fit together
            said = f"{variable_of(name) if name in Settings.model_fields else name}: {said}"
        raise SettingsError(f"{said}.", "Correct it and try again.") from None
    except SourceError as error:  # names the field
        field = next((name for name in _JSON_EXAMPLES if f'"{name}"' in str(error)), "")
        field = field or "relation_patterns"
        name, example = variable_of(field), _JSON_EXAMPLES[field]
        raise SettingsError(f"{name} is not valid JSON.", f"Write it like {example}.") from error
