/** `/openapi.json` and `/reference` are complete, and their examples are valid. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UPDATE_KINDS } from "@heliogram/shared/updates.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSALS } from "heliogram/domain/refusals.ts";
import { UNSUPPORTED_METHODS, UNSUPPORTED_UPDATE_KINDS } from "heliogram/methods/engine/unsupported-methods.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { FRAMES } from "@heliogram/shared/wire/frames.ts";
import { readFields } from "heliogram/methods/engine/fields.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { DEVELOPER_METHODS } from "heliogram/methods/developer/index.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { faultsOf, resolve } from "../support/json-schema.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";

const METHODS: readonly [string, Method][] = [
  ...BOT_METHODS.map((method): [string, Method] => [`/bot{token}/${method.name}`, method]),
  ...USER_METHODS.map((method): [string, Method] => [`/api/${method.name}`, method]),
  ...DEVELOPER_METHODS.map((method): [string, Method] => [`/developer/${method.name}`, method]),
];
const VERBS = ["get", "head", "post"] as const;

let t: TestService;
let document: Json;
let page: string;
beforeAll(async () => {
  t = await startWorld("memory");
  document = (await t.fetch("/openapi.json")).body;
  page = (await t.fetch("/reference")).body;
});
afterAll(() => t.stop());

/** The web socket is not a method: a refused handshake has neither envelope nor trace id. */
const STREAM = "/api/stream";

/** Every operation, with the parameters of its path. */
function operations(): { name: string; operation: Json; parameters: Json[] }[] {
  const { [STREAM]: _stream, ...paths } = document.paths;
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    VERBS.filter((verb) => verb in item).map((verb) => ({
      name: `${verb} ${path}`,
      operation: item[verb],
      parameters: [...item.parameters, ...(item[verb].parameters ?? [])].map(deref),
    })),
  );
}

function deref(value: Json): Json {
  return value.$ref === undefined ? value : resolve(value.$ref, document);
}

describe("the OpenAPI document", () => {
  test("has every schema it refers to, and unique operation ids", () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) resolve(reference!, document);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("has every method with its aliases, and the file paths", () => {
    const paths = METHODS.flatMap(([path, { name, aliases = [] }]) =>
      [name, ...aliases].map((each) => path.replace(name, each)),
    );
    expect(Object.keys(document.paths).sort()).toEqual(
      [...paths, "/file/bot{token}/{file_path}", "/api/file/{file_path}", STREAM].sort(),
    );
    for (const alias of ["kickChatMember", "getChatMembersCount"]) {
      expect(document.paths[`/bot{token}/${alias}`].post.deprecated).toBe(true);
    }
  });

  test("declares the headers of every response", () => {
    for (const { name, operation, parameters } of operations()) {
      expect([name, parameters.map((each) => each.name)]).toEqual([name, expect.arrayContaining(["traceparent"])]);
      for (const [code, response] of Object.entries<Json>(operation.responses)) {
        const headers = Object.keys(deref(response).headers);
        const wanted = ["X-Trace-Id", ...({ 405: ["Allow"], 429: ["Retry-After"], 503: ["Retry-After"] }[code] ?? [])];
        expect([name, code, headers]).toEqual([name, code, expect.arrayContaining(wanted)]);
      }
    }
  });

  test.each(METHODS)("%s: the codes are those that it may answer with", (path, method) => {
    const codes = new Set([200, ...method.codes, 405, 429, 500, 503]);
    if (Object.keys(method.fields).length > 0) codes.add(413);
    // The page of another site, with the session of a browser.
    if (!path.startsWith("/bot")) codes.add(403);
    const { post, get = post } = document.paths[path];
    for (const { responses } of [post, get]) expect(Object.keys(responses).map(Number)).toEqual([...codes].sort());
  });

  test.each(METHODS)("%s: the examples are taken and given", (path, method) => {
    for (const name of Object.keys(method.example.request))
      expect(Object.keys(method.fields)).toEqual(expect.arrayContaining([name]));
    for (const refusal of method.refusals) expect(REFUSALS[refusal].text.length).toBeGreaterThan(0);
    const { post, get } = document.paths[path];
    const body = post.requestBody.content["application/json"];
    readFields(method.fields, (name) => body.example[name]);
    expect(faultsOf(body.example, body.schema, document)).toEqual([]);
    const answer = post.responses["200"].content["application/json"];
    expect(faultsOf(answer.example, answer.schema, document)).toEqual([]);
    if (get) readFields(method.fields, inQuery(get.parameters, method));
  });
});

/** The parameters of a GET example as text. */
function inQuery(parameters: Json[], method: Method): (name: string) => unknown {
  return (name) => {
    const parameter = parameters.find((each) => each.name === name)!;
    const json = parameter.content?.["application/json"];
    const { schema, example } = json ?? parameter;
    expect([name, example]).toEqual([name, method.example.request[name]]);
    if (example === undefined) return undefined;
    expect(faultsOf(example, schema, document)).toEqual([]);
    return json || typeof example !== "string" ? JSON.stringify(example) : example;
  };
}

describe("the reference", () => {
  test("has every method with its aliases, and the common rules", async () => {
    for (const method of BOT_METHODS) expect(page).toContain(`id="bot-${method.name}"`);
    for (const method of USER_METHODS) expect(page).toContain(`id="user-${method.name}"`);
    for (const method of DEVELOPER_METHODS) expect(page).toContain(`id="developer-${method.name}"`);
    for (const { aliases = [] } of BOT_METHODS)
      for (const alias of aliases) expect(page).toContain(`<code>${alias}</code>`);
    for (const word of [
      "retry_after",
      "Retry-After",
      "X-Trace-Id",
      "traceparent",
      "trace_id",
      "Allow",
      "405",
      "413",
      "getDifference",
      "heads",
    ])
      expect(page).toContain(word);
    for (const path of ["/file/bot&lt;token&gt;/&lt;file_path&gt;", "/api/file/&lt;file_path&gt;"])
      expect(page).toContain(path);
  });

  test("describes every object and frame, and has no external links", () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`object-${name}`);
    for (const { name } of FRAMES) expect(page).toContain(`<h4><code>${name}</code></h4>`);
  });

  test("lists Telegram's methods and kinds of update that the service does not have", () => {
    const types = createRequire(import.meta.url).resolve("@grammyjs/types/package.json");
    const declared = readFileSync(join(dirname(types), "update.d.ts"), "utf8");
    const kinds = [...declared.matchAll(/^ {4}(\w+)\?: /gm)].map((match) => match[1]!);
    const ours: readonly string[] = UPDATE_KINDS;
    expect(kinds).toEqual(expect.arrayContaining([...ours]));
    expect(UNSUPPORTED_UPDATE_KINDS).toEqual(kinds.filter((kind) => !ours.includes(kind)).sort());
    for (const name of [...UNSUPPORTED_METHODS, ...UNSUPPORTED_UPDATE_KINDS])
      expect(page).toContain(`<code>${name}</code>`);
  });

  test.each(["/reference", "/openapi.json"])("%s is an answer like all others", async (path) => {
    expect((await t.fetch(path)).headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
  });
});
