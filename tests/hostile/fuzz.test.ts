/** Bad input of every sort: no 500, no crash, every answer in the envelope, no credential anywhere (behaviour.md §1). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { redact } from "heliogram/operations/log.ts";
import { startWorld, type TestService } from "../kit/service.ts";

/** Requests in CI; a tenth of them elsewhere. */
const REQUESTS = process.env.CI === "true" ? 200_000 : 20_000;
const CONCURRENCY = 64;

interface Wild {
  readonly path: string;
  readonly verb: string;
  readonly type: string;
  readonly body: string | Buffer;
}

function send(t: TestService, agent: Agent, wild: Wild): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const req = request(
      t.url + wild.path,
      {
        method: wild.verb,
        agent,
        headers: { "content-type": wild.type, "content-length": Buffer.byteLength(wild.body) },
      },
      (res) => {
        let text = "";
        res.on("data", (chunk: Buffer) => (text += chunk.toString()));
        res.on("end", () => resolve({ status: res.statusCode!, text }));
      },
    );
    req.on("error", reject);
    req.end(wild.body);
  });
}

/** Values that parameters are not made for, beside some that they are. */
function values(t: TestService): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(t.id("Team"), "@team", t.id("alice"), t.id("carla"), t.id("News"), 1, 2, 3),
    fc.constantFrom<unknown>(
      "",
      null,
      true,
      "true",
      "no",
      0,
      -1,
      1e15,
      2 ** 53 - 1,
      -(2 ** 53) + 1,
      0.5,
      "1.5",
      "0x10",
      [],
      {},
      [[]],
      "[",
      "{}",
      "[1]",
    ),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      "attach://x",
      "attach://",
      "http://[",
      "https://",
      "AQAAAAAAAAABAAAAAAAAA-zUG6MgN3mZWrYRmus",
      "../../etc/passwd",
    ),
  );
}

function wilds(t: TestService): fc.Arbitrary<Wild> {
  const method = fc.constantFrom(...BOT_METHODS.filter((each) => each.effect !== "wait"));
  const token = fc.constantFrom(t.token("guard_bot"), t.token("echo_bot"), t.token("stranger_bot"));
  const value = values(t);
  return fc
    .record({
      method,
      token,
      picks: fc.array(fc.tuple(fc.nat(), value), { maxLength: 6 }),
      how: fc.nat(7),
      noise: fc.uint8Array({ maxLength: 60 }),
    })
    .map(({ method: { name, fields }, token: bot, picks, how, noise }) => {
      const names = [...Object.keys(fields), "unknown"];
      const params = Object.fromEntries(picks.map(([n, each]) => [names[n % names.length]!, each]));
      const text = Object.fromEntries(
        Object.entries(params).map(([key, each]) => [key, typeof each === "string" ? each : JSON.stringify(each)]),
      );
      const path = `/bot${bot}/${name}`;
      switch (how) {
        case 0:
          return { path: `${path}?${new URLSearchParams(text)}`, verb: "GET", type: "", body: "" };
        case 1:
          return {
            path,
            verb: "POST",
            type: "application/x-www-form-urlencoded",
            body: new URLSearchParams(text).toString(),
          };
        case 2: {
          const parts = Object.entries(text).map(
            ([key, each]) =>
              `--b\r\nContent-Disposition: form-data; name="${key}"${each.length % 3 === 0 ? '; filename="f"' : ""}\r\n\r\n${each}\r\n`,
          );
          return { path, verb: "POST", type: "multipart/form-data; boundary=b", body: `${parts.join("")}--b--\r\n` };
        }
        case 3:
          return { path, verb: "POST", type: "multipart/form-data; boundary=b", body: Buffer.from(noise) };
        case 4:
          return { path, verb: "POST", type: "application/json", body: Buffer.from(noise) };
        case 5:
          return {
            path: `${path}?${Buffer.from(noise)
              .toString("latin1")
              .replaceAll(/[^\x21-\x7e]/g, "%")}`,
            verb: "GET",
            type: "",
            body: "",
          };
        default:
          return { path, verb: "POST", type: "application/json", body: JSON.stringify(params) };
      }
    });
}

/** Every file below a folder that has one of the words in it. */
function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => bytes.includes(word));
    });
}

test.each([
  ["own", REQUESTS],
  // What our own reader leaves to node:http it has read before; here node:http reads everything.
  ["node", REQUESTS / 10],
] as const)("wild requests, reader: %s, %i of them", { timeout: 900_000 }, async (http_reader, requests) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const t = await startWorld("sqlite", undefined, { http_reader });
  const bots = ["guard_bot", "echo_bot", "stranger_bot"];
  const canaries = [...bots.map((bot) => t.token(bot).split(":")[1]!), t.accessToken("alice")];
  let sent = 0;
  const batch = 2000;
  while (sent < requests) {
    const wild = fc.sample(wilds(t), { numRuns: batch, seed: sent });
    let next = 0;
    const worker = async () => {
      while (next < wild.length) {
        const each = wild[next++]!;
        const { status, text } = await send(t, agent, each);
        const answer = JSON.parse(text) as { ok: boolean; error_code?: number };
        if (status >= 500 || answer.ok !== (status === 200) || (status !== 200 && answer.error_code !== status)) {
          throw new Error(
            `${each.verb} ${redact(each.path)} ${each.body.toString().slice(0, 300)} → ${status} ${text.slice(0, 300)}`,
          );
        }
        for (const canary of canaries)
          if (text.includes(canary)) throw new Error(`a credential in the answer to ${redact(each.path)}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    sent += batch;
  }
  expect((await t.ok("guard_bot", "getMe")).username).toBe("guard_bot");
  const metrics: string = (await t.fetch("/metrics")).body;
  for (const canary of canaries) {
    expect(metrics).not.toContain(canary);
    expect(t.log.join("")).not.toContain(canary);
  }
  expect(filesWith(t.dir, canaries)).toEqual([]);
  // The search finds what is there: the names of the bots are in the database.
  expect(filesWith(t.dir, ["guard_bot"]).length).toBeGreaterThan(0);
  expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  agent.destroy();
  await t.stop();
});
