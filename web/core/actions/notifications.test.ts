/** Which notifications are closed when messages were read and reactions were seen. */
import { expect, test } from "vitest";
import { inside } from "../../../tests/support/web-client.ts";
import { setUnreadReactions, updateChat } from "../store/chats.ts";
import type { ShownNotification } from "../ports/notifications.ts";
import { notificationActions } from "./notifications.ts";

const CHAT = 2;
const message: ShownNotification = { chat_id: CHAT, message_id: 7, path: "/chat/2" };
const reaction: ShownNotification = { ...message, message_id: 3, is_reaction: true };

test("that of a message with it, that of a reaction when reactions were seen, and both with their chat", () => {
  const t = inside();
  let shown = [message, reaction];
  const close = async (isOver: (each: ShownNotification) => boolean) => {
    shown = shown.filter((each) => !isOver(each));
  };
  const { closeRead } = notificationActions({ ...t, notifications: { ...t.notifications, close } });
  t.store.setState(updateChat(CHAT, (row) => ({ ...row, read_up_to: 5 })));
  t.store.setState(setUnreadReactions(CHAT, 1));
  closeRead();
  expect(shown).toEqual([message, reaction]);
  t.store.setState(updateChat(CHAT, (row) => ({ ...row, read_up_to: 7 })));
  closeRead();
  expect(shown).toEqual([reaction]);
  t.store.setState(setUnreadReactions(CHAT, 0));
  closeRead();
  expect(shown).toEqual([]);
  shown = [message, reaction];
  t.store.setState({ chats: {} });
  closeRead();
  expect(shown).toEqual([]);
});
