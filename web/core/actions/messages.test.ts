/** Sending chat actions: not for every key press, and their end only while others see them. */
import { beforeEach, expect, test } from "vitest";
import { inside, type Inside } from "../../../tests/support/web-client.ts";
import { messageActions, type MessageActions } from "./messages.ts";

const CHAT = 2;

let t: Inside;
let tell: MessageActions["sendChatAction"];
let forget: MessageActions["forgetChatAction"];
beforeEach(() => {
  t = inside();
  ({ sendChatAction: tell, forgetChatAction: forget } = messageActions(t));
});

const told = () => t.service.asked.splice(0).map(({ params }) => params.action ?? "typing");

test("the same chat action is repeated every few seconds, a different one is sent at once", () => {
  for (let n = 0; n < 9; n++) {
    tell(CHAT);
    t.time.advance(1000);
  }
  tell(CHAT, "upload_photo");
  expect(told()).toEqual(["typing", "typing", "typing", "upload_photo"]);
});

test("a chat action is sent at once after a message, which ended it for others", () => {
  tell(CHAT);
  forget(CHAT);
  tell(CHAT, "cancel");
  tell(CHAT);
  expect(told()).toEqual(["typing", "typing"]);
});

test("the end of a chat action is sent once, while others still see it", () => {
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
