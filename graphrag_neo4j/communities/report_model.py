"""The form of a community's report, which an LLM's answer must have, too."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Finding(BaseModel):
    """One insight: a headline and what supports it."""

    summary: str = Field(min_length=1)
    explanation: str


class Report(BaseModel):
    """What is known of one community. ``rating``: how much it matters, 0 to 10."""

    title: str = Field(min_length=1)
    summary: str = Field(min_length=1)
    rating: float = Field(ge=0, le=10)
    rating_explanation: str
    findings: list[Finding]

    @property
    def markdown(self) -> str:
        """The whole report as Markdown: title, summary, findings."""
        parts = [f"# {self.title}", self.summary]
        for finding in self.findings:
            parts += [f"## {finding.summary}", finding.explanation]
        return "\n\n".join(parts) + "\n"
