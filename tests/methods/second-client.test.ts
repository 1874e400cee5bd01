/** A client written from the reference alone misses nothing, wherever its connection breaks. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SecondClient, says } from "../support/second-client.ts";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("send"), chat: fc.nat(1), text: fc.string({ minLength: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit"), chat: fc.nat(1), text: fc.uuid() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete"), chat: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("cut", "connect", "leave", "add", "create") }) },
);

describe.each(engineIndependent())("a client that follows the reference, on %s", (engine) => {
  test("has the service's state, after any history of messages and disconnects", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const t = await startWorld(engine);
        try {
          await runSteps(t, steps);
        } finally {
          await t.stop();
        }
      }),
      { numRuns: engine === "sqlite" ? 15 : 5 },
    );
  });
});

async function runSteps(t: TestService, steps: readonly Json[]): Promise<void> {
  const client = new SecondClient(t, "bob");
  await client.connect();
  const chats = [t.id("Team"), t.id("Private")];
  const sent: [number, number][] = [];
  for (const { kind, chat: which = 0, text } of steps) {
    const chat_id = chats[which]!;
    const [place, message_id] = sent.at(-1) ?? [chat_id, 0];
    if (kind === "send") {
      const { status, body } = await t.person("alice", "sendMessage", { chat_id, text });
      if (status === 200) sent.push([chat_id, body.result.message_id]);
    }
    if (kind === "edit") await t.person("alice", "editMessageText", { chat_id: place, message_id, text });
    if (kind === "delete") {
      await t.person("alice", "deleteMessage", { chat_id: place, message_id });
      sent.pop();
    }
    if (kind === "cut") client.cut();
    if (kind === "connect") {
      client.cut();
      await client.connect();
    }
    if (kind === "leave") await t.person("bob", "leaveChat", { chat_id: chats[0] });
    if (kind === "add") await t.person("alice", "addMember", { chat_id: chats[0], user_id: t.id("bob") });
    if (kind === "create") await t.as("bob", "createChat", { title: "Another" });
  }
  client.cut();
  await client.connect();
  await client.settled();
  await expectSame(t, client);
}

async function expectSame(t: TestService, client: SecondClient): Promise<void> {
  const { chats }: Json = await t.as("bob", "listChats");
  expect([...client.chats.keys()].sort()).toEqual(chats.map((row: Json) => row.chat.id).sort());
  for (const [chat_id, { messages }] of client.chats) {
    const { messages: kept }: Json = await t.as("bob", "getHistory", { chat_id, limit: 100 });
    const wanted = kept.map((each: Json) => [each.message_id, says(each)]);
    expect([...messages].sort(([a], [b]) => a - b)).toEqual(wanted);
  }
}
