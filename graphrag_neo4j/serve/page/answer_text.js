// An LLM's answer: a little Markdown, made of elements, and its citations as buttons.

import { h } from "./dom.js";
import { openSource } from "./reader.js";

const BLOCK = /\n\s*\n/;
const MARK = /\[\s*(?:Data|records)\s*:([^\]]*)\]/gi;
const GROUP = /([A-Za-z][\w ]*?)\s*\(([^)]*)\)/g;

/** Elements for an answer; citations are those of the result, null while it is written. */
export function answerText(text, citations) {
  const numbers = citations && new Map(citations.map((one, index) => [key(one.dataset, one.id), { one, number: index + 1 }]));
  return text.trim().split(BLOCK).filter((part) => part.trim()).map((part) => block(part.trim(), numbers));
}

function block(text, numbers) {
  const heading = text.match(/^(#{1,6})\s+(.*)$/);
  if (heading && !text.includes("\n")) return h(`h${Math.min(6, heading[1].length + 2)}`, {}, inline(heading[2], numbers));
  const lines = text.split("\n");
  if (lines.every((line) => /^\s*([-*•]|\d+[.)])\s+/.test(line))) {
    const tag = /^\s*\d/.test(lines[0]) ? "ol" : "ul";
    return h(tag, {}, lines.map((line) => h("li", {}, inline(line.replace(/^\s*([-*•]|\d+[.)])\s+/, ""), numbers))));
  }
  if (heading) return h("div", {}, block(lines[0], numbers), block(lines.slice(1).join("\n"), numbers));
  return h("p", {}, inline(text, numbers));
}

function inline(text, numbers) {
  const parts = [];
  let at = 0;
  for (const mark of text.matchAll(MARK)) {
    parts.push(...bold(text.slice(at, mark.index).replace(/\s+$/, "")), ...marks(mark[1], numbers));
    at = mark.index + mark[0].length;
  }
  return [...parts, ...bold(text.slice(at))];
}

const bold = (text) => text.split(/\*\*(.+?)\*\*/).map((part, n) => (n % 2 ? h("strong", {}, part) : part));

function marks(inside, numbers) {
  return [...inside.matchAll(GROUP)].flatMap(([, dataset, ids]) =>
    ids.split(/[,;]/).map((id) => id.trim()).filter((id) => id && !id.startsWith("+"))
      .map((id) => (numbers ? citationButton(dataset, id, numbers.get(key(dataset, id))) : uncheckedMark(dataset, id))));
}

/** A citation of an answer that is not whole yet: what it cites is checked at the end. */
function uncheckedMark(dataset, id) {
  return h("sup", { className: "cite", title: `${dataset} ${id}: not checked yet` }, "…",
    h("span", { className: "hidden" }, ` (${dataset} ${id})`));
}

function citationButton(dataset, id, found) {
  const known = found?.one.known;
  const place = found?.one.places?.[0];
  if (!known || !place) {
    const why = known ? `${dataset} ${id}: no place is known` : `${dataset} ${id} was never shown to the model`;
    return h("sup", { className: "cite unknown", title: why }, known ? `${found.number}` : "?",
      h("span", { className: "hidden" }, ` (${why})`));
  }
  return h("sup", {}, h("button", {
    type: "button", className: "cite", title: found.one.name,
    "aria-label": `Citation ${found.number}: ${dataset} ${id}, ${found.one.name}`,
    onclick: () => openSource(place),
  }, `${found.number}`));
}

/** The list below an answer: each record with the places where it stands. */
export function citationList(citations) {
  if (!citations.length) return null;
  return h("section", { className: "cited" }, h("h3", {}, "Cited"), h("ol", {}, citations.map((one) =>
    h("li", {}, one.known ? one.name || `${one.dataset} ${one.id}` : `${one.dataset} ${one.id} was never shown to the model: do not rely on it`,
      one.places.slice(0, 3).map((place) => [" ", placeButton(place)])))));
}

/** A button that opens a place; its name says where that is. */
export function placeButton(place, text) {
  const where = place.place || (Number.isInteger(place.start) ? `characters ${place.start}–${place.end}` : "");
  const title = text ?? [place.title || place.uri, where].filter(Boolean).join(", ");
  return h("button", { type: "button", className: "link", onclick: () => openSource(place) }, title);
}

const key = (dataset, id) => `${dataset.trim().toLowerCase()} ${id}`;
