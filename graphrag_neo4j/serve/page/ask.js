// Ask: a question, a way of asking, the answer or the evidence; two ways side by side.

import { events, get, post } from "./api.js";
import { answerText, citationList, placeButton } from "./answer_text.js";
import { fill, field, h, plural, problem } from "./dom.js";

const KEPT = 20; // answers to go back to
const kept = new Map(); // elements of answers, by the address that has their question

export function ask(main, given) {
  const question = h("textarea", { rows: 2, maxLength: 20000, required: true, placeholder: "Ask your documents…", value: given.question ?? "", name: "question" });
  const first = h("select", { name: "mode" });
  const second = h("select", { name: "compare" });
  const button = h("button", { className: "primary" }, "Ask");
  const hint = h("p", { className: "muted" });
  const ideas = h("div", { className: "chips" });
  const answers = h("div", { className: "answers" });
  let stop = null;
  let ways = null;
  let early = false;

  async function start(event) {
    event?.preventDefault();
    const text = question.value.trim();
    if (!text) { question.focus(); return; }
    const wanted = [first.value, second.value].filter(Boolean);
    if (!wanted.length) { early = true; return; } // asked as soon as the ways of asking are there
    stop?.abort();
    stop = new AbortController();
    const boxes = wanted.map(() => h("article", { className: "card answer" }));
    show(boxes);
    const { signal } = stop;
    const asked = new URLSearchParams({ question: text, mode: first.value, compare: second.value });
    history.replaceState({ asked: true }, "", `#/ask?${asked}`);
    const address = location.hash;
    const whole = await Promise.all(wanted.map((way, n) => answer(boxes[n], way, text, ways.has_llm, signal)));
    if (whole.every(Boolean) && !signal.aborted) keep(address, boxes);
  }

  function show(boxes) {
    fill(answers, ...boxes);
    answers.classList.toggle("two", boxes.length > 1);
  }

  question.addEventListener("keydown", (event) => {
    // 229: some browsers say so of the Enter that ends a composition (of Japanese, say)
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) start(event);
  });
  fill(main,
    h("h1", {}, "Ask"),
    h("form", { className: "card ask", onsubmit: start },
      field("Question", question),
      h("div", { className: "row wrap" }, field("Way of asking", first), field("Beside it", second), button)),
    hint, ideas, answers);

  if (history.state?.asked && kept.has(location.hash)) show(kept.get(location.hash));
  prepare();
  async function prepare() {
    try {
      ways = await get("/api/modes");
      fillModes(first, ways, given.mode || (ways.has_llm ? "search:auto" : "retrieve:traversal"));
      fillModes(second, ways, given.compare || "", "nothing");
      fill(hint, ways.has_llm ? `Answers are written by ${ways.model} from what the graph says, and cite it.`
        : "No LLM is set: you see the evidence itself. For written answers, start the server with OPENAI_API_KEY or OPENAI_BASE_URL.");
      // who comes back, or loads the page anew, has asked already; who follows a link has not
      if (early || (given.question && !history.state?.asked)) start();
      const [questions, sources] = await Promise.all([get("/api/suggestions"), get("/api/sources", { limit: 1 })]);
      if (!sources.length) {
        fill(ideas, h("p", { className: "card empty" }, "The graph is empty. ",
          h("a", { href: "#/check" }, "Upload some"), ", and ask in a moment."));
        return;
      }
      fill(ideas, questions.map((text) => h("button", { type: "button", className: "chip", onclick: () => { question.value = text; start(); } }, text)));
    } catch (error) {
      fill(hint, problem(error));
    }
  }
  return () => stop?.abort();
}

function keep(address, boxes) {
  kept.delete(address);
  kept.set(address, boxes);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}

function fillModes(select, ways, value, none) {
  const groups = [["Find the evidence", "retrieve"], ["Read the whole context", "search"]];
  if (ways.has_llm) groups.reverse();
  fill(select,
    none && h("option", { value: "" }, none),
    groups.map(([label, kind]) => h("optgroup", { label }, Object.entries(ways[kind]).map(([name, meaning]) =>
      h("option", { value: `${kind}:${name}`, title: meaning }, `${name} – ${short(meaning, 60)}`)))));
  select.value = value;
}

const short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** Ask, show it in `box`, and say whether an answer came. */
async function answer(box, way, question, hasLlm, signal) {
  const [kind, mode] = way.split(":");
  const status = h("p", { className: "muted working", role: "status" }, "Looking…");
  const body = h("div", { className: "body" });
  fill(box, h("h2", {}, mode), status, body);
  try {
    if (kind === "retrieve" && hasLlm) showAsked(box, status, body, await post("/api/ask", { question, mode }), question, mode);
    else if (kind === "retrieve") showEvidence(status, body, await post("/api/retrieve", { question, mode, shown: SHOWN }), question, mode);
    else await search(status, body, question, mode, hasLlm, signal);
    return true;
  } catch (error) {
    if (error.name === "AbortError") return false;
    fill(status, body.hasChildNodes() ? "The answer broke off." : "No answer.");
    body.append(problem(error)); // below what has come so far
    return false;
  } finally {
    status.classList.remove("working");
  }
}

