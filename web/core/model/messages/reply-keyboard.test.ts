/** Which reply keyboard is active, and for whom. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { incrementalKeyboardSource, activeKeyboard, activePlaceholder } from "./reply-keyboard.ts";

const me: User = { id: 1, is_bot: false, first_name: "Alice", username: "alice" };
const chat = { id: -1, type: "supergroup" as const };

function said(message_id: number, more: Partial<Message>): Message {
  return { message_id, chat, date: 0, text: "Choose, @Alice", ...more };
}
const keyboardOf = (messages: readonly Message[]) => activeKeyboard(incrementalKeyboardSource()(messages, me));
const placeholderOf = (messages: readonly Message[]) =>
  activePlaceholder(incrementalKeyboardSource()(messages, me), messages, me);
const keyboard = { keyboard: [[{ text: "Yes" }]] };

test("the newest keyboard instruction is active", () => {
  const offered = said(1, { reply_markup: keyboard });
  expect(keyboardOf([offered, said(2, {})])?.message_id).toBe(1);
  expect(keyboardOf([offered, said(2, { reply_markup: { inline_keyboard: [] } })])?.message_id).toBe(1);
  expect(keyboardOf([offered, said(2, { reply_markup: { remove_keyboard: true } })])).toBeUndefined();
  expect(keyboardOf([offered, said(2, { reply_markup: { force_reply: true } })])).toBeUndefined();
});

test("a selective keyboard is for those it mentions or replies to", () => {
  const reply_markup = { ...keyboard, selective: true as const };
  expect(keyboardOf([said(1, { reply_markup })])).toBeUndefined();
  const entities = [{ type: "mention", offset: 8, length: 6 }];
  expect(keyboardOf([said(1, { reply_markup, entities })])?.message_id).toBe(1);
  const reply_to_message = { message_id: 1, chat, date: 0, from: me };
  expect(keyboardOf([said(2, { reply_markup, reply_to_message })])?.message_id).toBe(2);
});

test("a bot may set the placeholder of the field", () => {
  const reply_markup = { force_reply: true as const, input_field_placeholder: "Your name" };
  expect(placeholderOf([said(1, { reply_markup })])).toBe("Your name");
  expect(placeholderOf([said(1, {})])).toBeUndefined();
  expect(placeholderOf([said(1, { reply_markup }), said(2, {})])).toBe("Your name");
  expect(placeholderOf([said(1, { reply_markup }), said(2, { from: me })])).toBeUndefined();
  const lasting = { ...keyboard, input_field_placeholder: "Yes or no" };
  expect(placeholderOf([said(1, { reply_markup: lasting }), said(2, { from: me })])).toBe("Yes or no");
});

test("the incremental result equals that of all messages", () => {
  const change = fc.record({ at: fc.nat(12), removed: fc.nat(3), put: fc.array(fc.boolean(), { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const lastWord = incrementalKeyboardSource();
      let messages: Message[] = [];
      let id = 0;
      for (const { at, removed, put } of changes) {
        const more = put.map((says) => said(++id, says ? { reply_markup: keyboard } : {}));
        messages = messages.toSpliced(at, removed, ...more);
        expect(lastWord(messages, me)).toBe(messages.findLast(({ reply_markup }) => reply_markup));
      }
    }),
  );
});
