// Check: documents and the work on them, what failed, and which entities are the same.

import { get, post, remove, upload } from "./api.js";
import { confirmed, fill, field, h, note, plural, problem } from "./dom.js";
import { openSource } from "./reader.js";

const POLL = 700;
const STATES = { waiting: "waiting for its turn", running: "running", done: "done", failed: "failed", cancelled: "cancelled", parked: "parked until the next start" };
const KINDS = { ingest: "Read documents", communities: "Find communities and write reports", resolve: "Merge what is the same" };

export function check(main) {
  const uploads = h("section", { className: "card" });
  const jobs = h("section", { className: "card" });
  const documents = h("section", { className: "card" });
  const names = h("section", { className: "card" });
  const facts = h("section", { className: "card" });
  const problems = h("section", { className: "card" });
  fill(main, h("h1", {}, "Check"), uploads, jobs, documents, problems, names, facts);
  let timer = null;
  let active = true;
  let before = "";

  showUpload();
  showJobs();
  showDocuments();
  showProblems();
  showNames();
  showFacts();

  function showUpload() {
    const input = h("input", { type: "file", multiple: true, name: "files" });
    const said = h("p", { className: "muted", role: "status" });
    const drop = h("div", { className: "drop" }, field("Files: PDF, Office, HTML, EPUB, mail, tables, any text", input),
      h("div", { className: "row wrap" },
        h("button", { type: "button", className: "primary", onclick: () => start(input.files) }, "Read them"),
        h("button", { type: "button", onclick: () => plan(input.files) }, "What would it take?")), said);
    drop.ondragover = (event) => { event.preventDefault(); drop.classList.add("over"); };
    drop.ondragleave = () => drop.classList.remove("over");
    drop.ondrop = (event) => { event.preventDefault(); drop.classList.remove("over"); start(event.dataTransfer.files); };
    fill(uploads, h("h2", {}, "Add documents"), drop,
      h("div", { className: "row wrap" }, ["communities", "resolve"].map((kind) =>
        h("button", { type: "button", onclick: () => act(() => post("/api/jobs", { kind })) }, KINDS[kind]))));

    async function start(files) {
      if (!files.length) { fill(said, "Choose files first."); return; }
      fill(said, `Sending ${plural(files.length, "file")}…`);
      try {
        await upload("/api/documents", files);
        fill(said, "They are safe with the server, and are read now.");
        input.value = "";
        showJobs();
      } catch (error) { fill(said, problem(error)); }
    }
    async function plan(files) {
      if (!files.length) { fill(said, "Choose files first."); return; }
      try {
        const found = await upload("/api/plan", files);
        const cost = found.calls ? `${plural(found.calls, "call")} of the LLM, ${found.cost === null ? "price unknown" : `about $${found.cost.toFixed(4)}`}` : "no LLM calls";
        fill(said, `${plural(found.documents, "document")} to read, ${plural(found.chunks, "chunk")}, ${cost}; ${found.unchanged} unchanged.`);
      } catch (error) { fill(said, problem(error)); }
    }
  }

  async function act(work) {
    try { await work(); } catch (error) { note(error.message, "error"); }
    showJobs();
  }

  async function showJobs() {
    clearTimeout(timer);
    if (!active) return;
    try {
      const found = await get("/api/jobs", { limit: 20 });
      const seen = JSON.stringify(found);
      if (seen !== before) fill(jobs, h("h2", {}, "Work"), found.length ? h("ul", { className: "jobs" }, found.map(jobRow)) : h("p", { className: "muted" }, "Nothing yet."));
      const states = found.map((job) => job.state).join();
      if (before && states !== JSON.parse(before).map((job) => job.state).join()) changed();
      before = seen;
      if (found.some((job) => ["waiting", "running"].includes(job.state))) timer = setTimeout(showJobs, POLL);
    } catch (error) {
      fill(jobs, h("h2", {}, "Work"), problem(error));
      timer = setTimeout(showJobs, 5 * POLL);
    }
  }

  function changed() {
    window.dispatchEvent(new Event("graph-changed"));
    showDocuments();
    showProblems();
  }

  function jobRow(job) {
    const what = job.kind === "ingest" ? `Read ${job.files.length === 1 ? job.files[0].name : plural(job.files.length, "file")}` : KINDS[job.kind];
    const over = ["done", "failed", "cancelled"].includes(job.state);
    const failed = job.files.filter((file) => file.state === "failed");
    const bar = job.state === "running" && h("progress", { max: job.total ?? 1, "aria-label": `${what}: how far` });
    if (bar && job.total) bar.value = job.done;
    return h("li", { className: `job ${job.state}` },
      h("div", { className: "row wrap spread" }, h("strong", {}, what), h("span", { className: `state ${failed.length && over ? "failed" : job.state}` },
        failed.length && job.state === "done" ? `done, ${failed.length} failed` : STATES[job.state])),
      bar, job.state === "running" && h("p", { className: "muted" }, [job.stage, job.total ? `${job.done} of ${job.total}` : ""].filter(Boolean).join(": ")),
      job.error && h("p", { className: "problem" }, job.error),
      failed.length > 0 && h("ul", { className: "reasons" }, failed.map((file) => h("li", {}, h("strong", {}, file.name), `: ${file.reason}`))),
      h("div", { className: "row" },
        !over && h("button", { type: "button", onclick: () => act(() => post(`/api/jobs/${job.id}/cancel`)), "aria-label": `Cancel: ${what}` }, "Cancel"),
        over && (failed.length > 0 || job.state !== "done") && h("button", { type: "button", onclick: () => act(() => post(`/api/jobs/${job.id}/retry`)), "aria-label": `Try again: ${what}` }, "Try again")));
  }

  async function showDocuments(skip = 0, text = "") {
    const list = h("div");
    const input = h("input", { type: "search", value: text, name: "documents" });
    input.onchange = () => showDocuments(0, input.value);
    try {
      const found = await get("/api/sources", { skip, limit: 50, text });
      fill(list, found.length ? h("ul", { className: "rows" }, found.map(documentRow)) : h("p", { className: "muted" }, text ? "No document fits." : "The graph is empty."),
        h("div", { className: "row" }, skip > 0 && h("button", { type: "button", onclick: () => showDocuments(skip - 50, text) }, "Back"),
          found.length === 50 && h("button", { type: "button", onclick: () => showDocuments(skip + 50, text) }, "More")));
    } catch (error) { fill(list, problem(error)); }
    fill(documents, h("h2", {}, "Documents"), field("Title or path", input), list);
  }

  function documentRow(source) {
    const more = h("div");
    const added = h("button", { type: "button", "aria-label": `What it added: ${source.title}`, onclick: async () => {
      if (more.firstChild) { fill(more); return; }
      try {
        const told = await get("/api/sources/contents", { name: source.id });
        fill(more, h("p", {}, `${plural(told.topics, "topic")}, ${plural(told.statements, "statement")}, ${plural(told.facts, "fact")}, ${plural(told.n_entities, "entity", "entities")}:`),
          h("ul", { className: "chips" }, told.entities.map((one) => h("li", {}, h("a", { className: "chip", href: `#/see?${new URLSearchParams({ entity: one.name })}` }, one.name, one.only_here && h("span", { className: "muted" }, " only here"))))));
      } catch (error) { fill(more, problem(error)); }
    } }, "What it added");
    return h("li", {}, h("div", { className: "row wrap spread" },
      h("div", { className: "grow" }, h("strong", {}, source.title), h("p", { className: "muted uri" }, `${plural(source.chunks, "chunk")} · ${source.status} · ${source.uri}`)),
      h("div", { className: "row" }, h("button", { type: "button", "aria-label": `Open ${source.title}`, onclick: () => openSource({ uri: source.uri }) }, "Open"), added,
        h("button", { type: "button", className: "danger", "aria-label": `Remove ${source.title}`, onclick: async () => {
          if (!(await confirmed(`Remove “${source.title}” and all that only it supports?`, "Remove it"))) return;
          try { await remove("/api/sources", { name: source.id }); note("Removed."); changed(); } catch (error) { note(error.message, "error"); }
        } }, "Remove"))), more);
  }

  async function showProblems() {
    try {
      const found = await get("/api/problems");
      problems.hidden = !found.length;
      fill(problems, h("h2", {}, "What could not be read or extracted"), h("ul", { className: "rows" }, found.slice(0, 50).map((one) =>
        h("li", {}, h("strong", {}, one.position === null ? one.uri : `${one.uri} [${one.position}]`), h("p", { className: "muted" }, one.status === "pending" ? `still to do: ${one.reason}` : one.reason ?? ""),
          one.statements ? h("p", { className: "muted" }, `What was read before stays, ${one.statements} statements, until the file can be read or is deleted.`) : null,
          one.quarantine.map((text) => h("p", { className: "muted" }, `not used: ${text}`))))));
    } catch (error) { fill(problems, problem(error)); }
  }

  function showNames() {
    const found = h("div", { role: "status" });
    const merges = h("div");
    const one = h("input", { type: "text", name: "one" });
    const other = h("input", { type: "text", name: "other" });
    fill(names, h("h2", {}, "Same name?"),
      h("div", { className: "row wrap" }, h("button", { type: "button", onclick: duplicates }, "Look for names of the same thing")), found,
      h("form", { className: "row wrap", onsubmit: (event) => { event.preventDefault(); merge(one.value, other.value); } }, field("This name…", one), field("…is another of", other), h("button", {}, "Merge")),
      merges);
    showMerges();

    async function duplicates() {
      fill(found, "Comparing…");
      try {
        const { merges: pairs, compared } = await get("/api/entities/duplicates");
        fill(found, h("p", { className: "muted" }, `${plural(compared, "entity", "entities")} compared, ${plural(pairs.length, "pair")} may be the same.`),
          h("ul", { className: "rows" }, pairs.slice(0, 100).map((pair) => {
            const row = h("li", { className: "row wrap spread" }, h("span", {}, h("strong", {}, pair.alias), " = ", h("strong", {}, pair.canonical), h("span", { className: "muted" }, ` (${pair.reason})`)),
              h("div", { className: "row" }, h("button", { type: "button", onclick: () => decided(row, () => post("/api/entities/merge", { name: pair.alias_id, into: pair.canonical_id })) }, "Merge"),
                h("button", { type: "button", onclick: () => decided(row, () => post("/api/entities/keep-apart", { one: pair.alias_id, other: pair.canonical_id })) }, "Not the same")));
            return row;
          })));
      } catch (error) { fill(found, problem(error)); }
    }
    async function decided(row, work) {
      try { await work(); row.remove(); showMerges(); } catch (error) { note(error.message, "error"); }
    }
    async function merge(name, into) {
      try { await post("/api/entities/merge", { name, into }); one.value = ""; other.value = ""; note("Merged. It can be undone below."); showMerges(); window.dispatchEvent(new Event("graph-changed")); } catch (error) { note(error.message, "error"); }
    }
    async function showMerges() {
      try {
        const made = await get("/api/entities/merges", { limit: 100 });
        fill(merges, made.length > 0 && [h("h3", {}, "Merged"), h("ul", { className: "rows" }, made.map((row) =>
          h("li", { className: "row wrap spread" }, h("span", {}, h("strong", {}, row.alias), " is ", h("strong", {}, row.name), h("span", { className: "muted" }, ` (${row.reason}; ${row.decided_by})`)),
            h("button", { type: "button", "aria-label": `Undo: ${row.alias} is ${row.name}`, onclick: async () => {
              try { await post("/api/entities/unmerge", { name: row.alias_id }); note("They are two again."); showMerges(); window.dispatchEvent(new Event("graph-changed")); } catch (error) { note(error.message, "error"); }
            } }, "Undo"))))]);
      } catch (error) { fill(merges, problem(error)); }
    }
  }

  function showFacts() {
    const found = h("div", { role: "status" });
    fill(facts, h("h2", {}, "Facts that disagree"),
      h("p", { className: "muted" }, "What one document says and another denies, and two values where there is one, as the year of a foundation."),
      h("div", { className: "row wrap" }, h("button", { type: "button", onclick: look }, "Look for them")), found);

    async function look() {
      fill(found, "Comparing…");
      try {
        const rows = await get("/api/entities/disagreements", { limit: 100 });
        fill(found, rows.length ? h("ul", { className: "rows" }, rows.map(disagreement)) : h("p", { className: "muted" }, "None found."));
      } catch (error) { fill(found, problem(error)); }
    }
    function disagreement(row) {
      return h("li", {}, h("a", { href: `#/see?${new URLSearchParams({ entity: row.entity })}` }, row.entity),
        h("ul", {}, row.sides.map((side) => h("li", {}, h("strong", {}, side.text),
          h("ul", { className: "plain" }, side.statements.map((said) => h("li", {}, said.text, " ",
            h("button", { type: "button", className: "link", onclick: () => openSource(said) }, [said.title, said.place].filter(Boolean).join(", ")))))))));
    }
  }

  return () => { active = false; clearTimeout(timer); };
}
