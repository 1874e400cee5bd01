/** Validates every response and frame of a test against the OpenAPI document. */
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { openApi } from "heliogram/methods/api-docs/openapi.ts";
import { DEVELOPER_METHODS } from "heliogram/methods/developer/index.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { faultsOf, resolve } from "./json-schema.ts";
import type { Json } from "./json.ts";

const DOCUMENT: Json = openApi("0.0.0", BOT_METHODS, USER_METHODS, DEVELOPER_METHODS);
const UPDATE = resolve("#/components/schemas/Update", DOCUMENT);
const FRAME = resolve("#/components/schemas/Frame", DOCUMENT);

/** The responses of methods by code, by path in lower case. */
const ANSWERS = new Map<string, Json>();
for (const [path, item] of Object.entries<Json>(DOCUMENT.paths)) {
  const responses = item.post?.responses;
  if (responses) ANSWERS.set(path.replace("/bot{token}/", "/bot/").toLowerCase(), responses);
}

/** The refusals of authentication and of the access of owners, which no method declares. */
const OF_ACCESS = ["UNAUTHORIZED", "OWNER_RIGHTS_NEEDED"];

/** The names of the refusals of methods that are about no chat, by path in lower case. */
const REFUSALS = new Map<string, readonly string[]>(
  Object.entries({ api: USER_METHODS, developer: DEVELOPER_METHODS }).flatMap(([prefix, methods]) =>
    methods
      .filter(({ access }) => access.scope !== "chat")
      .map(({ name, refusals }) => [`/${prefix}/${name}`.toLowerCase(), [...refusals, ...OF_ACCESS]]),
  ),
);

/** The codes that tests give fault rules, and the response of a service that does not have the API. */
const FAULTS = [502, 504];
const NO_SUCH_API = "Not Found: there is nothing at this address";

/** @throws Error if a method's response does not match its schema, or has a code or a refusal that is not documented */
export function expectResponseInSchema(url: string, status: number, body: Json): void {
  const path = url
    .replace(/\?.*$/, "")
    .replace(/^\/bot[^/]*/, "/bot")
    .toLowerCase();
  const responses = ANSWERS.get(path);
  if (!responses) return;
  const isOfMethod = !FAULTS.includes(status) && body?.description !== NO_SUCH_API;
  if (isOfMethod && !Object.hasOwn(responses, status))
    report(path, [`${status} is not one of its codes: ${JSON.stringify(body)}`]);
  const isDeclared = body?.reason === undefined || REFUSALS.get(path)?.includes(body.reason) !== false;
  if (!isDeclared) report(path, [`${body.reason} is not one of its refusals`]);
  const schema = responses[status]?.content?.["application/json"]?.schema;
  if (status !== 200 || body?.ok !== true) return;
  // A sentence beside the result is part of the envelope of webhook methods.
  const { description: _sentence, ...envelope } = body;
  if (schema) report(path, faultsOf(envelope, schema, DOCUMENT));
}

/** @throws Error if a frame does not match its schema */
export function expectFrameInSchema(frame: Json): void {
  const kind = (schema: Json) => ["type", "kind"].every((tag) => schema.properties[tag]?.const === frame[tag]);
  const schema = FRAME.oneOf.find(kind);
  if (!schema) throw new Error(`the document has no frame ${frame.type} ${frame.kind ?? ""}`);
  report(`frame ${frame.type} ${frame.kind ?? ""}`, faultsOf(frame, schema, DOCUMENT));
}

/** @throws Error if the body of a webhook request does not match its schema */
export function expectUpdateInSchema(update: Json): void {
  report(`update ${Object.keys(update).join(" ")}`, faultsOf(update, UPDATE, DOCUMENT));
}

function report(what: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${what} is not as the OpenAPI document has it: ${faults.join("; ")}`);
}
