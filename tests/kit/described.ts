/** Holds every answer and frame that a test gets against the OpenAPI document: what is not described there fails the test. */
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { openApi } from "heliogram/methods/documents/openapi.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import { faultsOf, resolve } from "./json-schema.ts";
import type { Json } from "./json.ts";

const DOCUMENT: Json = openApi(BOT_METHODS, WEB_METHODS);
const FRAME = resolve("#/components/schemas/Frame", DOCUMENT);

/** The schemas of successful answers, by address as a caller writes it, in lower case. */
const ANSWERS = new Map<string, Json>();
for (const [path, item] of Object.entries<Json>(DOCUMENT.paths)) {
  const schema = item.post?.responses["200"]?.content?.["application/json"]?.schema;
  if (schema) ANSWERS.set(path.replace("/bot{token}/", "/bot/").toLowerCase(), schema);
}

/** @throws when a success of a method is not as the document has it */
export function expectDescribed(url: string, status: number, body: Json): void {
  if (status !== 200 || body?.ok !== true) return;
  const path = url
    .replace(/\?.*$/, "")
    .replace(/^\/bot[^/]*/, "/bot")
    .toLowerCase();
  const schema = ANSWERS.get(path);
  // A sentence beside the result is part of the envelope of webhook methods.
  const { description: _sentence, ...envelope } = body;
  if (schema) report(path, faultsOf(envelope, schema, DOCUMENT));
}

/** @throws when a frame is not as the document has it */
export function expectDescribedFrame(frame: Json): void {
  const kind = (schema: Json) => ["type", "kind"].every((tag) => schema.properties[tag]?.const === frame[tag]);
  const schema = FRAME.oneOf.find(kind);
  if (!schema) throw new Error(`the document has no frame ${frame.type} ${frame.kind ?? ""}`);
  report(`frame ${frame.type} ${frame.kind ?? ""}`, faultsOf(frame, schema, DOCUMENT));
}

function report(what: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${what} is not as the OpenAPI document has it: ${faults.join("; ")}`);
}
