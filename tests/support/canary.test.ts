/** The check for leaked secrets finds planted secrets in every output of a service, and finds nothing otherwise. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { engineIndependent, startWorld, WORLD, type TestService } from "./service.ts";

const PASSWORD = "correct horse battery";
const SECRET = "webhook_secret";
const ALICE = { name: "Alice", username: "alice", owner: true, password: PASSWORD };
/** The same world, in which Alice can sign in. */
const SIGNED_UP = { ...WORLD, people: [ALICE, ...WORLD.people.slice(1)] };

/** Every kind of secret, obtained in the way its owner obtains it. */
const SECRETS: Readonly<Record<string, (t: TestService) => Promise<string> | string>> = {
  "a bot's token": (t) => t.token("echo_bot"),
  "a bot's secret without its number": (t) => t.token("echo_bot").split(":")[1]!,
  "a token made anew": async (t) => (await t.as("alice", "regenerateBotToken", { bot_id: t.id("echo_bot") })).token,
  "a token made by an operator": async (t) => (await t.operate("bot token", { username: "echo_bot" })).token,
  "an access token": (t) => t.accessToken("bob"),
  "a session cookie": async (t) => {
    const form = { username: "alice", password: PASSWORD };
    const { headers } = await t.post("/api/signIn", form, { origin: t.url, "sec-fetch-site": "same-origin" });
    return /=([^;]+)/.exec(headers.get("set-cookie")!)![1]!;
  },
  "a password": () => PASSWORD,
  "a password that was refused": async (t) => {
    await t.post("/api/signIn", { username: "alice", password: "wrong horse" });
    return "wrong horse";
  },
  "an invitation's code": async (t) => (await t.as("alice", "createInvitation")).code,
  "a reset's code": async (t) => (await t.as("alice", "resetPassword", { user_id: t.id("bob") })).code,
  "a webhook's secret": async (t) => {
    await t.ok("guard_bot", "setWebhook", { url: `${t.url}/hook`, secret_token: SECRET });
    return SECRET;
  },
};

/** Every output in which a secret could leak, by its name in the report. */
const PLACES: Readonly<Record<string, (t: TestService, secret: string) => unknown>> = {
  "the log": (t, secret) => t.log.push(`{"msg":"${secret}"}\n`),
  "the output": (_t, secret) => process.stderr.write(`planted by a test: ${secret}\n`),
  "the metrics": (t, secret) => {
    const { fetch } = t;
    t.fetch = async (...asked) => {
      const answer = await fetch.apply(t, asked);
      return asked[0] === "/metrics" ? { ...answer, body: `${answer.body}planted{secret="${secret}"} 1\n` } : answer;
    };
  },
  [join("media", "tmp", "left")]: (t, secret) => writeFileSync(join(t.dir, "media", "tmp", "left"), `x-${secret}`),
  [join("media", "tmp", "long")]: (t, secret) => {
    const letters = "x".repeat(5000);
    writeFileSync(join(t.dir, "media", "tmp", "long"), `${letters}${secret}${letters}`);
  },
  [join("notes", "[secret]")]: (t, secret) => mkdirSync(join(t.dir, "notes", secret), { recursive: true }),
};

describe("a planted leak", () => {
  test.each(Object.keys(SECRETS))("is found, whatever it is: %s", async (name) => {
    const t = await startWorld("memory", SIGNED_UP);
    const secret = await SECRETS[name]!(t);
    writeFileSync(join(t.dir, "notes"), secret);
    await expect(t.stop()).rejects.toThrow(/^the service has leaked: .* is in notes$/);
    expect(existsSync(t.dir)).toBe(false);
  });

  test.each(Object.keys(PLACES))("is found, wherever it is: %s", async (place) => {
    const t = await startWorld("memory");
    await PLACES[place]!(t, t.accessToken("bob"));
    await expect(t.stop()).rejects.toThrow(`the service has leaked: a credential is in ${place}`);
  });

  test.each(engineIndependent())("is found in a store on %s, until it is overwritten", async (engine) => {
    const t = await startWorld(engine, SIGNED_UP);
    for (const about of [t.accessToken("alice"), PASSWORD]) await t.as("alice", "editProfile", { about });
    const store = engine === "postgres" ? "table account" : "heliogram.db";
    await expect(t.stop()).rejects.toThrow(new RegExp(`^the service has leaked: a password is in ${store}$`));
  });

  test.each(engineIndependent())(
    "of a webhook's secret is found outside the store on %s, and not within",
    async (engine) => {
      const t = await startWorld(engine);
      const secret = (await SECRETS["a webhook's secret"]!(t)) as string;
      t.log.push(secret);
      await expect(t.stop()).rejects.toThrow("the service has leaked: a webhook's secret is in the log");
    },
  );
});

test.each(engineIndependent())(
  "a token in a webhook's address is in the store on %s, and nowhere else",
  async (engine) => {
    const run = async (plant: (t: TestService) => void) => {
      const t = await startWorld(engine);
      await t.ok("echo_bot", "setWebhook", { url: `${t.url}/${t.token("echo_bot")}` });
      plant(t);
      await t.stop();
    };
    const entrust = (t: TestService) => t.canary.entrust(t.token("echo_bot"));
    await run(entrust);
    await expect(run(() => {})).rejects.toThrow("a credential is in");
    await expect(run((t) => entrust(t) ?? t.log.push(t.token("echo_bot")))).rejects.toThrow("is in the log");
  },
);

test.each(engineIndependent())("a service that has handed out everything leaks nothing on %s", async (engine) => {
  const t = await startWorld(engine, SIGNED_UP, { search_index: true });
  const secrets: string[] = [];
  for (const get of Object.values(SECRETS)) secrets.push(await get(t));
  expect(new Set(secrets).size).toBe(Object.keys(SECRETS).length);
  await t.restart();
  await t.stop();
});
