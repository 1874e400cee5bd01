/** The commands of the guide about pushes on a closed network, with a push service of the tests in the place of ntfy. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { TestPushService } from "../support/push-service.ts";
import { startWorld, type Json } from "../support/service.ts";

const GUIDE = readFileSync(new URL("../../docs/guides/push.md", import.meta.url), "utf8");
const [ALLOW, SUBSCRIBE, TEST] = Array.from(GUIDE.matchAll(/```sh\n([^`]*)```/g), ([, script]) => script!);

/** @returns the result that a script prints */
async function carryOut(script: string, env: Readonly<Record<string, string>>): Promise<Json> {
  const { stdout } = await promisify(execFile)("sh", ["-euc", script], { env: { ...process.env, ...env } });
  return JSON.parse(stdout).result;
}

test("a phone subscribes by hand, is tested, and told of a message", async () => {
  const [, name, value] = /export (\w+)=(\S+)/.exec(ALLOW!)!;
  expect(name).toBe("HELIOGRAM_WEBHOOK_ALLOW");
  expect(settingsSchema.parse({ webhook_allow: value }).webhook_allow).toEqual(["10.0.0.0/8"]);
  const ntfy = new TestPushService();
  await ntfy.listen();
  // The network of the test stands for that of the guide.
  const closed = { egress: { allow: ["127.0.0.0/8"], allow_everything: false } };
  const t = await startWorld("memory", undefined, closed);
  const phone = ntfy.device("upAbCdEf?up=1");
  const env = {
    SERVICE: t.url,
    ACCESS_TOKEN: t.accessToken("bob"),
    ENDPOINT: phone.endpoint,
    P256DH: phone.p256dh,
    AUTH: phone.auth,
  };
  expect(await carryOut(SUBSCRIBE!, env)).toEqual({ subscription_id: 1 });
  expect(await carryOut(TEST!, env)).toMatchObject({ delivered: true });
  const message_id = (await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "On your phone" })).message_id;
  await t.advanceUntil(
    ntfy.untilSo(() => ntfy.pushes.length === 2),
    500,
  );
  await t.as("bob", "readMessages", { chat_id: t.id("Team"), message_id });
  await t.advanceUntil(
    ntfy.untilSo(() => ntfy.pushes.length === 3),
    500,
  );
  const [tested, told, read] = ntfy.payloads();
  expect([tested.type, told.text, read.type]).toEqual(["test", "On your phone", "read"]);
  // What a push may contain is what the guide lists.
  for (const name of Object.keys({ ...tested, ...told, ...read })) expect(GUIDE).toContain(`\`${name}\``);
  await ntfy.close();
  await t.stop();
});
