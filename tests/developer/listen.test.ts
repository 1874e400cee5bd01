/** `heliogram listen`: a bot's updates go to an address until the command ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATIENCE_MS, type CommandFolder } from "../support/commands.ts";
import { Receiver } from "../support/receiver.ts";
import type { TestService } from "../support/service.ts";
import { startWithCommands } from "./developer-commands.ts";

let t: TestService;
let folder: CommandFolder;
let stop: () => Promise<void>;
let receiver: Receiver;
let url: string;
beforeAll(async () => {
  ({ t, folder, stop } = await startWithCommands());
  receiver = new Receiver();
  url = await receiver.listen();
});
afterAll(async () => {
  await stop();
  await receiver.close();
});

const bot = "guard_bot";
const say = (text: string) => t.as("alice", "sendMessage", { chat_id: t.id(bot), text });
const webhook = () => t.ok(bot, "getWebhookInfo");

/** Starts the command, and keeps what it prints. */
async function listen(...args: string[]) {
  let output = "";
  let wake = () => {};
  const { stop } = await folder.start(
    ["listen", "--forward-to", url, "--bot", bot, "--url", t.url, ...args],
    {},
    (text) => {
      output = text;
      wake();
      return text.includes("\n") ? true : undefined;
    },
  );
  const until = async (part: string) => {
    while (!output.includes(part)) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { output: () => output, until, stop };
}

test("updates are forwarded with the secret, until the command ends", { timeout: PATIENCE_MS }, async () => {
  let status = 500;
  receiver.answer = (_delivery, res) => void res.writeHead(status, { "retry-after": "3600" }).end();
  const { output, until, stop } = await listen("--secret", "the-secret-word");
  expect(output()).toBe(`Forwarding updates of ${bot} to ${url}. Press Ctrl-C to stop.\n`);
  await say("first");
  await until("again at");
  expect(output()).toMatch(/\n00:00:00\.000 {2}update \d+ {2}message {2}500 {2}\d+ ms {2}again at 01:00:00\.\d{3}\n$/);
  status = 200;
  await t.post("/developer/retryWebhook", { bot });
  await until("  200  ");
  expect(receiver.texts()).toEqual(["first", "first"]);
  expect(receiver.deliveries[1]!.headers["x-telegram-bot-api-secret-token"]).toBe("the-secret-word");
  expect((await t.bot(bot, "getUpdates")).status).toBe(409);

  status = 500;
  await say("second");
  await receiver.until(3);
  await stop();
  await until(`Removed the webhook of ${bot}. Updates that wait are kept: the bot can poll again.\n`);
  const updates = await t.ok(bot, "getUpdates");
  expect(updates.map((update: { message: { text: string } }) => update.message.text)).toEqual(["second"]);
  await t.ok(bot, "getUpdates", { offset: -1 });
});

test("a webhook that the bot has is replaced by --force alone, and put back", { timeout: PATIENCE_MS }, async () => {
  receiver.answer = (_delivery, res) => void res.end();
  const own = new URL("/own", url).href;
  await t.ok(bot, "setWebhook", { url: own, max_connections: 7 });
  const refused = await folder.run(["listen", "--forward-to", url, "--bot", bot, "--url", t.url]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`has a webhook already: ${own}. --force`),
  ]);
  expect((await webhook()).url).toBe(own);

  const { output, until, stop } = await listen("--force");
  expect((await webhook()).url).toBe(url);
  await stop();
  await until(`Put back the webhook of ${bot}, without a secret token: ${own}\n`);
  expect(await webhook()).toMatchObject({ url: own, max_connections: 7 });
  expect(output()).not.toContain("Removed");
  const [listed] = (await t.post("/developer/listWebhooks", {})).body.result.webhooks;
  expect([listed.url, listed.ip_address]).toEqual([own, undefined]);

  const other = await listen("--force");
  const newer = new URL("/newer", url).href;
  await t.ok(bot, "setWebhook", { url: newer });
  await other.stop();
  await other.until(`was changed meanwhile, and stays as it is: ${newer}.\n`);
  expect((await webhook()).url).toBe(newer);
  await t.ok(bot, "deleteWebhook");
});

test("attempts as JSON, and what cannot be", { timeout: PATIENCE_MS }, async () => {
  await say("as JSON");
  const { output, until, stop } = await listen("--json");
  await until("\n");
  const [line] = output().split("\n");
  expect(JSON.parse(line!)).toMatchObject({
    url,
    status: 200,
    request_body: { message: { from: { username: "alice" } } },
  });
  await stop();
  for (const [args, code, sentence] of [
    [[], 2, "listen needs --forward-to URL"],
    [["--forward-to", url, "--bot", "no_bot"], 2, "there is no bot no_bot; there are echo_bot"],
    [["--forward-to", "ftp://nowhere", "--bot", bot], 1, `setWebhook of ${bot} was refused: `],
    [["--forward-to", url, "--bot", bot, "--secret", "two words"], 1, "secret token contains unallowed characters"],
  ] as const) {
    const wrong = await folder.run(["listen", ...args, "--url", t.url]);
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([code, "", expect.stringContaining(sentence)]);
  }
  expect((await webhook()).url).toBe("");
});
