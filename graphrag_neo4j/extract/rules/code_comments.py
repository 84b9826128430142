"""What comments in code say: sentences without the marks of comments, and tags of documentation.

Each tag of a doc comment ("@param", "@return", ":param x:") begins a sentence, as JSDoc, Javadoc,
Doxygen, roxygen and Sphinx have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graphrag_neo4j.extract.rules.markdown_marks import without_html
from graphrag_neo4j.text.sentences import sentence_spans

_MARKS = re.compile(  # at the beginning of a line, and at its end
    r"^[^\S\n]*(?:\#+'(?=\s|$)|\#+!?|//+[!/]?|/\*+!?|\*+/|\*(?=\s)|--+(?:\[\[)?|\{-|;+|%+|\"{3}|'{3}|=begin|=end|<\#)"
    r"|(?:\*+/|-\}|\"{3}|'{3}|\#>|\]\])[^\S\n]*$",
    re.MULTILINE,
)
_PARAGRAPH = re.compile(r"^[^\S\n]*</?(?:p|br|ul|ol|li|dl|dt|dd|pre)\s*/?>", re.M | re.I)
"""HTML that begins a line, as a mark does."""
_TAGS = """
api arg argument async author brief callback class const constant constructor copyright default
deprecated description details enum event example examples exception export extends file
fileoverview fires ignore implements inheritParams internal license link member memberof method
module name note override package param parameter private prop property protected public rdname
readonly references requires return returns retval see seealso serial since summary template test
throw throws todo tparam type typedef var version warning yield yields
"""
_TAG = re.compile(rf"(?:^[^\S\n]*|(?<=[.!?:;)])[^\S\n]+)[@\\](?={'|'.join(_TAGS.split())}\b)", re.M)
_FIELD = re.compile(
    r"^[^\S\n]*:(?=(?:arg|argument|cvar|except|exception|ivar|key|keyword|kwarg|param|parameter|raises?"
    r"|returns?|rtype|type|var|vartype|yields?)\b[^:\n]{0,80}:\s)",
    re.MULTILINE,
)
_INLINE = re.compile(r"\{@(?:link|linkplain|code|literal|value|see)\s+([^{}]*)\}")


def comment_sentences(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Where each sentence of a comment stands in ``text``, what stands there without marks, and how
    it is read: tags without "@" and ":", "{@link X}" as X, and no HTML."""
    bare = _PARAGRAPH.sub(_blank, _MARKS.sub(_blank, text))
    tags = {tag.start() for known in (_TAG, _FIELD) for tag in known.finditer(bare)}
    begins = [0, *sorted(tags - {0}), len(bare)]
    for begin, stop in pairwise(begins):
        for start, end in sentence_spans(bare[begin:stop]):
            said = " ".join(bare[begin + start : begin + end].split())
            yield begin + start, begin + end, said, _reading(said)


def _blank(marks: re.Match[str]) -> str:
    return " " * len(marks[0])


def _reading(said: str) -> str:
    read = _INLINE.sub(r"\1", _FIELD.sub("", _TAG.sub("", said)))
    return " ".join(without_html(read).split()) or said
