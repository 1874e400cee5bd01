/** Which keyboard of a bot's holds, and for whom. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { offeredKeyboard, offeredPlaceholder } from "./reply-keyboard.ts";

const me: User = { id: 1, is_bot: false, first_name: "Alice", username: "alice" };
const chat = { id: -1, type: "supergroup" as const };

function said(message_id: number, more: Partial<Message>): Message {
  return { message_id, chat, date: 0, text: "Choose, @Alice", ...more };
}
const keyboard = { keyboard: [[{ text: "Yes" }]] };

test("the newest word about keyboards counts", () => {
  const offered = said(1, { reply_markup: keyboard });
  expect(offeredKeyboard([offered, said(2, {})], me)?.message_id).toBe(1);
  expect(offeredKeyboard([offered, said(2, { reply_markup: { inline_keyboard: [] } })], me)?.message_id).toBe(1);
  expect(offeredKeyboard([offered, said(2, { reply_markup: { remove_keyboard: true } })], me)).toBeUndefined();
  expect(offeredKeyboard([offered, said(2, { reply_markup: { force_reply: true } })], me)).toBeUndefined();
});

test("a selective one is for those it mentions or answers", () => {
  const reply_markup = { ...keyboard, selective: true as const };
  expect(offeredKeyboard([said(1, { reply_markup })], me)).toBeUndefined();
  const entities = [{ type: "mention", offset: 8, length: 6 }];
  expect(offeredKeyboard([said(1, { reply_markup, entities })], me)?.message_id).toBe(1);
  const reply_to_message = { message_id: 1, chat, date: 0, from: me };
  expect(offeredKeyboard([said(2, { reply_markup, reply_to_message })], me)?.message_id).toBe(2);
});

test("a bot may say what stands in the empty field", () => {
  const reply_markup = { force_reply: true as const, input_field_placeholder: "Your name" };
  expect(offeredPlaceholder([said(1, { reply_markup })], me)).toBe("Your name");
  expect(offeredPlaceholder([said(1, {})], me)).toBeUndefined();
  expect(offeredPlaceholder([said(1, { reply_markup }), said(2, {})], me)).toBe("Your name");
  expect(offeredPlaceholder([said(1, { reply_markup }), said(2, { from: me })], me)).toBeUndefined();
  const lasting = { ...keyboard, input_field_placeholder: "Yes or no" };
  expect(offeredPlaceholder([said(1, { reply_markup: lasting }), said(2, { from: me })], me)).toBe("Yes or no");
});
