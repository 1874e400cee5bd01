/** `--rate-limits` and HELIOGRAM_RATE_LIMITS mean the same for `heliogram dev` and `heliogram serve`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandFolder, PATIENCE_MS, type Environment } from "../support/commands.ts";
import type { Json } from "../support/json.ts";
import { LONG_RUN } from "../support/long-run.ts";

const PLANS = LONG_RUN ? ["telegram", "off"] : ["telegram"];
/** More than the burst of a private chat under every plan. */
const MOST = 50;
const PASSWORD = "correct horse battery";
const BOT = "limited_bot";
const WORLD = JSON.stringify({
  people: [{ name: "Alice", username: "alice", password: PASSWORD }],
  bots: [{ name: "Limited", username: BOT, owner: "alice" }],
});

let folder: CommandFolder;
beforeAll(() => {
  folder = new CommandFolder();
  writeFileSync(join(folder.dir, "world.json"), WORLD);
});
afterAll(() => folder.close());

async function post(address: string, params: object, token?: string): Promise<Json> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify(params),
  });
  return response.json();
}

/** The refusal of the first message beyond the limit; `undefined` if none is refused. */
async function refusal(url: string, token: string): Promise<Json> {
  const signedIn = await post(`${url}/api/signIn`, { username: "alice", password: PASSWORD });
  const { access_token, user } = signedIn.result;
  const bot = (await post(`${url}/bot${token}/getMe`, {})).result.id;
  await post(`${url}/api/startBot`, { user_id: bot }, access_token);
  for (let n = 0; n < MOST; n++) {
    const { error_code, parameters } = await post(`${url}/bot${token}/sendMessage`, { chat_id: user.id, text: "hi" });
    if (error_code !== undefined) return { error_code, parameters };
  }
  return undefined;
}

async function inDev(args: readonly string[], env: Environment): Promise<Json> {
  const all = ["dev", "--json", "--port", "0", "--no-assistant", "--world", "world.json", ...args];
  const dev = await folder.start(all, env, (text) => (text.includes("\n") ? JSON.parse(text) : undefined));
  const found = await refusal(dev.found.url, dev.found.bots[0].token);
  await dev.stop();
  return found;
}

async function inServe(plan: string): Promise<Json> {
  const env = { HELIOGRAM_DATA_DIR: `data-${plan}`, HELIOGRAM_PORT: "0", HELIOGRAM_HOST: "127.0.0.1" };
  const settings = { ...env, HELIOGRAM_RATE_LIMITS: plan };
  const serve = await folder.start(["serve"], settings, (text) => /listens on (\S+)\n/.exec(text)?.[1]);
  await folder.run(["person", "create", "--username", "alice"], env, PASSWORD);
  const created = await folder.run(["bot", "create", "--username", BOT, "--owner", "alice"], env);
  const found = await refusal(serve.found, JSON.parse(created.stdout).token);
  await serve.stop();
  return found;
}

test.each(PLANS)("%s", { timeout: PATIENCE_MS }, async (plan) => {
  const found = await inServe(plan);
  expect(found).toEqual(plan === "off" ? undefined : { error_code: 429, parameters: { retry_after: 1 } });
  expect(await inDev(["--rate-limits", plan], {})).toEqual(found);
  expect(await inDev([], { HELIOGRAM_RATE_LIMITS: plan })).toEqual(found);
  const other = plan === "off" ? "telegram" : "off";
  expect(await inDev(["--rate-limits", plan], { HELIOGRAM_RATE_LIMITS: other })).toEqual(found);
});

test("a value that is none is refused by its name", { timeout: PATIENCE_MS }, async () => {
  const wrong = await folder.run(["dev"], { HELIOGRAM_RATE_LIMITS: "strict" });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("HELIOGRAM_RATE_LIMITS")]);
});