async function search(status, body, question, mode, hasLlm, signal) {
  let text = "";
  const asked = { question, mode, options: hasLlm ? {} : { context_only: true } };
  for await (const { kind, data } of events("/api/search/stream", asked, signal)) {
    if (kind === "context") fill(status, hasLlm ? "Reading what was found…" : "Found.");
    if (kind === "text") { text += data.text; fill(body, ...answerText(text, null)); }
    if (kind === "error") throw new Error(`${data.error.message} ${data.error.hint}`);
    if (kind === "result") { showResult(status, body, data, question); return; }
  }
  throw new Error("The server ended the answer before it was whole. Ask again.");
}

function showResult(status, body, result, question) {
  const why = result.details?.why;
  fill(status, why ? `${result.mode}: ${why}.` : told(result.total, result.seconds));
  const notes = result.notes.filter((text) => !why || !text.startsWith("Mode "));
  fill(body,
    result.error && problem(new Error(result.error)),
    result.answer ? answerText(result.answer, result.citations) : null,
    result.answer ? citationList(result.citations) : h("p", {}, result.sources.length ? "The texts that bear on it:" : "The graph says nothing on this."),
    !result.answer && h("ul", { className: "evidence" }, result.sources.slice(0, 12).map((one) =>
      h("li", {}, h("p", {}, one.text), placeButton(one.place)))),
    notes.map((text) => h("p", { className: "muted" }, text)),
    result.context.text && h("details", {}, h("summary", {}, `The whole context, ${plural(result.context.tokens, "token")}`), h("pre", { tabIndex: 0 }, result.context.text)),
    seeLink(question, "traversal"));
}

function showAsked(box, status, body, result, question, mode) {
  fill(status, told(result.total));
  fill(body, answerText(result.answer, result.citations), citationList(result.citations),
    h("details", {}, h("summary", {}, ALL), evidence(result.results, FOLDED)), seeLink(question, mode));
}

function showEvidence(status, body, results, question, mode) {
  fill(status, results.length === 0 ? "Nothing found." : introduced(results[0].score));
  fill(body, evidence(results), results.length > 0 && everything(question, mode), results.length > 0 && seeLink(question, mode));
}

/** All results, each with all its statements, fetched when they are wanted. */
function everything(question, mode) {
  const all = h("div", {});
  const box = h("details", { ontoggle: async () => {
    if (!box.open || all.hasChildNodes()) return;
    fill(all, h("p", { className: "muted working" }, "Looking…"));
    try {
      fill(all, evidence(await post("/api/retrieve", { question, mode }), FOLDED));
    } catch (error) {
      fill(all, problem(error));
    }
  } }, h("summary", {}, ALL), all);
  return box;
}

function introduced(score) { // as the shell does
  if (score < 0 || score >= 0.3) return "What the documents say:";
  return score < 0.15
    ? "Nothing in these documents seems to answer this. The nearest:"
    : "These documents may not answer this. The nearest:";
}

const ALL = "All that was found";
const SHOWN = 12; // the most relevant statements, in their order, as the shell shows them
const FOLDED = 4; // statements of a result, before the rest is folded

function evidence(results, most = Infinity) {
  return h("ol", { className: "evidence results" }, results.map((result) => {
    const title = result.source.title || result.source.uri;
    const list = (statements) => h("ul", {}, statements.map((said) => h("li", {}, said.named ?? said.text, " ",
      placeButton({ uri: result.source.uri, title, ...said }, said.place || "in the text"))));
    const more = result.statements.slice(most);
    return h("li", {},
      h("h3", {}, title, result.topic !== title && h("span", { className: "muted" }, ` ${result.topic}`)),
      list(result.statements.slice(0, most)),
      more.length > 0 && h("details", {}, h("summary", {}, plural(more.length, "more statement")), list(more)),
      h("details", { className: "why" }, h("summary", {}, "Why this"), h("pre", { tabIndex: 0 }, JSON.stringify(result.path, null, 1))));
  }));
}

const seeLink = (question, mode) => h("p", {}, h("a", { href: `#/see?${new URLSearchParams({ question, mode })}` }, "See the part of the graph that answered"));

function told(total, seconds) {
  if (!total?.calls && !total?.cached) return seconds ? `${seconds.toFixed(1)} s` : "Done.";
  const cost = total.cost === null ? "price unknown" : `$${total.cost.toFixed(4)}`;
  return `${plural(total.calls, "call")} of the LLM, ${plural(total.tokens_in + total.tokens_out, "token")}, ${cost}`;
}
