// The API, from /openapi.json: each route with what it takes.

import { fill, h } from "./dom.js";

const spec = await (await fetch("openapi.json")).json();
const named = (ref) => spec.components.schemas[ref.split("/").pop()];
const typeOf = (schema) => schema?.$ref ? typeOf(named(schema.$ref)) : schema?.anyOf ? schema.anyOf.map(typeOf).join(" or ") : schema?.enum ? schema.enum.join(" | ") : schema?.const ?? (schema?.type === "array" ? `list of ${typeOf(schema.items)}` : schema?.type ?? "any");

function takes(operation) {
  const rows = (operation.parameters ?? []).map((one) => [one.name, typeOf(one.schema), one.required, one.description ?? one.schema.description, one.schema.default]);
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  if (content) {
    const schema = content[1].schema.$ref ? named(content[1].schema.$ref) : content[1].schema;
    for (const [name, one] of Object.entries(schema.properties ?? {})) rows.push([name, typeOf(one), schema.required?.includes(name), one.description, one.default]);
  }
  return rows.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, ["Field", "Takes", "Meaning"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(([name, type, required, meaning, value]) => h("tr", {}, h("td", {}, h("code", {}, name), required && " (needed)"), h("td", {}, type),
      h("td", {}, meaning ?? "", value !== undefined && value !== null && h("span", { className: "muted" }, ` [${JSON.stringify(value)}]`))))));
}

fill(document.getElementById("main"),
  h("h1", {}, "API"), spec.info.description.trim().split("\n\n").map((text) => h("p", {}, text)),
  h("p", {}, "The same for programs: ", h("a", { href: "openapi.json" }, "openapi.json"), "."),
  Object.entries(spec.paths).map(([path, methods]) => Object.entries(methods).map(([method, operation]) =>
    h("details", { className: "card" }, h("summary", {}, h("code", {}, `${method.toUpperCase()} ${path}`), " ", operation.summary), operation.description && h("p", {}, operation.description), takes(operation)))));
