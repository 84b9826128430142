// See: the part of the graph that answers a question, what is around an entity, communities.

import { get } from "./api.js";
import { fill, field, h, note, plural, problem, select } from "./dom.js";
import { GraphView } from "./graph_view.js";
import { openSource } from "./reader.js";

const WHAT = { question: "What answers a question", entity: "What is around an entity", communities: "The map of communities" };

export function see(main, given) {
  const wanted = given.entity ? "entity" : given.question ? "question" : given.what ?? "communities";
  const what = select(WHAT, wanted, { name: "what" });
  const text = h("input", { type: "search", name: "text", maxLength: 20000, value: given.question ?? given.entity ?? "" });
  const depth = select({ 1: "1 step", 2: "2 steps", 3: "3 steps" }, "1", { name: "depth" });
  const level = h("input", { type: "number", name: "level", min: 0, max: 1000, value: 0 });
  const limit = select({ 60: "60", 200: "200", 1000: "1,000", 5000: "5,000" }, "200", { name: "limit" });
  const textField = field("Question", text, { class: "field grow" });
  const depthField = field("How far", depth);
  const levelField = field("Level (0 = finest)", level);
  const status = h("p", { className: "muted", role: "status" });
  const canvas = h("div", { className: "canvas" });
  const legend = h("div", { className: "legend" });
  const details = h("aside", { className: "card details" });
  details.setAttribute("aria-live", "polite");
  details.setAttribute("aria-label", "What is selected");
  const table = h("details", { className: "card" });
  const finder = h("input", { type: "search", placeholder: "A name in the picture", name: "find" });
  const options = h("datalist", { id: "names" });
  let view = null;
  let picture = { nodes: [], edges: [], places: {} };

  what.onchange = () => { adapt(); if (what.value === "communities") draw(); };
  function adapt() {
    const kind = what.value;
    textField.hidden = kind === "communities";
    depthField.hidden = kind !== "entity";
    levelField.hidden = kind !== "communities";
    textField.querySelector("label").textContent = kind === "entity" ? "Entity" : "Question";
  }
  finder.setAttribute("list", "names");
  finder.onchange = () => {
    const node = picture.nodes.find((one) => one.name === finder.value);
    if (node && view.find(node.id)) selected(node);
    else note("Nothing in this picture has that name.");
  };

  fill(main,
    h("h1", {}, "See"),
    h("form", { className: "card row wrap", onsubmit: (event) => { event.preventDefault(); draw(); } },
      field("Picture", what), textField, depthField, levelField, field("Nodes at most", limit), h("button", { className: "primary" }, "Draw")),
    status,
    h("div", { className: "seen" }, h("div", { className: "stage card" }, canvas, legend,
      h("div", { className: "row finder" }, field("Find", finder), options,
        h("button", { type: "button", onclick: () => view.cy.fit(undefined, 36) }, "Show all"))), details),
    table);
  adapt();
  view = new GraphView(canvas, (data) => selected(data));
  fill(details, h("p", { className: "muted" }, "Choose a node or an arrow to see what it is."));
  if (text.value || given.what) draw(given.mode);
  else if (what.value === "communities") begin();

  /** The map of communities; what is mentioned most and what is around it while there are none. */
  async function begin() {
    try {
      const communities = await get("/api/communities", { limit: 1 });
      const [most] = communities.length ? [] : await get("/api/entities", { limit: 1 });
      if (what.value !== "communities") return; // something else was chosen meanwhile
      if (communities.length) { draw(); return; }
      if (!most) {
        fill(status, "The graph is empty. ", h("a", { href: "#/check" }, "Upload some documents"), ".");
        return;
      }
      what.value = "entity";
      text.value = most.name;
      adapt();
      await draw();
      status.append(". No communities are found yet: ", h("a", { href: "#/check" }, "find communities"));
    } catch (error) { fill(status, problem(error)); }
  }

  async function draw(mode) {
    fill(status, "Drawing…");
    const kind = what.value;
    try {
      if (kind === "question") shown(await get("/api/picture/question", { question: text.value, mode, limit: limit.value }));
      else if (kind === "entity") shown(await get("/api/picture/entity", { name: text.value, depth: depth.value, limit: limit.value }));
      else shown(await get("/api/picture/communities", { level: level.value, limit: limit.value }));
    } catch (error) {
      fill(status, problem(error), kind === "communities" && h("a", { href: "#/check" }, "Find communities"));
    }
  }

  function shown(found, add = false) {
    picture = add ? joined(picture, found) : found;
    view.draw(found, { add });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${picture.title}: ${picture.nodes.length} nodes and ${picture.edges.length} arrows. The same as a table below.`);
    fill(status, picture.nodes.length ? `${picture.title}: ${plural(picture.nodes.length, "node")}, ${plural(picture.edges.length, "arrow")}` : "The graph says nothing on this.");
    fill(options, picture.nodes.map((node) => h("option", { value: node.name })));
    fill(legend, view.legend().map(({ kind, n, colour }) => {
      const box = h("input", { type: "checkbox", checked: true, onchange: () => view.show(kind, box.checked) });
      const dot = h("span", { className: "dot" });
      dot.style.backgroundColor = colour;
      return h("label", {}, box, dot, `${kind.toLowerCase()} ${n}`);
    }));
    asTable();
  }

  function asTable() {
    const names = new Map(picture.nodes.map((node) => [node.id, node]));
    const rows = picture.edges.filter((edge) => !edge.quiet).slice(0, 500);
    fill(table, h("summary", {}, "The same as a table"),
      h("table", {}, h("thead", {}, h("tr", {}, ["From", "Relation", "To"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows.map((edge) => h("tr", {}, h("td", {}, nodeButton(names.get(edge.source))), h("td", {}, edge.type), h("td", {}, nodeButton(names.get(edge.target))))))),
      !rows.length && h("ul", {}, picture.nodes.map((node) => h("li", {}, nodeButton(node)))));
  }

  const nodeButton = (node) => node && h("button", { type: "button", className: "link", onclick: () => { view.find(node.id); selected(node); } }, node.name);

  function selected(data) {
    if (!data) { fill(details, h("p", { className: "muted" }, "Nothing is selected.")); return; }
    const place = picture.places[data.id];
    const isEntity = data.kind && !["Statement", "Community"].includes(data.kind);
    fill(details,
      h("h2", {}, data.name ?? data.type),
      h("p", { className: "muted" }, data.kind ? data.kind.toLowerCase() : arrow(data)),
      h("dl", {}, (data.details ?? []).filter(([name]) => name !== "Link").map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
      h("div", { className: "row wrap" },
        place && h("button", { type: "button", className: "primary", onclick: () => openSource(place) }, "Open in the text"),
        isEntity && h("button", { type: "button", onclick: () => expand(data) }, "Show its neighbours"),
        isEntity && h("button", { type: "button", onclick: () => about(data) }, "What is said of it"),
        data.kind === "Community" && h("button", { type: "button", className: "primary", onclick: () => inside(data.id) }, "Look inside")));
  }

  const arrow = (edge) => {
    const names = new Map(picture.nodes.map((node) => [node.id, node.name]));
    return `${names.get(edge.source)} ${edge.directed ? "→" : "–"} ${names.get(edge.target)}`;
  };

  async function expand(node) {
    try { shown(await get("/api/picture/entity", { name: node.id, depth: 1, limit: limit.value }), true); view.find(node.id); } catch (error) { note(error.message, "error"); }
  }

  async function about(node) {
    try {
      const entity = await get("/api/entities/get", { name: node.id, limit: 30 });
      fill(details, h("h2", {}, entity.name), h("p", { className: "muted" }, [entity.type.toLowerCase(), ...entity.aliases.map((name) => `also ${name}`)].join(" · ")),
        entity.description && h("p", {}, entity.description),
        h("h3", {}, "Said of it"), h("ul", { className: "plain" }, entity.statements.map((said) =>
          h("li", {}, said.text, " ", h("button", { type: "button", className: "link", onclick: () => openSource(said) }, [said.title, said.place].filter(Boolean).join(", "))))),
        h("h3", {}, "Relations"), h("ul", { className: "plain" }, entity.relations.map((one) => h("li", {}, `${one.from} → ${one.type} → ${one.to}`))),
        entity.neighbours.length > 0 && h("h3", {}, "Named together with"),
        entity.neighbours.length > 0 && h("p", {}, entity.neighbours.map((one) => one.name).join("; ")));
    } catch (error) { note(error.message, "error"); }
  }

  async function inside(id) {
    try {
      const [community, found] = await Promise.all([get(`/api/communities/${id}`), get("/api/picture/community", { id, limit: limit.value })]);
      shown(found);
      fill(details,
        h("h2", {}, community.title ?? community.name), h("p", { className: "muted" }, `level ${community.level} · ${plural(community.size, "entity", "entities")}${community.written_by ? ` · report by ${community.written_by}` : ""}`),
        community.summary && h("p", {}, community.summary),
        community.findings.map((finding) => h("section", {}, h("h3", {}, finding.summary), h("p", {}, plainText(finding.explanation)))),
        community.evidence.length > 0 && [h("h3", {}, "Evidence"), h("ul", { className: "plain" }, community.evidence.slice(0, 12).map((said) =>
          h("li", {}, said.text, " ", h("button", { type: "button", className: "link", onclick: () => openSource(said) }, said.place || "in the text"))))],
        community.sub_communities.length > 0 && [h("h3", {}, "Parts"), h("ul", { className: "plain" }, community.sub_communities.map((part) =>
          h("li", {}, h("button", { type: "button", className: "link", onclick: () => inside(part.id) }, `${part.title} (${part.size})`))))],
        community.parent && h("button", { type: "button", onclick: () => inside(community.parent) }, "Up: what it is part of"));
    } catch (error) { note(error.message, "error"); }
  }

  return () => view.close();
}

const plainText = (text) => (text ?? "").replace(/\s*\[(?:Data|records):[^\]]*\]/gi, "");

function joined(one, other) {
  const nodes = new Map([...one.nodes, ...other.nodes].map((node) => [node.id, node]));
  const edges = new Map([...one.edges, ...other.edges].map((edge) => [`${edge.source} ${edge.type} ${edge.target}`, edge]));
  return { title: one.title, nodes: [...nodes.values()], edges: [...edges.values()], places: { ...one.places, ...other.places } };
}
