/** What comes between a password and its session goes on at any node, and counts once for all of them. */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { Authenticator } from "../support/authenticator.ts";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import { WORLD, type Json, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const ORIGIN = "https://chat.example.org";
const PEOPLE = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));
const STEP_MS = 30_000;

describe.runIf(inject("postgresUrl") !== "")("with two nodes", () => {
  let nodes: TestNodes;
  let one: TestService;
  let two: TestService;
  beforeAll(async () => {
    nodes = await startNodes(2, { ...WORLD, people: PEOPLE }, { public_url: ORIGIN });
    [one, two] = nodes.running as [TestService, TestService];
  });
  afterAll(() => nodes.stop());

  /** The code of this step, or of one before or after it, which counts too. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: one.service.deps.clock.now() + steps * STEP_MS });
  const signIn = async (node: TestService, username: string): Promise<Json> =>
    (await node.post("/api/signIn", { username, password: PASSWORD })).body.result;
  /** Makes the same call at both nodes at once. @returns the statuses, the lower one first */
  const atBoth = async (method: string, params: object): Promise<readonly number[]> => {
    const answers = await Promise.all([one, two].map((node) => node.post(`/api/${method}`, params)));
    return answers.map(({ status }) => status).sort();
  };

  test("an app that one node has set up is asked for by the other, and each code counts once", async () => {
    const { secret, setup } = await one.as("bob", "beginSecondFactor", { password: PASSWORD });
    const { recovery_codes } = await two.as("bob", "setSecondFactor", { setup, code: codeOf(secret) });
    const { challenge } = (await signIn(one, "bob")).second_factor;
    expect(await atBoth("signInSecondFactor", { challenge, code: codeOf(secret, 1) })).toEqual([200, 403]);
    const again = (await signIn(two, "bob")).second_factor.challenge;
    expect(await atBoth("signInSecondFactor", { challenge: again, code: recovery_codes[0] })).toEqual([200, 403]);
  });

  test("a passkey that one node has added signs in at the other, once", async () => {
    const device = new Authenticator(ORIGIN);
    const begun = await one.as("carla", "beginPasskey", { password: PASSWORD });
    const credential = device.create(begun.options);
    await two.as("carla", "addPasskey", { setup: begun.setup, name: "Laptop", credential });
    const { challenge, options } = (await one.post("/api/beginPasskeySignIn", {})).body.result;
    expect(await atBoth("signInPasskey", { challenge, credential: device.get(options) })).toEqual([200, 403]);
  });

  test("a rule that one node has is the other's, and a second factor is set up at both", async () => {
    await one.operate("second-factor everybody");
    const { token } = (await signIn(two, "dave")).enrolment;
    const { setup, secret } = (await one.post("/api/beginEnrolment", { enrolment: token })).body.result;
    expect(await atBoth("confirmEnrolment", { enrolment: token, setup, code: codeOf(secret) })).toEqual([200, 403]);
  });
});
