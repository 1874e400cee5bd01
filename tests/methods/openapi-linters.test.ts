/** The OpenAPI document passes two public linters: the quicker one always, and both in a long run. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type Json } from "../support/service.ts";

/** OpenAPI has no web sockets: a handshake has no 2xx, and no response refers to the schema of the frames. */
const ABOUT_WEB_SOCKETS = [
  "operation-success-response /paths/~1api~1stream/get/responses",
  "operation-2xx-response /paths/~1api~1stream/get/responses",
  "no-unused-components /components/schemas/Frame",
];

async function spectralFinds(found: Json): Promise<string[]> {
  const { Spectral } = spectral;
  const linter = new Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] } as never);
  return (await linter.run(found)).map(({ code, path }) => `${code} ${pointer(path)}`);
}

async function redoclyFinds(found: Json): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const faults = await lintFromString({ source: JSON.stringify(found), absoluteRef: "/openapi.json", config });
  return faults.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer?.replace(/^#/, "")}`);
}

const LINTERS = [["Redocly", redoclyFinds], ...(LONG_RUN ? [["Spectral", spectralFinds] as const] : [])] as const;

test.each(LINTERS)("%s finds nothing in the document, but a fault that is planted", async (_name, finds) => {
  const t = await startWorld("memory");
  const document: Json = (await t.fetch("/openapi.json")).body;
  await t.stop();
  const faults = (await finds(document)).filter((each) => !ABOUT_WEB_SOCKETS.includes(each));
  expect(faults).toEqual([]);
  // One path alone: a linter takes seconds for the whole document.
  const path = "/bot{token}/getMe";
  const faulty = structuredClone({ ...document, paths: { [path]: document.paths[path] } });
  faulty.paths[path].post.responses["200"].content["application/json"].schema.type = "objekt";
  expect((await finds(faulty)).join()).toContain("/paths/~1bot{token}~1getMe/post/responses/200");
});

function pointer(path: readonly (string | number)[]): string {
  return path.map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
