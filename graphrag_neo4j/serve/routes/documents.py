"""Documents by upload, and the jobs that read them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, File, Path, Request, UploadFile
from starlette.responses import Response

from graphrag_neo4j.results import plain
from graphrag_neo4j.serve import uploads
from graphrag_neo4j.serve.errors import Json
from graphrag_neo4j.serve.guard import require_writer
from graphrag_neo4j.serve.jobs import new_job
from graphrag_neo4j.serve.routes.inputs import Body, Limit, Skip
from graphrag_neo4j.serve.serving import Here, answer

router = APIRouter(prefix="/api", tags=["documents"])
writers = [Depends(require_writer)]
Files = Annotated[list[UploadFile], File(description="One or several.")]
JobId = Annotated[str, Path(min_length=1, max_length=100)]


class Wanted(Body):
    """Work on the whole graph."""

    kind: Literal["communities", "resolve"]


@router.post(
    "/documents",
    status_code=202,
    summary="Upload documents; a job reads them",
    dependencies=writers,
)
def upload(here: Here, files: Files) -> Response:
    """A file with the name of an earlier one replaces it. The job tells of each file what became
    of it; what is there already, unchanged, costs nothing."""
    kept = uploads.keep(here.documents, files)
    return Json(plain(here.jobs.add(new_job("ingest", kept))), 202)


@router.post("/plan", summary="What reading these documents would take and cost; nothing is kept")
def plan(request: Request, here: Here, files: Files) -> Response:
    with uploads.for_a_moment(files) as paths:
        planned = here.edits.plan(*paths)
    return answer(request, planned, planned.summary)


@router.get("/jobs", summary="Jobs, the newest first")
def list_jobs(request: Request, here: Here, skip: Skip = 0, limit: Limit = 100) -> Response:
    return answer(request, here.jobs.list(skip=skip, limit=limit))


@router.post(
    "/jobs",
    status_code=202,
    summary="Find communities and write their reports, or merge what is the same",
    dependencies=writers,
)
def start_job(here: Here, wanted: Wanted) -> Response:
    return Json(plain(here.jobs.add(new_job(wanted.kind))), 202)


@router.get("/jobs/{id}", summary="One job: how far it is, and what became of each file")
def get_job(request: Request, here: Here, id: JobId) -> Response:
    return answer(request, here.jobs.get(id))


@router.post("/jobs/{id}/cancel", summary="End a job; what it did stays", dependencies=writers)
def cancel_job(request: Request, here: Here, id: JobId) -> Response:
    return answer(request, here.jobs.cancel(id))


@router.post("/jobs/{id}/retry", summary="Do a job once more", dependencies=writers)
def retry_job(request: Request, here: Here, id: JobId) -> Response:
    return answer(request, here.jobs.retry(id))
