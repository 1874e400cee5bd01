/** The OpenAPI 3.1 document, derived from the declarations. */
import type { Field } from "../engine/fields.ts";
import type { Method } from "../engine/method.ts";
import { accessText } from "./access-text.ts";
import { filePaths } from "./file-paths.ts";
import { OBJECTS } from "./objects.ts";
import { updateWebhook } from "./delivery.ts";
import { HEADERS, PARAMETERS, RESPONSES, responsesOf } from "./responses.ts";
import { streamPath } from "./stream.ts";

const TOKEN = {
  name: "token",
  in: "path",
  required: true,
  description: "The bot's token: its id, a colon and 43 characters.",
  schema: { type: "string" },
};
const TAGS = [
  { name: "bots", description: "The bot API. The token in the path is the credential." },
  {
    name: "people",
    description: "The user API, for people's clients. The access token of a session is the credential.",
  },
  {
    name: "developers",
    description:
      "The developer API of `heliogram dev`, without a credential. Owners of other services call its reading methods with the access token of a session, while the developer console is on.",
  },
];
const PLAIN: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean"]);
const TRACEPARENT = { $ref: "#/components/parameters/traceparent" };

/** @param version - of the program that speaks the interface */
export function openApi(
  version: string,
  bots: readonly Method[],
  people: readonly Method[],
  developers: readonly Method[],
): object {
  const paths: Record<string, object> = {};
  for (const method of bots) {
    for (const name of namesOf(method)) paths[`/bot{token}/${name}`] = botPath(method, name);
  }
  for (const method of people) {
    for (const name of namesOf(method)) {
      paths[`/api/${name}`] = { parameters: [TRACEPARENT], post: operation(method, "people", name) };
    }
  }
  for (const method of developers) {
    paths[`/developer/${method.name}`] = {
      parameters: [TRACEPARENT],
      post: operation(method, "developers", method.name),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Heliogram",
      version,
      description:
        "A chat service whose bots speak a Telegram-style HTTP interface. Method names are case-insensitive; " +
        "the path `/bot{token}` without a method name takes it from the parameter `method`.",
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that serves this document." }],
    tags: TAGS,
    paths: { ...paths, ...filePaths(TOKEN), ...streamPath() },
    webhooks: updateWebhook(),
    components: {
      schemas: OBJECTS,
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: RESPONSES,
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
    },
  };
}

function namesOf(method: Method): string[] {
  return [method.name, ...(method.aliases ?? [])];
}

/** The operations of a method of the bot API under one of its names. */
function botPath(method: Method, name: string): object {
  const post = operation(method, "bots", name);
  const parameters = [TOKEN, TRACEPARENT];
  if (method.postOnly) return { parameters, post };
  const { requestBody: _body, ...get } = post as { requestBody?: object };
  return { parameters, get: { ...get, operationId: `${name}ByGet`, parameters: inQuery(method) }, post };
}

/** The query parameters. Values other than strings, numbers and booleans are JSON text, which `content` declares. */
function inQuery(method: Method): object[] {
  const { request } = method.example;
  return Object.entries(method.fields).map(([name, field]) => {
    const example = name in request ? { example: request[name] } : {};
    const isPlain = PLAIN.has(field.schema.type) || Array.isArray(field.schema.oneOf);
    const { schema } = field;
    return {
      name,
      in: "query",
      required: !field.optional,
      ...(field.description === undefined ? {} : { description: field.description }),
      ...(isPlain ? { schema, ...example } : { content: { "application/json": { schema, ...example } } }),
    };
  });
}

function operation(method: Method, api: "bots" | "people" | "developers", name: string): object {
  const required = Object.keys(method.fields).filter((name) => !method.fields[name]!.optional);
  const properties = Object.fromEntries(Object.entries(method.fields).map(([name, field]) => [name, described(field)]));
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const json = { "application/json": { schema, example: method.example.request } };
  const forms = { "multipart/form-data": { schema }, "application/x-www-form-urlencoded": { schema } };
  return {
    operationId: `${api}_${name}`,
    ...(name === method.name
      ? { summary: method.summary }
      : { summary: `An older name of ${method.name}.`, deprecated: true }),
    description: accessText(method),
    tags: [api],
    security: securityOf(api, method),
    requestBody: { required: required.length > 0, content: { ...json, ...forms } },
    responses: responsesOf(method, api !== "bots"),
  };
}

/** An empty object means that no credential is needed. */
function securityOf(api: "bots" | "people" | "developers", method: Method): object[] {
  if (method.isOfConsole) return [{}, { session: [] }];
  return api === "people" && method.access.scope !== "anyone" ? [{ session: [] }] : [];
}

function described(field: Field<unknown>): object {
  return field.description === undefined ? field.schema : { ...field.schema, description: field.description };
}
