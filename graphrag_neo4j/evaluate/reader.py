"""An LLM reads what a mode found and answers in a few words; its answers are marked.

One call a question, and with ``judge`` a second one where the words differ from those wanted.
Answers are cached, so a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel

from graphrag_neo4j import prompts
from graphrag_neo4j.errors import ModelError, ModelUnavailable
from graphrag_neo4j.evaluate.evaluation import Outcome
from graphrag_neo4j.evaluate.evidence import Evidence
from graphrag_neo4j.evaluate.metrics import exact_match, f1, holds_answer, is_decidable
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.llm.concurrency import map_concurrently
from graphrag_neo4j.text.tokens import count_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import ChatModel, Message
    from graphrag_neo4j.progress import Progress

STAGE = "evaluate"
READ_TOKENS = 800
"""Tokens of evidence that are read for a question."""
ANSWER_TOKENS = 60
JUDGE_TOKENS = 120
_CITED = re.compile(r"\[([\d,;\s]+)\]")
_LABEL = re.compile(r"\A\s*(?:short )?answer\s*:\s*", re.IGNORECASE)


class Verdict(BaseModel):
    """What the judge says of an answer."""

    reason: str = ""
    correct: bool


@dataclass(frozen=True, slots=True)
class Given:
    """Evidence as it is read: numbered lines."""

    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines with their numbers."""
        return "\n".join(f"[{n}] {line}" for n, line in enumerate(self.lines, start=1))


def given_of(evidence: Evidence, budget: int) -> Given:
    """As much of the evidence as ``budget`` tokens hold, best first, nothing twice."""
    lines: list[str] = []
    seen = set()
    left = budget
    for piece in evidence:
        for text in piece.texts:
            line = f"{piece.title}: {text}" if piece.uri and piece.title else text
            cost = count_tokens(line) + 4
            if text not in seen and cost <= left:
                seen.add(text)
                lines.append(line)
                left -= cost
    return Given(tuple(lines))


class Reader:
    """``chat`` answers, and with ``judge`` says whether answers are right."""

    def __init__(
        self,
        chat: ChatModel,
        progress: Progress,
        read_tokens: int = READ_TOKENS,
        *,
        judge: bool = False,
        at_once: int = 4,
    ) -> None:
        self._chat = chat
        self._progress = progress
        self._read_tokens = read_tokens
        self._judge = judge
        self._at_once = at_once
        self.prompts = {"read": prompts.load("evaluate_read")}
        if judge:
            self.prompts["judge"] = prompts.load("evaluate_judge")

    @property
    def model(self) -> str:
        """The LLM's name."""
        return self._chat.model

    async def read(
        self,
        outcomes: Sequence[Outcome],
        questions: Sequence[Question],
        evidence: Mapping[str, Evidence],
        mode: str,
    ) -> list[Outcome]:
        """``outcomes`` with answers and their marks. A call that fails leaves its question
        unanswered, with the reason; raises :class:`ModelUnavailable` if none can succeed."""
        found = list(outcomes)
        jobs = ((place, questions[place]) for place in range(len(found)))

        async def one(job: tuple[int, Question]) -> Outcome:
            place, question = job
            return await self._read(found[place], question, evidence[question.question])

        status = self._chat.status
        task = self._progress.task(f"Answering from {mode}", len(found), "items", status)
        with task as advance:
            async with aclosing(map_concurrently(jobs, one, self._at_once)) as finished:
                async for (place, _), result in finished:
                    found[place] = result
                    advance(1)
        return found

    async def _read(self, outcome: Outcome, question: Question, evidence: Evidence) -> Outcome:
        given = given_of(evidence, self._read_tokens)
        request = prompts.fill(
            self.prompts["read"],
            statements=given.text or "(nothing was found)",
            question=question.question,
        )
        try:
            reply = await self._ask(request, ANSWER_TOKENS)
        except ModelUnavailable:
            raise
        except ModelError as error:
            none = {"em": 0.0, "f1": 0.0} if question.answers else {}
            return replace(
                outcome, metrics={**outcome.metrics, **none}, verdict=f"no answer: {error.message}"
            )
        answer, cited = parsed(reply)
        marks = _marks(question, answer, cited, given)
        verdict = None
        if self._judge and question.answers:
            marks["judged"], verdict = await self._judged(question, answer, marks)
        return replace(
            outcome, metrics={**outcome.metrics, **marks}, answer=answer, verdict=verdict
        )

    async def _judged(
        self, question: Question, answer: str, marks: Mapping[str, float]
    ) -> tuple[float, str]:
        if marks.get("em"):
            return 1.0, "the words are those wanted"
        request = prompts.fill(
            self.prompts["judge"],
            question=question.question,
            wanted=" / ".join(question.answers),
            answer=answer or "(no answer)",
        )
        try:
            messages: list[Message] = [("user", request)]
            reply = await self._chat.acomplete(
                messages, stage=STAGE, schema=Verdict, max_tokens=JUDGE_TOKENS
            )
        except ModelUnavailable:
            raise
        except ModelError as error:
            return 0.0, f"not judged: {error.message}"
        if not isinstance(reply.parsed, Verdict):
            return 0.0, "not judged: the judge's answer cannot be read"
        return float(reply.parsed.correct), reply.parsed.reason

    async def _ask(self, request: str, max_tokens: int) -> str:
        messages: list[Message] = [("user", request)]
        return (await self._chat.acomplete(messages, stage=STAGE, max_tokens=max_tokens)).text


def parsed(reply: str) -> tuple[str, list[int]]:
    """An answer without its label and citations, and the numbers that it cites."""
    line = next((one for one in reply.splitlines() if one.strip()), "")
    cited = [int(n) for group in _CITED.findall(line) for n in re.findall(r"\d{1,6}", group)]
    answer = _LABEL.sub("", _CITED.sub("", line)).strip(" .\"'`*")
    return answer, list(dict.fromkeys(cited))


def _marks(question: Question, answer: str, cited: Sequence[int], given: Given) -> dict[str, float]:
    """EM and F1 against the answers wanted; ``cited``: whether the answer cites at all, and only
    what it was shown; ``supported``: whether what it cites holds the answer."""
    marks = {"cited": float(bool(cited) and all(1 <= n <= len(given.lines) for n in cited))}
    if question.answers:
        marks["em"] = exact_match(answer, question.answers)
        marks["f1"] = f1(answer, question.answers)
    own = Question(question.question, (answer,))
    if answer and is_decidable(own):
        shown = " ".join(given.lines[n - 1] for n in cited if 1 <= n <= len(given.lines))
        marks["supported"] = float(holds_answer(own, shown))
    return marks
