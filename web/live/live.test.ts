/** Frames at their places: news of the person's own, and what others do, shown until they leave off or speak. */
import { PROTOCOL, type Frame } from "@heliogram/shared/frames.ts";
import { beforeEach, expect, test } from "vitest";
import { BOB, inside, said, type Inside } from "../../tests/kit/web-client.ts";
import { takeFrames } from "./live.ts";
import { Sync } from "./sync.ts";

const CHAT = 2;
const ACTION_MS = 6000;

let t: Inside;
let take: (frame: Frame) => void;
beforeEach(() => {
  t = inside();
  const nothing = () => {};
  const sync = new Sync(t, nothing, nothing);
  take = takeFrames({ ...t, sync, onCallbackAnswer: nothing, onProfile: nothing, onOutdated: nothing });
});

test("where the person is signed in is to be read anew when it changes, and with every line", () => {
  const changed = () => t.store.getState().sessions_seq;
  take({ type: "hello", protocol: PROTOCOL, seq: 7, heads: 0, chats: 0 });
  expect(changed()).toBe(7);
  take({ type: "account", seq: 8, kind: "profile" });
  expect(changed()).toBe(7);
  take({ type: "account", seq: 9, kind: "session" });
  expect(changed()).toBe(9);
});

const does = (action: string) => take({ type: "action", chat_id: CHAT, user: BOB, action });
const shown = () => (t.store.getState().acting[CHAT] ?? []).map(({ action }) => action);

test("somebody does one thing at a time, until they have not said so again for a while", () => {
  does("typing");
  t.time.advance(ACTION_MS - 1);
  does("upload_photo");
  expect(shown()).toEqual(["upload_photo"]);
  t.time.advance(ACTION_MS - 1);
  expect(shown()).toEqual(["upload_photo"]);
  t.time.advance(1);
  expect(shown()).toEqual([]);
});

test("whoever leaves off does nothing any more", () => {
  does("typing");
  does("cancel");
  expect(shown()).toEqual([]);
});

test("whoever speaks has done what they were doing", () => {
  does("typing");
  take({ type: "chat", chat_id: CHAT, seq: 1, kind: "message", message: said(1, BOB) });
  expect(shown()).toEqual([]);
});
