/** The page `/reference`: every method with its parameters, its errors and an example. It works without JavaScript. */
import { REFUSALS } from "../../domain/refusals.ts";
import type { Schema } from "../engine/fields.ts";
import type { Method } from "../engine/method.ts";
import { unsupportedSection } from "./unsupported.ts";
import { accessText } from "./access-text.ts";
import { GENERAL } from "./general.ts";
import { escape, fieldRows, prose, typeOf } from "./html.ts";
import { OBJECTS } from "./objects.ts";
import { responsesOf } from "./responses.ts";
import { streamSection } from "./stream.ts";

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-inline-end: 1px solid var(--line); box-sizing: border-box; }
nav a { display: block; padding: .1rem 0; text-decoration: none; overflow-wrap: anywhere; }
main { padding: 1.5rem 3rem 6rem; max-width: 60rem; }
section { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .95em; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
pre { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.skip { position: absolute; inset-inline-start: 1rem; top: -6rem; padding: .6rem 1rem; background: Canvas; border: 1px solid; z-index: 1; }
.skip:focus { top: 1rem; }
h2, code { overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .93em; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; } }
`;

/** The section about the stream lists the fields of these. */
const FRAME_OBJECTS: ReadonlySet<string> = new Set(["ChatEvent", "Frame"]);
/** Shown instead of the fields of events and frames, which the section about the stream lists. */
const FRAMES_ABOVE = `<p>See <a href="#stream">Event stream</a>.</p>`;

export function referencePage(
  bots: readonly Method[],
  people: readonly Method[],
  developers: readonly Method[],
): string {
  const nav = `${links("Bot API", "bot", bots)}${links("User API", "user", people)}${links("Developer API", "developer", developers)}<h2>General</h2><a href="#calls">Requests and responses</a><a href="#files">Files</a><a href="#stream">Event stream</a><a href="#objects">Objects</a><a href="#absent">Not supported</a>`;
  const body = `${sections("bot", bots)}${unsupportedSection()}<h1 id="people">User API</h1>
<p>POST to <code>/api/&lt;method&gt;</code> with <code>Authorization: Bearer &lt;access token&gt;</code>. Events arrive over the WebSocket <a href="#stream"><code>/api/stream</code></a>.
A call that sends a message may have an <code>Idempotency-Key</code> header (8 to 64 characters of A-Z a-z 0-9 _ -): repeated with the same key, it
returns the same message instead of sending another. The sender gets the key in the message as <code>client_key</code>.</p>${streamSection()}${sections("user", people)}<h1 id="developers">Developer API</h1>
<p>POST to <code>/developer/&lt;method&gt;</code> of <code>heliogram dev</code>, without a credential. On any other service these methods do not exist, except that
those that only read what is recorded answer owners of the service, with <code>Authorization: Bearer &lt;access token&gt;</code>, while the developer console is on.</p>${sections("developer", developers)}${objects()}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heliogram: reference</title><style>${STYLE}</style></head><body><a class="skip" href="#main">Skip the list of methods</a><nav aria-label="Methods">${nav}</nav><main id="main" tabindex="-1">
<h1>Bot API</h1>
<p>Call <code>/bot&lt;token&gt;/&lt;method&gt;</code> with GET or POST; parameters in the query, as JSON, urlencoded or multipart.
The same as an OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>${GENERAL}${body}</main></body></html>`;
}

const PATHS = { bot: "/bot&lt;token&gt;/", user: "/api/", developer: "/developer/" } as const;

type Api = keyof typeof PATHS;

function links(title: string, api: Api, methods: readonly Method[]): string {
  const items = methods.map(({ name }) => `<a href="#${api}-${name}">${name}</a>`).join("");
  return `<h2>${title}</h2>${items}`;
}

function sections(api: Api, methods: readonly Method[]): string {
  return methods.map((method) => section(api, method)).join("");
}

function section(api: Api, method: Method): string {
  const address = `${PATHS[api]}${method.name}`;
  const verbs = api !== "bot" || method.postOnly ? "POST" : "GET, POST";
  return `<section id="${api}-${method.name}"><h2>${method.name}</h2><p>${prose(method.summary)}</p>
<p><code>${verbs} ${address}</code> ${prose(accessText(method))}${aliases(method)}</p>${parameters(method)}${result(method)}${refusals(api, method)}
<h3>Example</h3><pre><code>${escape(pretty(method.example.request))}</code></pre><pre><code>${escape(pretty({ ok: true, result: method.example.result }))}</code></pre></section>`;
}

function aliases({ aliases: names = [] }: Method): string {
  return names.map((name) => ` Also called <code>${name}</code>.`).join("");
}

function parameters(method: Method): string {
  const rows = Object.entries(method.fields).map(
    ([name, field]) =>
      `<tr><td><code>${name}</code></td><td>${typeOf(field.schema)}</td><td>${field.optional ? "" : "yes"}</td><td>${prose(field.description ?? "")}</td></tr>`,
  );
  if (rows.length === 0) return "<p>No parameters.</p>";
  return `<table><thead><tr><th>Parameter</th><th>Type</th><th>Required</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** The result of a success: a type, or the fields of an unnamed object. */
function result({ result: schema }: Method): string {
  const members = fieldRows(schema);
  return members === "" ? `<p>Result: ${typeOf(schema)}.</p>` : `<p>Result:</p>${members}`;
}

function objects(): string {
  const tables = Object.entries(OBJECTS).map(([name, schema]) => {
    const text = schema.description === undefined ? "" : `<p>${prose(String(schema.description))}</p>`;
    return `<h3 id="object-${name}">${name}</h3>${text}${FRAME_OBJECTS.has(name) ? FRAMES_ABOVE : members(schema)}`;
  });
  return `<section id="objects"><h2>Objects</h2>${tables.join("")}</section>`;
}

function members(schema: Schema): string {
  return Array.isArray(schema.oneOf) ? `<p>${typeOf(schema)}.</p>` : fieldRows(schema);
}

function refusals(api: Api, method: Method): string {
  const rows = [...new Set(method.refusals)].map((name) => {
    const { code, text, meaning } = REFUSALS[name];
    return `<tr><td>${code}</td><td><code>${escape(text.replaceAll("{}", "…"))}</code></td><td>${prose(meaning)}</td></tr>`;
  });
  const codes = `<p>Error codes: ${codesOf(api, method).join(", ")}.</p>`;
  if (rows.length === 0) return codes;
  return `${codes}<details><summary>Errors</summary><table><thead><tr><th>Code</th><th>Text</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table></details>`;
}

/** All error codes, in ascending order. */
function codesOf(api: Api, method: Method): string[] {
  return Object.keys(responsesOf(method, api !== "bot")).filter((code) => code !== "200");
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
