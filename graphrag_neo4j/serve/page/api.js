// Calls of the server. The token comes with the link (behind "#", so that it is sent nowhere) and
// stays in this tab.

const KEY = "graphrag-token";
const SILENT = "The server does not answer. Is graphrag-neo4j serve still running?";

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Take the token out of the address, if it is there. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  sessionStorage.setItem(KEY, given);
  history.replaceState(null, "", "#/ask");
}

export const setToken = (token) => sessionStorage.setItem(KEY, token.trim());

async function send(method, path, { query, body, form, signal } = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, value);
  }
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
  if (body) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(url, { method, headers, signal, body: form ?? (body && JSON.stringify(body)) });
  } catch (error) {
    throw lost(error);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    const { message, hint } = told.error ?? { message: `Status ${response.status}.`, hint: "" };
    if (response.status === 401) window.dispatchEvent(new Event("token-wanted"));
    throw new ApiError(response.status, `${message} ${hint}`.trim());
  }
  return response;
}

/** What is told of a connection that failed; an end that the page wished for stays what it is. */
const lost = (error) => (error.name === "AbortError" ? error : new ApiError(0, SILENT));

export const get = async (path, query) => (await send("GET", path, { query })).json();
export const post = async (path, body = {}) => (await send("POST", path, { body })).json();
export const remove = async (path, query) => (await send("DELETE", path, { query })).json();

export async function upload(path, files) {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return (await send("POST", path, { form })).json();
}

/** Server-sent events of a POST, as {kind, data}. */
export async function* events(path, body, signal) {
  const response = await send("POST", path, { body, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => { throw lost(error); });
    if (done) return;
    waiting += value;
    const blocks = waiting.split("\n\n");
    waiting = blocks.pop();
    for (const block of blocks) {
      // "\n" alone ends a line: "." and "$" would stop at U+2028 within a text
      const [, kind] = block.match(/(?:^|\n)event: ([^\n]*)/) ?? [];
      const [, data] = block.match(/(?:^|\n)data: ([^\n]*)/) ?? [];
      if (kind && data) yield { kind, data: JSON.parse(data) };
    }
  }
}
