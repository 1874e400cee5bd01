/** The OpenAPI 3.1 document, derived from the declarations. */
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import type { Field } from "../fields.ts";
import type { Method } from "../method.ts";
import { accessText } from "./access-text.ts";
import { OBJECTS } from "./objects.ts";

const VERSION = "0.1.0";

export function openApi(bots: readonly Method[], people: readonly Method[]): object {
  const paths: Record<string, object> = {};
  for (const method of bots) paths[`/bot{token}/${method.name}`] = botPath(method);
  for (const method of people) paths[`/api/${method.name}`] = { post: operation(method, "people") };
  return {
    openapi: "3.1.0",
    info: {
      title: "Heliogram",
      version: VERSION,
      description:
        "A chat service whose bots speak a Telegram-style HTTP interface. Names of methods match in any letter case.",
    },
    paths,
    components: {
      schemas: OBJECTS,
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
    },
  };
}

function botPath(method: Method): object {
  const post = operation(method, "bots");
  const token = { name: "token", in: "path", required: true, schema: { type: "string" } };
  if (method.postOnly) return { parameters: [token], post };
  const { requestBody: _body, ...get } = post as { requestBody?: object };
  const query = Object.entries(method.fields).map(([name, field]) => ({
    name,
    in: "query",
    required: !field.optional,
    schema: field.schema,
  }));
  return { parameters: [token], get: { ...get, operationId: `${method.name}ByGet`, parameters: query }, post };
}

function operation(method: Method, face: "bots" | "people"): object {
  const required = Object.keys(method.fields).filter((name) => !method.fields[name]!.optional);
  const properties = Object.fromEntries(Object.entries(method.fields).map(([name, field]) => [name, described(field)]));
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const json = { "application/json": { schema, example: method.example.request } };
  const forms = { "multipart/form-data": { schema }, "application/x-www-form-urlencoded": { schema } };
  return {
    operationId: `${face}_${method.name}`,
    summary: method.summary,
    description: accessText(method),
    tags: [face],
    ...(face === "people" && method.access.scope !== "anyone" ? { security: [{ session: [] }] } : {}),
    requestBody: { required: required.length > 0, content: { ...json, ...forms } },
    responses: { "200": success(method), ...failures(method) },
  };
}

function described(field: Field<unknown>): object {
  return field.description === undefined ? field.schema : { ...field.schema, description: field.description };
}

function success(method: Method): object {
  const schema = {
    type: "object",
    required: ["ok", "result"],
    properties: { ok: { const: true }, result: method.result },
  };
  const example = { ok: true, result: method.example.result };
  return { description: "It worked.", content: { "application/json": { schema, example } } };
}

/** Every code the method declares, with the refusals that carry it. */
function failures(method: Method): Record<string, object> {
  const responses: Record<string, object> = {};
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  for (const code of method.codes) responses[String(code)] = { description: meanings(method, code), content };
  responses["429"] = { description: "Too many requests; parameters.retry_after says when to come again.", content };
  responses["500"] = { description: "A fault of the service; the trace_id finds it in the logs.", content };
  return responses;
}

const GENERAL: Readonly<Record<number, string>> = {
  400: "A parameter is missing or cannot be used.",
  401: "The credential is missing, wrong, or was replaced.",
  403: "The caller may not do this.",
  404: "The chat, the user or the message does not exist.",
  409: "Another request stands in the way.",
  413: "A file is too big.",
};

function meanings(method: Method, code: number): string {
  const own = [...new Set(method.refusals)]
    .filter((name: Refusal) => REFUSALS[name].code === code)
    .map((name) => `\n- \`${REFUSALS[name].text}\`: ${REFUSALS[name].meaning}`);
  return `${GENERAL[code]}${own.join("")}`;
}
