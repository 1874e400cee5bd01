/** `/openapi.json` and `/reference`: they describe what is there, their examples hold, and nothing is left out. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UPDATE_KINDS } from "@heliogram/shared/wire.ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSALS } from "heliogram/domain/refusals.ts";
import { ABSENT_METHODS } from "heliogram/methods/bot/absent-methods.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { ABSENT_UPDATE_KINDS } from "heliogram/methods/documents/absent.ts";
import { FRAMES } from "heliogram/methods/documents/frames.ts";
import { readFields } from "heliogram/methods/fields.ts";
import type { Method } from "heliogram/methods/method.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import { faultsOf, resolve } from "../kit/json-schema.ts";
import { startWorld, type Json, type TestService } from "../kit/service.ts";

const METHODS: readonly [string, Method][] = [
  ...BOT_METHODS.map((method): [string, Method] => [`/bot{token}/${method.name}`, method]),
  ...WEB_METHODS.map((method): [string, Method] => [`/api/${method.name}`, method]),
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

/** The web socket is no call: a refused handshake has neither envelope nor trace. */
const STREAM = "/api/stream";

/** Every operation, with the parameters that its path has for all. */
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
  test("refers to nothing that it does not have, and calls no two operations the same", () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) resolve(reference!, document);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("has every method, by every name that it answers to, and where files are", () => {
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

  test("says of every answer which headers it has", () => {
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

/** The parameters of a GET's example, as text. */
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

/** OpenAPI knows no web sockets: a handshake has no 2xx, and no response refers to the schema of the frames. */
const ABOUT_WEB_SOCKETS = [
  "operation-success-response /paths/~1api~1stream/get/responses",
  "operation-2xx-response /paths/~1api~1stream/get/responses",
  "no-unused-components /components/schemas/Frame",
];

describe("the linters of others", () => {
  const spectralFinds = async (found: Json) => {
    const { Spectral } = spectral;
    const linter = new Spectral();
    linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] } as never);
    return (await linter.run(found)).map(({ code, path }) => `${code} ${pointer(path)}`);
  };
  const redoclyFinds = async (found: Json) => {
    const config = await createConfig({ extends: ["recommended"] });
    const faults = await lintFromString({ source: JSON.stringify(found), absoluteRef: "/openapi.json", config });
    return faults.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer?.replace(/^#/, "")}`);
  };

  test.each([
    ["Spectral", spectralFinds],
    ["Redocly", redoclyFinds],
  ])("%s finds nothing in the document, but a fault that is planted", async (_name, finds) => {
    const faults = (await finds(document)).filter((each) => !ABOUT_WEB_SOCKETS.includes(each));
    expect(faults).toEqual([]);
    const faulty = structuredClone(document);
    faulty.paths["/bot{token}/getMe"].post.responses["200"].content["application/json"].schema.type = "objekt";
    expect((await finds(faulty)).join()).toContain("/paths/~1bot{token}~1getMe/post/responses/200");
  });
});

function pointer(path: readonly (string | number)[]): string {
  return path.map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

describe("the reference", () => {
  test("has every method with all its names, and what holds for all", async () => {
    for (const method of BOT_METHODS) expect(page).toContain(`id="bot-${method.name}"`);
    for (const method of WEB_METHODS) expect(page).toContain(`id="web-${method.name}"`);
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

  test("describes every object and frame, and leads nowhere else", () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`object-${name}`);
    for (const { name } of FRAMES) expect(page).toContain(`<h4><code>${name}</code></h4>`);
  });

  test("lists the methods and kinds of update that Telegram has and we have not", () => {
    const types = createRequire(import.meta.url).resolve("@grammyjs/types/package.json");
    const declared = readFileSync(join(dirname(types), "update.d.ts"), "utf8");
    const kinds = [...declared.matchAll(/^ {4}(\w+)\?: /gm)].map((match) => match[1]!);
    const ours: readonly string[] = UPDATE_KINDS;
    expect(kinds).toEqual(expect.arrayContaining([...ours]));
    expect(ABSENT_UPDATE_KINDS).toEqual(kinds.filter((kind) => !ours.includes(kind)).sort());
    for (const name of [...ABSENT_METHODS, ...ABSENT_UPDATE_KINDS]) expect(page).toContain(`<code>${name}</code>`);
  });

  test.each(["/reference", "/openapi.json"])("%s is an answer like all others", async (path) => {
    expect((await t.fetch(path)).headers.get("x-trace-id")).toMatch(/^[0-9a-f]{32}$/);
  });
});
