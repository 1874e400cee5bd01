/** Routing frames: account events, and chat actions that expire. */
import { PROTOCOL } from "@heliogram/shared/protocol.ts";
import type { Frame } from "@heliogram/shared/wire.ts";
import { beforeEach, expect, test } from "vitest";
import { BOB, inside, said, type Inside } from "../../../tests/support/web-client.ts";
import { routeFrames } from "./frame-router.ts";
import { Sync } from "./sync.ts";

const CHAT = 2;
const ACTION_MS = 6000;

let t: Inside;
let take: (frame: Frame) => void;
beforeEach(() => {
  t = inside();
  const nothing = () => {};
  const sync = new Sync(t, nothing, nothing);
  take = routeFrames({
    ...t,
    sync,
    onCallbackAnswer: nothing,
    onReaction: nothing,
    onProfile: nothing,
    onOutdated: nothing,
  });
});

test("the positions of sign-ins and of settings are updated by every change and every new connection", () => {
  const changed = () => {
    const { sessions_seq, profile_seq } = t.store.getState();
    return [sessions_seq, profile_seq];
  };
  take({ type: "hello", protocol: PROTOCOL, seq: 7, heads: 0, chats: 0 });
  expect(changed()).toEqual([7, 7]);
  take({ type: "account", seq: 8, kind: "profile" });
  expect(changed()).toEqual([7, 8]);
  take({ type: "account", seq: 9, kind: "session" });
  expect(changed()).toEqual([9, 8]);
});

const does = (action: string) => take({ type: "action", chat_id: CHAT, user: BOB, action });
const shown = () => (t.store.getState().chat_actions[CHAT] ?? []).map(({ action }) => action);

test("a user has one chat action at a time, which expires unless it is repeated", () => {
  does("typing");
  t.time.advance(ACTION_MS - 1);
  does("upload_photo");
  expect(shown()).toEqual(["upload_photo"]);
  t.time.advance(ACTION_MS - 1);
  expect(shown()).toEqual(["upload_photo"]);
  t.time.advance(1);
  expect(shown()).toEqual([]);
});

test("a cancelled chat action ends", () => {
  does("typing");
  does("cancel");
  expect(shown()).toEqual([]);
});

test("a message ends the sender's chat action", () => {
  does("typing");
  take({ type: "chat", chat_id: CHAT, seq: 1, kind: "message", message: said(1, BOB) });
  expect(shown()).toEqual([]);
});
