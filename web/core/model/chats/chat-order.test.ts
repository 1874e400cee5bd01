/** The order of the chat list, sorted at once and incrementally. */
import type { Message } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chatsInOrder, incrementalOrder } from "./chat-order.ts";

interface Listed {
  readonly chat: Message["chat"];
  readonly last_message?: Message;
}

function listed(id: number, date: number | undefined): Listed {
  const chat = { id, type: "supergroup" as const };
  return { chat, ...(date === undefined ? {} : { last_message: { message_id: 1, chat, date } }) };
}

test("kept up with any changes, the order is that which is made anew", () => {
  const date = fc.option(fc.nat(5), { nil: undefined });
  const change = fc.record({
    set: fc.array(fc.tuple(fc.integer({ min: -6, max: -1 }), date), { maxLength: 3 }),
    gone: fc.integer({ min: -9, max: -1 }),
    pinned: fc.uniqueArray(fc.integer({ min: -6, max: -1 }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const inOrder = incrementalOrder<Listed>();
      let chats: Record<number, Listed> = {};
      let pins: readonly number[] = [];
      for (const [step, { set, gone, pinned }] of changes.entries()) {
        chats = { ...chats, ...Object.fromEntries(set.map(([id, at]) => [id, listed(id, at)])) };
        delete chats[gone];
        if (step % 3 === 0) pins = pinned;
        expect(inOrder(chats, pins)).toEqual(chatsInOrder(chats, pins));
      }
    }),
  );
});

test("one chat that has news is put into its place without comparing the others with each other", () => {
  const readsWith = (count: number) => {
    let reads = 0;
    const counted = (row: Listed): Listed => ({
      chat: row.chat,
      get last_message() {
        reads++;
        return row.last_message!;
      },
    });
    const rows = Array.from({ length: count }, (_, i) => counted(listed(-1 - i, i)));
    const chats = Object.fromEntries(rows.map((row) => [row.chat.id, row]));
    const inOrder = incrementalOrder<Listed>();
    const pins: readonly number[] = [];
    inOrder(chats, pins);
    reads = 0;
    inOrder({ ...chats, [-3]: counted(listed(-3, count + 1)) }, pins);
    return reads;
  };
  expect(readsWith(2048)).toBeLessThanOrEqual(2 * Math.log2(2048) + 4);
  expect(readsWith(64)).toBeGreaterThan(0);
});
