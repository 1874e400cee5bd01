/** Webhooks on private networks: self-signed certificates, and host names without DNS (behaviour.md §6). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CERTIFICATE, KEY, NAMELESS_CERTIFICATE, NAMELESS_KEY, OTHER_CERTIFICATE } from "../support/certificate.ts";
import { Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, startWorld, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

function form(fields: Record<string, string>, certificate?: string): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (certificate !== undefined) data.append("certificate", new Blob([certificate]), "certificate.pem");
  return data;
}

describe.each(engineIndependent())("webhook certificates on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let looked: string[];
  beforeEach(async () => {
    looked = [];
    const resolve = async (name: string) => {
      looked.push(name);
      return [];
    };
    t = await startWorld(engine, undefined, { resolve });
    receiver = new Receiver({ cert: CERTIFICATE, key: KEY });
    url = await receiver.listen();
  });
  afterEach(async () => {
    await receiver.close();
    await t.stop();
  });

  const info = () => t.ok("guard_bot", "getWebhookInfo");
  const say = (text: string) => t.as("bob", "sendMessage", { chat_id: "@team", text });

  test("a self-signed certificate is trusted while it is the uploaded one", async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    expect((await info()).has_custom_certificate).toBe(false);
    await say("first");
    await untilFailed(t, 1);
    expect(await info()).toMatchObject({ last_error_message: "the certificate is not valid", pending_update_count: 1 });

    await t.ok("guard_bot", "setWebhook", form({ url }, CERTIFICATE));
    await receiver.until(1);
    expect(receiver.texts()).toEqual(["first"]);
    expect((await info()).has_custom_certificate).toBe(true);

    await t.ok("guard_bot", "setWebhook", { url });
    expect((await info()).has_custom_certificate).toBe(false);
    await say("second");
    await untilFailed(t, 2);
    expect(receiver.texts()).toEqual(["first"]);
  });

  test("a certificate of another host or key is not trusted", async () => {
    await t.ok("guard_bot", "setWebhook", form({ url }, OTHER_CERTIFICATE));
    await say("hello");
    await untilFailed(t, 1);
    expect((await info()).last_error_message).toBe("the certificate is not valid");
    const elsewhere = { url: url.replace("127.0.0.1", "elsewhere.example"), ip_address: "127.0.0.1" };
    await t.ok("guard_bot", "setWebhook", form(elsewhere, CERTIFICATE));
    await untilFailed(t, 2);
    expect((await info()).last_error_message).toBe("the certificate is not valid");
    expect(receiver.deliveries).toEqual([]);
  });

  test("all certificates of a file are trusted", async () => {
    await t.ok("guard_bot", "setWebhook", form({ url }, `# ours\n${OTHER_CERTIFICATE}\n${CERTIFICATE}`));
    await say("hello");
    await receiver.until(1);
  });

  test("a private key in the file is dropped", async () => {
    await t.ok("guard_bot", "setWebhook", form({ url }, KEY + CERTIFICATE + KEY));
    await say("hello");
    await receiver.until(1);
    const stored = await t.service.db.read((tx) => tx.all(sqlRead("select certificate from webhook")));
    expect(stored).toEqual([{ certificate: CERTIFICATE.trim() }]);
  });

  test("ip_address replaces the name resolution", async () => {
    const named = url.replace("127.0.0.1", "bots.example");
    await t.ok("guard_bot", "setWebhook", form({ url: named }, CERTIFICATE));
    await say("hello");
    await untilFailed(t, 1);
    expect((await info()).last_error_message).toBe("the name of the host is not known");
    expect(looked).toEqual(["bots.example"]);

    await t.ok("guard_bot", "setWebhook", form({ url: named, ip_address: "127.0.0.1" }, CERTIFICATE));
    await receiver.until(1);
    expect(receiver.deliveries[0]!.headers.host).toBe(new URL(named).host);
    expect((await info()).ip_address).toBe("127.0.0.1");
    expect(looked).toEqual(["bots.example"]);
  });

  test("both hold after a restart", async () => {
    const named = url.replace("127.0.0.1", "bots.example");
    await t.ok("guard_bot", "setWebhook", form({ url: named, ip_address: "127.0.0.1" }, CERTIFICATE));
    await t.restart();
    await say("hello");
    await receiver.until(1);
  });

  test.each([
    ["a file that is none", "hello", "the file is no certificate in the PEM format"],
    ["an empty file", "", "the file is no certificate in the PEM format"],
    ["a damaged one", CERTIFICATE.replace("MII", "MIJ"), "the file is no certificate in the PEM format"],
    ["a key alone", KEY, "the file is no certificate in the PEM format"],
  ])("%s is refused, and nothing is changed", async (_name, file, sentence) => {
    const answer = await t.bot("guard_bot", "setWebhook", form({ url }, file));
    expect([answer.status, answer.body.description]).toEqual([400, `Bad Request: bad webhook: ${sentence}`]);
    expect((await info()).url).toBe("");
  });

  test("a text instead of a file, an invalid IP address, and a long file are refused", async () => {
    const text = await t.bot("guard_bot", "setWebhook", { url, certificate: CERTIFICATE });
    expect(text.body.description).toBe("Bad Request: bad webhook: the certificate must be uploaded as a PEM file");
    const bad = await t.bot("guard_bot", "setWebhook", { url, ip_address: "bots.example" });
    expect(bad.body.description).toBe("Bad Request: bad webhook: the IP address is not valid");
    const long = await t.bot("guard_bot", "setWebhook", form({ url }, "x".repeat(64 * 1024 + 1)));
    expect(long.status).toBe(413);
    expect((await info()).url).toBe("");
  });
});

test.each(["127.0.0.1", "bots.example"])("a certificate without a subject is trusted for %s", async (host) => {
  const t = await startWorld("memory");
  const receiver = new Receiver({ cert: NAMELESS_CERTIFICATE, key: NAMELESS_KEY });
  const url = (await receiver.listen()).replace("127.0.0.1", host);
  const say = (text: string) => t.as("bob", "sendMessage", { chat_id: "@team", text });
  await t.ok("guard_bot", "setWebhook", form({ url, ip_address: "127.0.0.1" }, OTHER_CERTIFICATE));
  await say("hello");
  await untilFailed(t, 1);
  expect(receiver.deliveries).toEqual([]);

  await t.ok("guard_bot", "setWebhook", form({ url, ip_address: "127.0.0.1" }, NAMELESS_CERTIFICATE));
  await receiver.until(1);
  expect(receiver.texts()).toEqual(["hello"]);
  expect((await t.ok("guard_bot", "getWebhookInfo")).has_custom_certificate).toBe(true);
  await receiver.close();
  await t.stop();
});

test("ip_address must be in an allowed network", async () => {
  const t = await startWorld("memory", undefined, { egress: { allow: ["10.1.0.0/16"], allow_everything: false } });
  const url = "http://bots.example/hook";
  const answer = await t.bot("guard_bot", "setWebhook", { url, ip_address: "10.2.0.1" });
  expect(answer.body.description).toBe(
    "Bad Request: bad webhook: the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
  );
  await t.ok("guard_bot", "setWebhook", { url, ip_address: "10.1.0.1" });
  await t.stop();
});
