"""The form of a community's report, which an LLM's answer must have, too."""

from __future__ import annotations

from pydantic import BaseModel, Field

from graphrag_neo4j.text.citation_marks import without


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

    @property
    def markdown(self) -> str:
        """The whole report as Markdown: title, summary, findings."""
        parts = [f"# {self.title}", self.summary]
        for finding in self.findings:
            parts += [f"## {finding.summary}", finding.explanation]
        return "\n\n".join(parts) + "\n"
