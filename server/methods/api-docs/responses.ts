/** The responses of operations for the OpenAPI document: bodies, codes and headers. */
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import type { Method } from "../engine/method.ts";

const TRACED = { "X-Trace-Id": { $ref: "#/components/headers/TraceId" } };
const ERROR = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter is missing or cannot be used.",
  401: "The credential is missing, wrong, or was replaced.",
  403: "The caller may not do this.",
  404: "The chat, the user or the message does not exist.",
  409: "The call conflicts with another request or with the webhook.",
  413: "A file or the parameters are too large.",
};

/** The headers of responses. */
export const HEADERS = {
  TraceId: {
    description: "The trace id of the request in the logs: from the caller's `traceparent` if there is one.",
    required: true,
    schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  },
  Allow: { description: "The HTTP methods that are allowed here.", required: true, schema: { type: "string" } },
  RetryAfter: {
    description: "Seconds until the same call can succeed; `parameters.retry_after` in the body says the same.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
} as const;

/** The header in which a caller may name its trace (W3C Trace Context). */
export const PARAMETERS = {
  traceparent: {
    name: "traceparent",
    in: "header",
    required: false,
    description: "The caller's trace context; the response and the logs use its trace id.",
    schema: { type: "string", pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}" },
    example: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
} as const;

/** The responses that any method can return besides its own. */
export const RESPONSES = {
  ForeignPage: failing("The request comes from another site's page, or from a page at another address of the service."),
  MethodNotAllowed: failing("The HTTP method is not allowed for this path.", {
    Allow: { $ref: "#/components/headers/Allow" },
  }),
  TooManyRequests: failing("Too many requests; `parameters.retry_after` says when to try again.", {
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  }),
  InternalServerError: failing("An internal error; the logs name its `trace_id`."),
  ServiceUnavailable: failing("The database is unavailable; `Retry-After` says when to try again.", {
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  }),
} as const;

/** A failure with the JSON body `Error`. */
export function failing(description: string, headers: object = {}): object {
  return { description, headers: { ...TRACED, ...headers }, content: ERROR };
}

/** A response with bytes other than JSON. */
export function bytes(description: string, headers: object = {}): object {
  const content = { "*/*": { schema: { type: "string", format: "binary" } } };
  return { description, headers: { ...TRACED, ...headers }, content };
}

/** @param isForPages - whether the API takes the session of a browser, so that the pages of other sites are refused */
export function responsesOf(method: Method, isForPages: boolean): object {
  const codes: Record<string, object> = { "200": success(method) };
  for (const code of method.codes) codes[code] = failing(meanings(method, code));
  // A method without parameters has no body that could be too large.
  if (Object.keys(method.fields).length > 0) codes["413"] ??= failing("The parameters are too long.");
  if (isForPages) codes["403"] ??= { $ref: "#/components/responses/ForeignPage" };
  return { ...codes, ...common() };
}

/** The responses that every operation can return, by code. */
export function common(): Record<string, object> {
  return {
    "405": { $ref: "#/components/responses/MethodNotAllowed" },
    "429": { $ref: "#/components/responses/TooManyRequests" },
    "500": { $ref: "#/components/responses/InternalServerError" },
    "503": { $ref: "#/components/responses/ServiceUnavailable" },
  };
}

function success(method: Method): object {
  const schema = {
    type: "object",
    required: ["ok", "result"],
    properties: { ok: { const: true }, result: method.result },
  };
  const example = { ok: true, result: method.example.result };
  return { description: "Success.", headers: TRACED, content: { "application/json": { schema, example } } };
}

/** The meaning of a code, with the method's refusals that have it. */
function meanings(method: Method, code: number): string {
  const own = [...new Set(method.refusals)]
    .filter((name: Refusal) => REFUSALS[name].code === code)
    .map((name) => `\n- \`${REFUSALS[name].text}\`: ${REFUSALS[name].meaning}`);
  return `${MEANINGS[code]}${own.join("")}`;
}
