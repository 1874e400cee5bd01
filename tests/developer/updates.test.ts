/** Developer mode shows the life of each update, and why one was not made. */
import { afterEach, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { Receiver, untilFailed } from "../support/receiver.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
afterEach(() => t.stop());

const updates = async (params: object = {}): Promise<Json[]> => (await develop(t, "listUpdates", params)).updates;
const steps = ({ state, steps: done }: Json) => [state, ...done.map(({ what }: Json) => what)];

describe.each(engineIndependent())("on %s", (engine) => {
  test("an update is queued, delivered by a poll and confirmed, with the trace of the call that caused it", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const bot = "echo_bot";
    const { headers, body } = await t.person("alice", "sendMessage", { chat_id: t.id(bot), text: "hi" });
    const { message_id } = body.result;
    const [queued] = await updates({ bot });
    expect(queued).toMatchObject({ kind: "message", message_id, trace_id: headers.get("x-trace-id"), state: "queued" });
    const [update] = await t.ok(bot, "getUpdates");
    expect(queued.update_id).toBe(update.update_id);
    expect(steps((await updates({ bot, with_bodies: true }))[0])).toEqual(["delivered", "poll"]);
    await t.ok(bot, "getUpdates", { offset: update.update_id + 1 });
    const all = await updates({ bot });
    expect(all.map(steps)).toEqual([["confirmed", "poll", "confirmed"]]);
    expect(all[0].id).toBe(queued.id);
  });

  test("a private chat has the id of the person, also in the filter", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const [alice, team] = [t.id("alice"), t.id("Team")];
    await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "hi" });
    await t.as("alice", "sendMessage", { chat_id: team, text: "/start" });
    const chats = async (params: object) =>
      (await updates({ bot: "guard_bot", ...params })).map((each) => each.chat_id);
    expect(await chats({})).toEqual([alice, team]);
    expect(await chats({ chat: "@alice" })).toEqual([alice]);
    expect(await chats({ chat: t.id("bob") })).toEqual([]);
    const { revision } = await develop(t, "listUpdates");
    const news = develop(t, "listUpdates", { after: revision, chat: alice, timeout: 50 });
    await t.as("alice", "startBot", { user_id: t.id("guard_bot"), start: "x" });
    expect((await news).updates).toMatchObject([{ chat_id: alice }]);
  });

  test("a webhook's attempts, their responses and the next one", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const receiver = new Receiver();
    let status = 500;
    receiver.answer = (_delivery, res) => void res.writeHead(status).end("not now");
    const url = await receiver.listen();
    await t.ok("echo_bot", "setWebhook", { url, secret_token: "the-secret-word" });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hi" });
    await untilFailed(t, 1);
    const [failed] = (await develop(t, "listWebhookAttempts", { bot: "echo_bot" })).attempts;
    expect(failed).toMatchObject({ attempt: 1, status: 500, response_body: "not now" });
    expect(failed.next_attempt_ms).toBeGreaterThan(t.clock.now());
    expect(failed.request_headers["x-telegram-bot-api-secret-token"]).toBe("[secret]");
    status = 200;
    t.clock.advance(failed.next_attempt_ms - t.clock.now());
    await receiver.until(2);
    const { attempts } = await develop(t, "listWebhookAttempts", { after: failed.revision, timeout: 50 });
    expect(attempts[0]).toMatchObject({ attempt: 2, update_id: failed.update_id });
    const confirmed = await develop(t, "listUpdates", { state: "confirmed", after: 0, timeout: 50 });
    expect(confirmed.updates.map(steps)).toEqual([["confirmed", "webhook_failed", "webhook", "confirmed"]]);
    expect(JSON.stringify(attempts)).not.toContain("the-secret-word");
    expect(await updates({ bot: "echo_bot" })).toHaveLength(1);
    await receiver.close();
  });

  test("an update leaves the queue when it is dropped", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hi" });
    await t.ok("echo_bot", "deleteWebhook", { drop_pending_updates: true });
    expect((await updates({ bot: "echo_bot" })).map(steps)).toEqual([["removed", "removed"]]);
  });

  test("the reason why an update was not made", async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    const team = t.id("Team");
    const reasons = async (filter: object) =>
      (await updates({ state: "not_made", ...filter })).map(({ bot_id, reason }) => {
        const { username } = t.world.bots.find(({ id }) => id === bot_id)!;
        return `${username} ${reason}`;
      });
    const said = await t.as("bob", "sendMessage", { chat_id: team, text: "nothing for a bot" });
    expect(await reasons({ message_id: said.message_id })).toEqual(["echo_bot PRIVACY_MODE"]);
    const posted = await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "by a bot" });
    expect(await reasons({ message_id: posted.message_id })).toEqual(["echo_bot SENT_BY_A_BOT"]);
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["callback_query"] });
    const unwanted = await t.as("bob", "sendMessage", { chat_id: team, text: "/start" });
    expect(await reasons({ message_id: unwanted.message_id })).toEqual(["guard_bot ALLOWED_UPDATES"]);
    await t.operate("bot suspend", { username: "guard_bot" });
    const suspended = await t.as("bob", "sendMessage", { chat_id: team, text: "/start" });
    expect(await reasons({ message_id: suspended.message_id })).toEqual(["guard_bot SUSPENDED"]);
    await t.as("alice", "banChatMember", { chat_id: team, user_id: t.id("echo_bot") });
    const outside = await t.as("bob", "sendMessage", { chat_id: team, text: "/start" });
    expect(await reasons({ message_id: outside.message_id })).toEqual(["echo_bot NOT_A_MEMBER", "guard_bot SUSPENDED"]);
  });
});
