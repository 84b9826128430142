// Cypher: a console that only reads; saved queries; with an LLM, a question becomes a statement.

import { get, post } from "./api.js";
import { fill, field, h, plural, problem, select } from "./dom.js";

export function cypher(main) {
  const statement = h("textarea", { rows: 8, spellcheck: false, className: "code", name: "statement", value: "MATCH (a:Entity)-[r:RELATED]->(b:Entity)\nRETURN a.name AS from, r.relation_type AS relation, b.name AS to\nORDER BY r.weight DESC LIMIT 20" });
  const rows = h("input", { type: "number", min: 1, max: 1000, value: 100, name: "rows" });
  const parameters = h("div", { className: "row wrap" });
  const result = h("section", { className: "card" });
  result.setAttribute("aria-live", "polite");
  const words = h("section");
  const saved = h("div");
  fill(main, h("h1", {}, "Cypher"),
    h("p", { className: "muted" }, "The server runs it as a read, for 10 seconds at most."),
    h("form", { className: "card", onsubmit: (event) => { event.preventDefault(); run(); } },
      words, saved, field("Statement", statement), parameters,
      h("div", { className: "row wrap" }, field("Rows at most", rows), h("button", { className: "primary" }, "Run"), h("button", { type: "button", onclick: explain }, "Explain"))),
    result);
  result.hidden = true;
  statement.addEventListener("input", showParameters);
  statement.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(); });
  prepare();

  async function prepare() {
    try {
      const [queries, ways] = await Promise.all([get("/api/cypher/saved"), get("/api/modes")]);
      const choice = select({ "": "Choose…", ...Object.fromEntries(queries.map((one, n) => [n, one.purpose])) }, "");
      choice.onchange = () => { if (choice.value) { statement.value = queries[choice.value].text; showParameters(); } };
      fill(saved, field("Saved queries", choice));
      if (ways.has_llm) showWords();
    } catch (error) { show(problem(error)); }
  }

  function showWords() {
    const question = h("input", { type: "text", maxLength: 20000, name: "words" });
    const said = h("p", { className: "muted", role: "status" });
    fill(words, h("div", { className: "row wrap" }, field("In words", question, { class: "field grow" }), h("button", { type: "button", onclick: async () => {
      if (!question.value.trim()) return;
      fill(said, "Writing…");
      try {
        const written = await post("/api/cypher/write", { question: question.value });
        statement.value = written.statement;
        showParameters();
        fill(said, written.error ? problem(new Error(written.error)) : `${written.explanation} Read it, then run it.`);
      } catch (error) { fill(said, problem(error)); }
    } }, "Write Cypher")), said);
  }

  function showParameters() {
    const wanted = [...new Set([...statement.value.replace(/\/\/.*$/gm, "").matchAll(/\$(\w+)/g)].map(([, name]) => name))];
    const known = Object.fromEntries(given());
    fill(parameters, wanted.map((name) => field(`$${name}`, h("input", { type: "text", name: `parameter-${name}`, value: known[name] ?? "", placeholder: 'Text, 1984, or "1984"', title: "Digits are a number; in quotes they are text." }))));
  }

  const given = () => [...parameters.querySelectorAll("input")].map((input) => [input.name.slice(10), input.value]);
  const body = () => ({ statement: statement.value, parameters: Object.fromEntries(given().map(([name, text]) => [name, valueOf(name, text)])), limit: Number(rows.value) || 100 });

  async function run() {
    show(h("p", { className: "muted" }, "Running…"));
    try {
      const table = await post("/api/cypher", body());
      show(h("h2", {}, plural(table.rows.length, "row")), h("p", { className: "muted" }, `${table.seconds.toFixed(2)} s${table.more ? "; there are more" : ""}`),
        h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Rows" }, h("table", {},
          h("thead", {}, h("tr", {}, table.columns.map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, table.rows.map((row) => h("tr", {}, row.map((value) => h("td", {}, told(value)))))))));
    } catch (error) { show(problem(error)); }
  }

  async function explain() {
    try {
      const plan = await post("/api/cypher/explain", body());
      show(h("h2", {}, "Plan"), h("p", { className: "muted" }, `about ${Math.round(plan.estimated_rows).toLocaleString("en")} rows at its widest`), h("ol", {}, plan.operators.map((step) => h("li", {}, step))));
    } catch (error) { show(problem(error)); }
  }

  function show(...children) {
    result.hidden = false;
    fill(result, ...children);
  }
}

/** What somebody typed as a parameter: digits are a number, what stands in quotes is text. */
function valueOf(name, text) {
  const quoted = text.match(/^(["'])([^]*)\1$/);
  if (quoted) return quoted[2];
  if (!/^-?\d+$/.test(text)) return text;
  if (Number.isSafeInteger(Number(text))) return Number(text);
  throw new Error(`$${name} is too large for a number of this page. Put it in quotes, and say toInteger($${name}).`);
}

function told(value) {
  if (value === null) return h("span", { className: "muted" }, "null");
  if (typeof value !== "object") return String(value);
  if (value.labels) return `(:${value.labels.join(":")} ${value.properties.name ?? value.properties.title ?? value.properties.text ?? value.id})`;
  if (value.type && value.properties) return `[:${value.properties.relation_type ?? value.type}]`;
  if (value.nodes) return value.nodes.map(told).join("–");
  return JSON.stringify(value);
}
