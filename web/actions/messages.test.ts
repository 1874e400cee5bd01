/** What is told of reading: once for what is scrolled past, and also while it does not pause. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, type Inside } from "../../tests/kit/web-client.ts";
import { messageActions, type MessageActions } from "./messages.ts";

const CHAT = 2;

describe("reading", () => {
  let t: Inside;
  let messages: MessageActions;
  beforeEach(() => {
    t = inside();
    messages = messageActions(t);
  });
  const told = () => t.service.asked.map(({ params }) => params.message_id);

  test("is told when it pauses, with where it has got to", () => {
    for (const id of [1, 2, 3]) messages.markRead(CHAT, id);
    expect(t.store.getState().chats![CHAT]!.read_up_to).toBe(3);
    t.time.advance(249);
    expect(told()).toEqual([]);
    t.time.advance(1);
    expect(told()).toEqual([3]);
  });

  test("is told while it goes on without a pause", () => {
    for (let id = 1; id <= 25; id++) {
      messages.markRead(CHAT, id);
      t.time.advance(100);
    }
    expect(told()).toEqual([10, 20]);
    t.time.advance(250);
    expect(told()).toEqual([10, 20, 25]);
  });
});
