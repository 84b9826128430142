"""Questions worth asking next, from what was asked and what the graph says."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from graphrag_neo4j.search.local import local_context, read_neighbourhood
from graphrag_neo4j.search.options import QuestionOptions
from graphrag_neo4j.search.result import NOTHING, Event
from graphrag_neo4j.search.run import QUESTIONS_LOOKED_BACK, SearchRun

STAGE = "questions"


class _Questions(BaseModel):
    questions: list[str]


async def search_questions(session: SearchRun) -> str:
    """The new questions as a Markdown list; as a list in ``details["questions"]``."""
    options = session.options
    assert isinstance(options, QuestionOptions)
    asked = [*options.past_questions, session.question]
    text = "\n".join([session.looked_up, *options.past_questions[-QUESTIONS_LOOKED_BACK:]])
    n = options.top_k * options.oversample
    found = await read_neighbourhood(session, text, n, options.level)
    session.context = local_context(found, session, options)
    session.emit(Event("context", session.context.text))
    if not session.context:
        return NOTHING
    if options.context_only:
        return ""
    system = session.prompt(
        "questions",
        context_data=session.context.text,
        question_count=options.question_count,
        example_questions=_listed(options.example_questions) or "(none)",
    )
    answer = await session.ask_for(
        _Questions, [("system", system), *session.history(), ("user", _listed(asked))], STAGE
    )
    known = {_folded(question) for question in asked}
    new = list({_folded(q): q.strip() for q in answer.questions if _folded(q)}.values())
    new = [question for question in new if _folded(question) not in known]
    new = new[: options.question_count]
    if len(new) < options.question_count:
        session.notes.append(f"{len(new)} of {options.question_count} questions were found.")
    session.details["questions"] = new
    return _listed(new)


def _listed(questions: Sequence[str]) -> str:
    return "\n".join(f"- {question}" for question in questions)


def _folded(question: str) -> str:
    return " ".join(question.casefold().split()).rstrip("?. ")
