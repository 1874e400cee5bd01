/**
 * Allowed addresses of webhooks: the address that is connected to decides, whatever the host name (behaviour.md §6).
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, startWorld, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

test("private networks are refused unless they are allowed", async () => {
  const t = await startWorld("memory", undefined, { egress: { allow: ["10.1.0.0/16"], allow_everything: false } });
  for (const host of [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "10.0.0.1",
    "169.254.169.254",
    "[::ffff:127.0.0.1]",
    "192.168.1.1",
    "100.64.0.1",
  ]) {
    const answer = await t.bot("guard_bot", "setWebhook", { url: `http://${host}/` });
    expect([host, answer.status]).toEqual([host, 400]);
  }
  await t.ok("guard_bot", "setWebhook", { url: "http://10.1.2.3/hook" });
  await t.ok("guard_bot", "setWebhook", { url: "http://localhost:9/hook" });
  await t.as("bob", "sendMessage", { chat_id: "@team", text: "x" });
  await until(async () => (await t.ok("guard_bot", "getWebhookInfo")).last_error_message, "an error of the webhook");
  expect((await t.ok("guard_bot", "getWebhookInfo")).last_error_message).toBe(
    "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
  );
  const photo = await t.bot("guard_bot", "sendDocument", { chat_id: "@team", document: "http://127.0.0.1:9/x" });
  expect(photo.body.description).toContain(
    "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
  );
  await t.stop();
});

describe.each(engineIndependent())("host names of webhooks on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  /** The addresses of the host name: each list is for one lookup, the last for all further ones. */
  let leads: string[][];
  let looked: string[];
  beforeEach(async () => {
    looked = [];
    t = await startWorld(engine, undefined, {
      egress: { allow: ["127.0.0.1/32"], allow_everything: false },
      resolve: async (name) => {
        looked.push(name);
        const found = leads.length > 1 ? leads.shift()! : leads[0]!;
        return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      },
    });
    receiver = new Receiver();
    url = (await receiver.listen("0.0.0.0")).replace("127.0.0.1", "bot.example");
  });
  afterEach(async () => {
    await receiver.close();
    await t.stop();
  });

  const info = () => t.ok("guard_bot", "getWebhookInfo");
  const push = async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    await t.as("bob", "sendMessage", { chat_id: "@team", text: "hello" });
  };

  test("only allowed addresses of a host name are connected to", async () => {
    leads = [["127.0.0.2", "::1", "127.0.0.1", "127.0.0.3"]];
    await push();
    await receiver.until(1);
    const { address, headers } = receiver.deliveries[0]!;
    expect([address, headers.host]).toEqual(["127.0.0.1", new URL(url).host]);
    // Once to show the address, once to connect.
    expect(looked).toEqual(["bot.example", "bot.example"]);
    expect((await info()).ip_address).toBe("127.0.0.1");
  });

  test.each([
    [
      "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
      ["127.0.0.2", "::ffff:127.0.0.3", "::1"],
    ],
    ["the name of the host is not known", []],
  ])("%s: told, and not connected to", async (sentence, addresses) => {
    leads = [addresses];
    await push();
    await untilFailed(t, 1);
    expect(await info()).toMatchObject({ last_error_message: sentence, pending_update_count: 1 });
    expect(await info()).not.toHaveProperty("ip_address");
    expect(receiver.deliveries).toEqual([]);
  });

  test("a host name whose address changes is checked again", async () => {
    leads = [["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"]];
    receiver.answer = (_delivery, res) => void res.writeHead(500, { connection: "close" }).end();
    await push();
    await untilFailed(t, 1);
    t.clock.advance(1000);
    await untilFailed(t, 2);
    expect((await info()).last_error_message).toBe(
      "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
    );
    expect([receiver.deliveries.length, looked.length]).toEqual([1, 3]);
  });

  test("the address that is shown follows the name, and is not kept to", async () => {
    const literal = url.replace("bot.example", "127.0.0.1");
    leads = [["127.0.0.1"]];
    await t.ok("guard_bot", "setWebhook", { url: literal });
    expect([(await info()).ip_address, looked]).toEqual(["127.0.0.1", []]);
    leads = [[], ["127.0.0.1"]];
    await t.ok("guard_bot", "setWebhook", { url });
    expect(await info()).not.toHaveProperty("ip_address");
    t.clock.advance(10_000);
    const { body } = await t.bot("guard_bot", "setWebhook", { url });
    expect([body.description, (await info()).ip_address]).toEqual(["Webhook is already set", "127.0.0.1"]);
    await t.ok("guard_bot", "setWebhook", { url, ip_address: "127.0.0.1" });
    expect((await info()).ip_address).toBe("127.0.0.1");
  });

  test("the address that is shown is the one at which updates are delivered", async () => {
    leads = [[], ["127.0.0.1"]];
    await t.ok("guard_bot", "setWebhook", { url });
    expect(await info()).not.toHaveProperty("ip_address");
    // A name that was not found is not looked up again at once.
    t.clock.advance(10_000);
    await t.as("bob", "sendMessage", { chat_id: "@team", text: "hello" });
    await receiver.until(1);
    expect(await until(async () => (await info()).ip_address, "the address of the webhook")).toBe("127.0.0.1");
  });

  test("downloads are subject to the same rules", async () => {
    leads = [["127.0.0.2"]];
    const answer = await t.bot("guard_bot", "sendDocument", { chat_id: "@team", document: url });
    expect([answer.status, answer.body.description]).toEqual([
      400,
      expect.stringContaining(
        "the address is on a network that is not allowed; the operator can list it in HELIOGRAM_WEBHOOK_ALLOW",
      ),
    ]);
    expect(looked).toEqual(["bot.example"]);
  });
});
