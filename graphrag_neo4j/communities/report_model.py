"""The form of a community's report, which an LLM's answer must have, too."""

from __future__ import annotations

from pydantic import BaseModel, Field

from graphrag_neo4j.text.citation_marks import without
from graphrag_neo4j.text.sentences import sentence_spans

_LEAST_COPIED = 20  # characters


class Finding(BaseModel):
    """One insight: a headline and what supports it; ``references``: marks of the records in the
    report's input that it rests on."""

    summary: str = Field(min_length=1)
    explanation: str
    references: list[str] = Field(default_factory=list)


class Report(BaseModel):
    """What is known of one community. ``rating``: how much it matters, 0 to 10."""

    title: str = Field(min_length=1)
    summary: str = Field(min_length=1)
    rating: float = Field(ge=0, le=10)
    rating_explanation: str
    findings: list[Finding]

    def without_marks(self) -> Report:
        """The report without references in its texts, whose numbers would mean nothing there."""
        findings = [
            finding.model_copy(
                update={
                    "summary": without(finding.summary),
                    "explanation": without(finding.explanation),
                }
            )
            for finding in self.findings
        ]
        return self.model_copy(update={"summary": without(self.summary), "findings": findings})

    def says_more_than(self, instructions: str) -> bool:
        """Whether title and summary are no words of the ``instructions``, as weak models give."""
        return not any(_stands_in(text, instructions) for text in (self.title, self.summary))

    def without_copied(self, instructions: str) -> Report:
        """The report without findings whose text is copied from the ``instructions``; one of which
        only the headline is has the first sentence of its text in place of it."""
        findings = []
        for finding in self.findings:
            if _stands_in(finding.explanation, instructions):
                continue
            if _stands_in(finding.summary, instructions):
                start, end = next(iter(sentence_spans(finding.explanation)), (0, 0))
                headline = finding.explanation[start:end] or self.title
                finding = finding.model_copy(update={"summary": headline})
            findings.append(finding)
        return self.model_copy(update={"findings": findings})

    @property
    def markdown(self) -> str:
        """The whole report as Markdown: title, summary, findings."""
        parts = [f"# {self.title}", self.summary]
        for finding in self.findings:
            parts += [f"## {finding.summary}", finding.explanation]
        return "\n\n".join(parts) + "\n"


def _stands_in(text: str, instructions: str) -> bool:
    """Whether ``text`` is copied from ``instructions``, or but the dots that stand for it there."""
    bare = " ".join(text.casefold().split()).strip(" .…")
    if len(bare) < _LEAST_COPIED:  # a few words stand anywhere
        return bool(text.strip()) and not bare
    return bare in " ".join(instructions.casefold().split())
