// Which view is shown: "#/ask", "#/see?question=…", "#/source?name=…&start=…&end=…".

import { get, setToken, takeToken } from "./api.js";
import { ask } from "./ask.js";
import { check } from "./check.js";
import { cypher } from "./cypher.js";
import { fill, field, h, plural } from "./dom.js";
import { openSource } from "./reader.js";
import { see } from "./see.js";

const VIEWS = { ask, see, check, cypher };
let leave = null;

async function show() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const given = Object.fromEntries(new URLSearchParams(query));
  const name = path in VIEWS ? path : "ask";
  if (path === "source" && given.name) {
    openSource({ uri: given.name, start: number(given.start), end: number(given.end) });
  } else document.getElementById("reader").close();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${name[0].toUpperCase()}${name.slice(1)} · graphrag-neo4j`;
  leave?.();
  const main = document.getElementById("main");
  main.className = `view-${name}`;
  leave = VIEWS[name](main, given) ?? null;
}

const number = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : null);

export async function showTotals() {
  try {
    const { nodes } = await get("/api/stats");
    fill(document.getElementById("totals"),
      `${plural(nodes.Source ?? 0, "document")} · ${plural(nodes.Entity ?? 0, "entity", "entities")}`);
  } catch { /* the view says what is wrong */ }
}

function login() {
  const dialog = document.getElementById("login");
  if (dialog.open) return;
  const input = h("input", { type: "password", autocomplete: "off", required: true, name: "token" });
  const form = h("form", { onsubmit: (event) => {
    event.preventDefault();
    setToken(input.value);
    dialog.close();
    start();
  } },
    h("h2", { id: "login-title" }, "Which token?"),
    h("p", {}, "This server answers only those who know its token. It printed a link with it when it ",
      "started; it is also in the file “token” of the folder that it named."),
    field("Token", input),
    h("div", { className: "row end" }, h("button", { className: "primary" }, "Open")));
  fill(dialog, form);
  dialog.showModal();
}

function start() {
  show();
  showTotals();
}

window.addEventListener("hashchange", () => (new URLSearchParams(location.hash.slice(1)).has("token") ? (takeToken(), start()) : show()));
window.addEventListener("token-wanted", login);
window.addEventListener("graph-changed", showTotals);
takeToken();
start();
