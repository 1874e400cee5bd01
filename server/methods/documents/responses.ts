/** What operations answer, for the OpenAPI document: the envelope, the codes, and the headers that go with them. */
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import type { Method } from "../method.ts";

const TRACED = { "X-Trace-Id": { $ref: "#/components/headers/TraceId" } };
const ERROR = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter is missing or cannot be used.",
  401: "The credential is missing, wrong, or was replaced.",
  403: "The caller may not do this.",
  404: "The chat, the user or the message does not exist.",
  409: "Another request stands in the way.",
  413: "A file is too big, or the parameters are.",
};

/** The headers that answers carry. */
export const HEADERS = {
  TraceId: {
    description: "Names the request in the logs: of the caller's `traceparent` where there was one.",
    required: true,
    schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  },
  Allow: { description: "The verbs that are taken here.", required: true, schema: { type: "string" } },
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
    description: "The caller's trace, whose id the answer and the logs then have.",
    schema: { type: "string", pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}" },
    example: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
} as const;

/** The answers that any method may give besides its own. */
export const RESPONSES = {
  MethodNotAllowed: failing("The verb is not one of this address.", { Allow: { $ref: "#/components/headers/Allow" } }),
  TooManyRequests: failing("Too many requests; `parameters.retry_after` says when to come again.", {
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  }),
  InternalServerError: failing("A fault of the service; the `trace_id` finds it in the logs."),
  ServiceUnavailable: failing("The service is without its database; `Retry-After` says when to come again.", {
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  }),
} as const;

/** A failure in the envelope. */
export function failing(description: string, headers: object = {}): object {
  return { description, headers: { ...TRACED, ...headers }, content: ERROR };
}

/** Something else than JSON. */
export function bytes(description: string, headers: object = {}): object {
  const content = { "*/*": { schema: { type: "string", format: "binary" } } };
  return { description, headers: { ...TRACED, ...headers }, content };
}

export function responsesOf(method: Method): object {
  const codes: Record<string, object> = { "200": success(method) };
  for (const code of method.codes) codes[code] = failing(meanings(method, code));
  // What has no parameters has no body that could be too large.
  if (Object.keys(method.fields).length > 0) codes["413"] ??= failing("The parameters are too long.");
  return { ...codes, ...common() };
}

/** By their codes, the answers that every operation may give. */
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
  return { description: "It worked.", headers: TRACED, content: { "application/json": { schema, example } } };
}

/** What a code means, with the refusals that carry it. */
function meanings(method: Method, code: number): string {
  const own = [...new Set(method.refusals)]
    .filter((name: Refusal) => REFUSALS[name].code === code)
    .map((name) => `\n- \`${REFUSALS[name].text}\`: ${REFUSALS[name].meaning}`);
  return `${MEANINGS[code]}${own.join("")}`;
}
