// Elements from plain data. Text becomes text nodes, never HTML: there is no innerHTML in this page.

/** An element. Properties that begin with "on" are listeners, "class" and "data-…" attributes,
 * others properties; children are nodes, texts, or lists of them; null and false are left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !["list", "role", "form"].includes(name)) element[name] = value;
    else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Put children in place of what an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

let counter = 0;
/** An id that no other element has. */
export const newId = (name) => `${name}-${++counter}`;

/** A label above a control. */
export function field(label, control, properties = {}) {
  control.id ||= newId("field");
  return h("div", { className: "field", ...properties }, h("label", { htmlFor: control.id }, label), control);
}

/** A choice from {value: label}. */
export function select(options, value, properties = {}) {
  const element = h("select", properties,
    Object.entries(options).map(([key, label]) => h("option", { value: key }, label)));
  if (value !== undefined) element.value = value;
  return element;
}

/** A message in the corner, read aloud, gone after a while. */
export function note(text, kind = "info") {
  const box = h("p", { className: `note ${kind}` }, text);
  document.getElementById("notes").append(box);
  setTimeout(() => box.remove(), kind === "error" ? 12000 : 5000);
}

/** A paragraph that says what is wrong, and what to do. */
export const problem = (error) => h("p", { className: "problem", role: "alert" }, error.message);

/** Ask before something is done that cannot be taken back. */
export function confirmed(question, verb) {
  const dialog = document.getElementById("confirm");
  return new Promise((resolve) => {
    const answer = (yes) => { dialog.close(); resolve(yes); };
    fill(dialog,
      h("h2", { id: "confirm-title" }, question),
      h("div", { className: "row end" },
        h("button", { type: "button", onclick: () => answer(false) }, "Leave it"),
        h("button", { type: "button", className: "primary danger", onclick: () => answer(true) }, verb)));
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}

export const plural = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
