// A picture of nodes and directed, typed edges, on cytoscape.

import cytoscape from "./vendor/cytoscape.esm.min.mjs";

const LIGHT = ["#0b6e78", "#b8570a", "#3f63c9", "#8a3a8f", "#4b7d1e", "#b03052", "#6b5b1f", "#2f6f9f", "#7a4a2b", "#1f7a4d", "#a33b73", "#5d6f12", "#5a4fb0", "#8c4a4a", "#3f7f8f", "#94600f"];
const DARK = ["#4fc3cf", "#f0a35e", "#8fabff", "#d79adb", "#a5d273", "#f58aa6", "#d5c27a", "#7fc0ec", "#d3a184", "#7fd6a8", "#e59ac4", "#c3cf6a", "#b3a8ff", "#e0a3a3", "#93c9d6", "#e3b96a"];
const MANY = 600;

/** A drawing in an element; onSelect gets the node or edge that is clicked, or null. */
export class GraphView {
  constructor(element, onSelect) {
    this.kinds = new Map();
    this.places = new Map();
    this.dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.cy = cytoscape({
      container: element, elements: [], style: this.style(),
      minZoom: 0.05, maxZoom: 4, hideEdgesOnViewport: true, textureOnViewport: false, pixelRatio: Math.min(devicePixelRatio, 2),
    });
    this.cy.on("tap", "node, edge", (event) => onSelect(event.target.data()));
    this.cy.on("tap", (event) => { if (event.target === this.cy) onSelect(null); });
  }

  /** Draw a picture in place of what is there, or beside it. */
  draw(picture, { add = false } = {}) {
    const cy = this.cy;
    const known = new Set(add ? cy.nodes().map((node) => node.id()) : []);
    if (!add) { cy.elements().remove(); this.kinds.clear(); }
    for (const node of picture.nodes) this.places.set(node.kind, node.colour);
    for (const node of picture.nodes) this.kinds.set(node.kind, (this.kinds.get(node.kind) ?? 0) + (known.has(node.id) ? 0 : 1));
    this.colour();
    const nodes = picture.nodes.filter((node) => !known.has(node.id)).map((node) => ({
      group: "nodes", classes: node.marked ? "marked" : "", data: { ...node, weight: Math.sqrt(node.size ?? 1) * 26, colour: this.colours.get(node.kind) } }));
    const edges = picture.edges.map((edge) => ({
      group: "edges", data: { ...edge, id: `${edge.source}>${edge.quiet}${edge.directed}>${edge.target}`, label: edge.quiet ? "" : edge.type.replaceAll("_", " ") },
      classes: (edge.quiet ? "quiet" : "") + (edge.directed ? "" : " together") })).filter((edge) => cy.getElementById(edge.data.id).empty());
    const unique = [...new Map(edges.map((edge) => [edge.data.id, edge])).values()];
    const added = cy.add([...nodes, ...unique]);
    const many = cy.nodes().length > MANY;
    cy.style(this.style(many));
    this.arrange(many, add ? added : null);
  }

  arrange(many, added) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const layout = many
      ? { name: "concentric", concentric: (node) => node.degree(), levelWidth: () => 4, minNodeSpacing: 8, animate: false }
      : { name: "cose", animate: false, randomize: false, nodeRepulsion: () => 16000, idealEdgeLength: () => 64, nodeOverlap: 24, gravity: 0.5, numIter: 900, componentSpacing: 60 };
    if (!many && !added) this.cy.layout({ name: "concentric", concentric: (node) => node.degree(), animate: false }).run(); // a start in order: fewer crossings
    this.cy.layout(layout).run();
    if (still || !added) this.cy.fit(undefined, 36);
    else this.cy.animate({ fit: { eles: this.cy.elements(), padding: 36 }, duration: 250 });
  }

  /** Kinds with their colours, the most frequent first. */
  legend() {
    return [...this.kinds].sort((a, b) => b[1] - a[1]).map(([kind, n]) => ({ kind, n, colour: this.colours.get(kind) }));
  }

  colour() {
    const palette = this.dark ? DARK : LIGHT;
    this.colours = new Map([...this.places].map(([kind, place]) => [kind, palette[place % palette.length]]));
    this.colours.set("UNKNOWN", this.dark ? "#b9b9c9" : "#5f5f6f");
    this.colours.set("Statement", this.dark ? "#5d6673" : "#a3abb5");
  }

  show(kind, visible) {
    this.cy.nodes().filter((node) => node.data("kind") === kind).style("display", visible ? "element" : "none");
  }

  /** Select a node and bring it to the middle. */
  find(id) {
    const node = this.cy.getElementById(id);
    if (node.empty()) return false;
    this.cy.elements().unselect();
    node.select();
    this.cy.animate({ center: { eles: node }, zoom: Math.max(1, this.cy.zoom()), duration: 200 });
    return true;
  }

  style(many = false) {
    const ink = this.dark ? "#e6e8eb" : "#1f2328";
    const paper = this.dark ? "#1b1f24" : "#ffffff";
    const line = this.dark ? "#6a7480" : "#9aa3ad";
    return [
      { selector: "node", style: { "background-color": "data(colour)", width: "data(weight)", height: "data(weight)", label: "data(name)", color: ink,
        "font-size": many ? 11 : 15, "text-valign": "bottom", "text-margin-y": 4, "text-wrap": "ellipsis", "text-max-width": 150, "text-outline-color": paper, "text-outline-width": 2,
        "min-zoomed-font-size": many ? 9 : 5, "font-family": "system-ui, sans-serif" } },
      { selector: "node[kind = 'Statement']", style: { shape: "round-rectangle", width: 14, height: 14, "font-size": many ? 9 : 10, "text-max-width": 110, "text-opacity": 0.8 } },
      { selector: "node.marked", style: { "background-color": this.dark ? "#e3b23c" : "#b07d0a", width: 20, height: 20, "font-weight": "bold", "text-opacity": 1 } },
      { selector: "edge", style: { width: 1.4, "line-color": line, "target-arrow-color": line, "target-arrow-shape": "triangle", "arrow-scale": 0.9,
        "curve-style": many ? "haystack" : "bezier", label: many ? "" : "data(label)", "font-size": 11, color: ink, "text-rotation": "autorotate", "text-background-color": paper,
        "text-background-opacity": 0.85, "text-background-padding": 1, "min-zoomed-font-size": 4 } },
      { selector: "edge.quiet", style: { width: 0.7, "target-arrow-shape": "none", label: "" } },
      { selector: "edge.together", style: { width: 1, "line-style": "dashed" } },
      { selector: ":selected", style: { "border-width": 3, "border-color": ink, "line-color": ink, "target-arrow-color": ink, width: undefined } },
    ].map((rule) => ({ ...rule, style: Object.fromEntries(Object.entries(rule.style).filter(([, value]) => value !== undefined)) }));
  }

  close() {
    this.cy.destroy();
  }
}
