/** The guide to the second factor is carried out: set up, used, lost, and required. Its labels are those of the client. */
import { readFileSync } from "node:fs";
import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endUnprotectedSessions } from "heliogram/app/accounts/second-factor-rule.ts";
import { parseAdminCommand } from "heliogram/cli/admin/command.ts";
import { Authenticator } from "../support/authenticator.ts";
import { guideText } from "./guide-text.ts";
import { engineIndependent, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";

const GUIDE = guideText("second-factor.md");
const PASSWORD = "correct horse";
const WEEK_MS = 7 * 86_400_000;

/** The commands under a heading, as the command line reads them. */
function commandsOf(heading: string) {
  const [, block = ""] = new RegExp(`\n## ${heading}\n[^]*?\`\`\`sh\n([^]*?)\`\`\``).exec(GUIDE)!;
  return block
    .trim()
    .split("\n")
    .map((line) => line.replace(/^heliogram /, "").split(" "))
    .map(([noun = "", ...args]) => parseAdminCommand(noun, args));
}

test("every label of the guide is one of the client", () => {
  const catalog = readFileSync(new URL("../../web/i18n/locales/en.po", import.meta.url), "utf8");
  const labels = [...GUIDE.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label!);
  expect(labels.length).toBeGreaterThan(8);
  expect(labels.filter((label) => !catalog.includes(`msgid "${label}"\n`))).toEqual([]);
});

describe.each(engineIndependent())("the guide on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    const people = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));
    t = await startWorld(engine, { ...WORLD, people }, { session_s: 30 * 86_400 });
  });
  afterAll(() => t.stop());

  /** What the app makes of a QR code. */
  class App {
    readonly #totp: TOTP;
    constructor(address: string) {
      this.#totp = URI.parse(address) as TOTP;
    }
    get code(): string {
      return this.#totp.generate({ timestamp: t.clock.now() });
    }
  }

  const signIn = async (username: string): Promise<Json> =>
    (await t.post("/api/signIn", { username, password: PASSWORD })).body.result;
  const give = async (username: string, code: string) => {
    const { challenge } = (await signIn(username)).second_factor;
    return (await t.post("/api/signInSecondFactor", { challenge, code })).status;
  };
  async function setUp(username: string): Promise<{ app: App; codes: string[] }> {
    const { address, setup } = await t.as(username, "beginSecondFactor", { password: PASSWORD });
    const app = new App(address);
    const { recovery_codes } = await t.as(username, "setSecondFactor", { setup, code: app.code });
    return { app, codes: recovery_codes };
  }

  test("a person sets up an app, loses the phone, and sets up another one", async () => {
    const { app, codes } = await setUp("bob");
    t.clock.advance(30_000);
    const { code } = app;
    t.clock.advance(30_000);
    expect(await give("bob", code)).toBe(200);
    expect(await give("bob", code)).toBe(403);
    expect(await give("bob", codes[0]!)).toBe(200);
    expect(await give("bob", codes[0]!)).toBe(403);
    const { app: other } = await setUp("bob");
    t.clock.advance(30_000);
    expect(await give("bob", codes[1]!)).toBe(403);
    expect(await give("bob", other.code)).toBe(200);
    for (const { command, ...options } of commandsOf("When the phone is lost")) await t.operate(command, options);
    expect(await signIn("bob")).toHaveProperty("access_token");
  });

  test("a person adds a passkey, signs in with it, and lets another device in with it", async () => {
    const { passkey_origin } = (await t.post("/api/getSignInOptions", {})).body.result;
    const key = new Authenticator(passkey_origin);
    const { options, setup: begun } = await t.as("carla", "beginPasskey", { password: PASSWORD });
    const credential = key.create(options);
    const { recovery_codes } = await t.as("carla", "addPasskey", { setup: begun, name: "Laptop", credential });
    expect(recovery_codes).toHaveLength(10);
    const asked = (await t.post("/api/beginPasskeySignIn", {})).body.result;
    const given = { challenge: asked.challenge, credential: key.get(asked.options) };
    const { access_token } = (await t.post("/api/signInPasskey", given)).body.result;
    const after = (await signIn("carla")).second_factor;
    const second = { challenge: after.challenge, passkey: key.get(after.passkey) };
    expect((await t.post("/api/signInSecondFactor", second)).status).toBe(200);
    const own = (method: string, params: object = {}) =>
      t.post(`/api/${method}`, params, { authorization: `Bearer ${access_token}` });
    const { code } = (await own("showDeviceCode")).body.result;
    const { claim, number } = (await t.post("/api/claimDeviceCode", { code })).body.result;
    const { device } = (await own("getDeviceCode")).body.result;
    expect(device.number).toBe(number);
    expect((await own("confirmDevice", { number })).status).toBe(403);
    const { challenge, passkey } = device.proof.second_factor;
    expect((await own("confirmDevice", { number, challenge, passkey: key.get(passkey) })).status).toBe(200);
    expect((await t.post("/api/signInDevice", { claim })).body.result.user.username).toBe("carla");
    await t.as("alice", "removeSecondFactor", { user_id: t.id("carla") });
  });

  test("an owner requires it: who has none sets it up at the sign-in, and after a week no session is without", async () => {
    const without = (await signIn("carla")).access_token;
    await setUp("alice");
    await t.as("alice", "setSecondFactorRule", { required_of: "everybody" });
    const { token } = (await signIn("dave")).enrolment;
    const { address, setup } = (await t.post("/api/beginEnrolment", { enrolment: token })).body.result;
    const { code } = new App(address);
    const { result } = (await t.post("/api/confirmEnrolment", { enrolment: token, setup, code })).body;
    expect(result.recovery_codes).toHaveLength(10);
    const status = async (access_token: string) =>
      (await t.post("/api/getProfile", {}, { authorization: `Bearer ${access_token}` })).status;
    expect(await status(without)).toBe(200);
    t.clock.advance(WEEK_MS);
    await endUnprotectedSessions(t.service.db, Math.floor(t.clock.now() / 1000), new AbortController().signal);
    expect([await status(without), await status(result.access_token)]).toEqual([401, 200]);
    await t.as("alice", "removeSecondFactor", { user_id: t.id("dave") });
    expect(await signIn("dave")).toHaveProperty("enrolment");
  });

  test("the operator requires it by the commands of the guide", async () => {
    const scopes = [];
    for (const { command, ...options } of commandsOf("Require it"))
      scopes.push((await t.operate(command, options)).required_of);
    expect(scopes).toEqual(["owners", "everybody", "everybody", "nobody"]);
    expect(await signIn("carla")).toHaveProperty("access_token");
  });
});
