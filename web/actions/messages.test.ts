/** Telling others what one is doing: not at every key, and the end of it only where there is something to end. */
import { beforeEach, expect, test } from "vitest";
import { inside, type Inside } from "../../tests/kit/web-client.ts";
import { messageActions, type MessageActions } from "./messages.ts";

const CHAT = 2;

let t: Inside;
let tell: MessageActions["tellTyping"];
beforeEach(() => {
  t = inside();
  tell = messageActions(t).tellTyping;
});

const told = () => t.service.asked.splice(0).map(({ params }) => params.action ?? "typing");

test("the same is told every few seconds, something else at once", () => {
  for (let n = 0; n < 9; n++) {
    tell(CHAT);
    t.time.advance(1000);
  }
  tell(CHAT, "upload_photo");
  expect(told()).toEqual(["typing", "typing", "typing", "upload_photo"]);
});

test("leaving off is told once, where others still see something to leave off", () => {
  tell(CHAT, "cancel");
  expect(told()).toEqual([]);
  tell(CHAT);
  tell(CHAT, "cancel");
  tell(CHAT, "cancel");
  expect(told()).toEqual(["typing", "cancel"]);
  tell(CHAT);
  t.time.advance(6000);
  tell(CHAT, "cancel");
  expect(told()).toEqual(["typing"]);
});
