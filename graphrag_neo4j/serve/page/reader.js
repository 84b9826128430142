// A source's text, open at a sentence.

import { get } from "./api.js";
import { fill, h, problem } from "./dom.js";

const AROUND = 1800;
const PAGE = 4000;

/** Show the text of a source around characters start to end, which are marked. */
export async function openSource({ uri, start, end, place }) {
  const dialog = document.getElementById("reader");
  const known = Number.isInteger(start) && start >= 0 && Number.isInteger(end);
  const marked = known ? { start, end } : null;
  const from = known ? Math.max(0, start - AROUND) : 0;
  const length = known ? Math.min(100000, end - from + AROUND) : PAGE;
  const close = h("button", { type: "button", className: "quiet", onclick: () => dialog.close() }, "Close");
  const title = h("h2", { id: "reader-title", tabIndex: -1 }, "Source");
  const where = h("p", { className: "muted" });
  const text = h("div", { className: "text", tabIndex: 0, role: "region" });
  text.setAttribute("aria-labelledby", "reader-title");
  const earlier = h("button", { type: "button" }, "Earlier");
  const later = h("button", { type: "button" }, "Later");
  fill(dialog, h("header", { className: "sheet-head" }, h("div", {}, title, where), close),
    text, h("footer", { className: "row" }, earlier, later));
  if (!dialog.open) dialog.showModal();

  let first = from;
  async function load(at, size) {
    try {
      return await get("/api/sources/text", { name: uri, start: at, length: size });
    } catch (error) {
      fill(text, problem(error));
      return null;
    }
  }
  const page = await load(from, length);
  if (!page) return;
  title.textContent = page.source.title || uri;
  fill(where, [place, known ? `characters ${start}–${end}` : null, page.source.uri].filter(Boolean).join(" · "));
  fill(text, paragraphs(page.pieces, marked));
  if (page.unplaced) text.append(h("p", { className: "muted" }, `${page.unplaced} passages have no known place.`));
  text.querySelector("mark")?.scrollIntoView({ block: "center" });
  title.focus({ preventScroll: true });
  let next = page.next_start;
  earlier.hidden = first === 0;
  later.hidden = next === null;

  earlier.onclick = async () => {
    const at = Math.max(0, first - PAGE);
    const more = await load(at, first - at);
    if (!more) return;
    const height = text.scrollHeight;
    text.prepend(...paragraphs(more.pieces, marked));
    text.scrollTop += text.scrollHeight - height;
    first = at;
    earlier.hidden = first === 0;
  };
  later.onclick = async () => {
    const more = await load(next, PAGE);
    if (!more) return;
    text.append(...paragraphs(more.pieces, marked));
    next = more.next_start;
    later.hidden = next === null;
  };
}

function paragraphs(pieces, marked) {
  let place = null;
  return pieces.flatMap((piece) => {
    const label = piece.place && piece.place !== place ? h("p", { className: "place" }, piece.place) : null;
    place = piece.place;
    return [label, h("p", {}, ...withMark(piece, marked))].filter(Boolean);
  });
}

/** The text of a piece, its part of the marked characters within a mark. Offsets count code
 * points, as Python does; strings here count UTF-16 units. */
function withMark(piece, marked) {
  if (!marked || marked.end <= piece.start || marked.start >= piece.end) return [piece.text];
  const points = Array.from(piece.text);
  const from = Math.max(0, marked.start - piece.start);
  const to = Math.max(from, marked.end - piece.start);
  return [points.slice(0, from).join(""), h("mark", {}, points.slice(from, to).join("")), points.slice(to).join("")];
}
