/** Random invalid input: no 500, no crash, every response in the envelope, no credential in any output (behaviour.md §1). */
import { Agent } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { send, shown, wrongWith, wrongWithFile, type Wild } from "./send.ts";
import { hostileValue } from "./hostile-values.ts";

/** In a long run 90,000 requests, together with those of `random-calls.test.ts`. */
const REQUESTS = LONG_RUN ? 60_000 : 2000;
const CONCURRENCY = 64;
const BOTS = ["guard_bot", "echo_bot", "stranger_bot"];

const noise = fc.uint8Array({ maxLength: 60 });

function calls(t: TestService): fc.Arbitrary<Wild> {
  const method = fc.constantFrom(...BOT_METHODS.filter((each) => each.effect !== "wait"));
  const token = fc.constantFrom(...BOTS.map((bot) => t.token(bot)));
  const known = fc.constantFrom<unknown>(t.id("Team"), "@team", t.id("alice"), t.id("carla"), t.id("News"));
  const value = fc.oneof({ arbitrary: known, weight: 1 }, { arbitrary: hostileValue, weight: 5 });
  return fc
    .record({ method, token, picks: fc.array(fc.tuple(fc.nat(), value), { maxLength: 6 }), how: fc.nat(7), noise })
    .map(({ method: { name, fields }, token: bot, picks, how, noise: bytes }) => {
      const names = [...Object.keys(fields), "unknown"];
      const params = Object.fromEntries(picks.map(([n, each]) => [names[n % names.length]!, each]));
      return wildCall(`/bot${bot}/${name}`, params, how, Buffer.from(bytes));
    });
}

function wildCall(path: string, params: Record<string, unknown>, how: number, bytes: Buffer): Wild {
  const post = { path, verb: "POST" };
  const get = { verb: "GET", type: "", body: "" };
  const texts = Object.entries(params).map(([key, each]): [string, string] => [
    key,
    typeof each === "string" ? each : JSON.stringify(each),
  ]);
  const form = () => new URLSearchParams(texts).toString();
  switch (how) {
    case 0:
      return { ...get, path: `${path}?${form()}` };
    case 1:
      return { ...post, type: "application/x-www-form-urlencoded", body: form() };
    case 2:
      return { ...post, type: "multipart/form-data; boundary=b", body: parts(texts) };
    case 3:
      return { ...post, type: "multipart/form-data; boundary=b", body: bytes };
    case 4:
      return { ...post, type: "application/json", body: bytes };
    case 5:
      return { ...get, path: `${path}?${printable(bytes)}` };
    default:
      return { ...post, type: "application/json", body: JSON.stringify(params) };
  }
}

/** Parts of a form, one in three of them a file. */
function parts(texts: readonly [string, string][]): string {
  const part = ([key, each]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${key}"${each.length % 3 === 0 ? '; filename="f"' : ""}\r\n\r\n${each}\r\n`;
  return `${texts.map(part).join("")}--b--\r\n`;
}

/** Characters of a request target. */
function printable(bytes: Buffer): string {
  return bytes.toString("latin1").replaceAll(/[^\x21-\x7e]/g, "%");
}

/** File paths, valid and slightly invalid, with valid and invalid ranges. */
async function files(t: TestService): Promise<fc.Arbitrary<Wild>> {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set("photo", new Blob([new Uint8Array(await drawPicture(40, 30, "#33aa66"))]), "a.png");
  const sent = (await t.post(`/bot${t.token("guard_bot")}/sendPhoto`, form)).body.result;
  const { file_path } = await t.ok("guard_bot", "getFile", { file_id: sent.photo[0].file_id });
  const own = `/file/bot${t.token("guard_bot")}/`;
  const bases = [own, own, `/file/bot${t.token("echo_bot")}/`, "/api/file/"];
  const number = fc.constantFrom("", "0", "1", "-1", "50", "999999999999999999999");
  const range = fc
    .tuple(fc.constantFrom("bytes=", "bytes=0-0,", "lines="), number, number)
    .map(([unit, ...ends]) => unit + ends.join("-"));
  const change = { base: fc.constantFrom(...bases), at: fc.nat(file_path.length), cut: fc.nat(3), noise, range };
  return fc
    .record({ ...change, how: fc.nat(3), verb: fc.constantFrom("GET", "GET", "GET", "POST") })
    .map(({ base, at, cut, noise: bytes, range: wanted, how, verb }) => {
      const changed = file_path.slice(0, at) + printable(Buffer.from(bytes)) + file_path.slice(at + cut);
      const path =
        base + (how < 2 ? file_path : how === 2 ? encodeURIComponent(changed) : changed.replaceAll(/[?#]/g, ""));
      const headers = { range: wanted, authorization: `Bearer ${t.accessToken("alice")}` };
      return { path, verb, type: "", body: "", headers };
    });
}

test.each([
  ["own", REQUESTS],
  // What our own reader leaves to node:http it has read before; here node:http reads everything.
  ["node", REQUESTS / 10],
] as const)("wild requests, reader: %s, %i of them", { timeout: 900_000 }, async (http_reader, requests) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const t = await startWorld("sqlite", undefined, { http_reader });
  const credentials = [...BOTS.map((bot) => t.token(bot).split(":")[1]!), t.accessToken("alice")];
  const wilds = fc.oneof({ arbitrary: calls(t), weight: 20 }, { arbitrary: await files(t), weight: 1 });
  const served = new Set<number>();
  const batch = 2000;
  for (let sent = 0; sent < requests; sent += batch) {
    const queue = fc.sample(wilds, { numRuns: batch, seed: sent }).values();
    const worker = async () => {
      for (const wild of queue) {
        const heard = await send(t.url, agent, wild);
        const isFile = /^\/(api\/)?file\//.test(wild.path);
        const wrong = (isFile ? wrongWithFile : wrongWith)(heard, credentials);
        if (wrong !== undefined) throw new Error(`${wrong}: ${shown(wild, heard)}`);
        if (isFile) served.add(heard.status);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }
  expect([...served]).toEqual(expect.arrayContaining([200, 404]));
  expect((await t.ok("guard_bot", "getMe")).username).toBe("guard_bot");
  expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  agent.destroy();
  await t.stop();
});
