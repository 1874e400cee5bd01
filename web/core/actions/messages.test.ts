/** Sending chat actions: not for every key press, and their end only while others see them. */
import { beforeEach, expect, test } from "vitest";
import { inside, type Inside } from "../../../tests/support/web-client.ts";
import { messageActions, type MessageActions } from "./messages.ts";

const CHAT = 2;

let t: Inside;
let send: MessageActions["sendChatAction"];
let forget: MessageActions["forgetChatAction"];
beforeEach(() => {
  t = inside();
  ({ sendChatAction: send, forgetChatAction: forget } = messageActions(t));
});

const sent = () => t.service.asked.splice(0).map(({ params }) => params.action ?? "typing");

test("the same chat action is repeated every few seconds, a different one is sent at once", () => {
  for (let n = 0; n < 9; n++) {
    send(CHAT);
    t.time.advance(1000);
  }
  send(CHAT, "upload_photo");
  expect(sent()).toEqual(["typing", "typing", "typing", "upload_photo"]);
});

test("a chat action is sent at once after a message, which ended it for others", () => {
  send(CHAT);
  forget(CHAT);
  send(CHAT, "cancel");
  send(CHAT);
  expect(sent()).toEqual(["typing", "typing"]);
});

test("the end of a chat action is sent once, while others still see it", () => {
  send(CHAT, "cancel");
  expect(sent()).toEqual([]);
  send(CHAT);
  send(CHAT, "cancel");
  send(CHAT, "cancel");
  expect(sent()).toEqual(["typing", "cancel"]);
  send(CHAT);
  t.time.advance(6000);
  send(CHAT, "cancel");
  expect(sent()).toEqual(["typing"]);
});
