/** Reading and showing rights, and the rights of each type of chat (interface.md, ChatMember). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ALL_RIGHTS, readRights, RIGHTS, RIGHTS_IN, showRights } from "./rights.ts";

test("each right is a separate bit", () => {
  const bits = Object.values(RIGHTS);
  expect(bits).toEqual(bits.map((_, i) => 2 ** i));
  expect(ALL_RIGHTS).toBe(2 ** bits.length - 1);
});

test("showRights and readRights are inverse", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: ALL_RIGHTS }), (rights) => {
      expect(readRights(showRights(rights))).toBe(rights);
    }),
  );
});

test("an omitted right, and any that is not true, is false", () => {
  expect(readRights({ can_pin_messages: true, can_change_info: undefined, can_restrict_members: false })).toBe(
    RIGHTS.can_pin_messages,
  );
});

test("posting and editing exist in channels, pinning and topics in groups, and private chats have no rights", () => {
  const missing = (type: keyof typeof RIGHTS_IN) =>
    Object.keys(RIGHTS).filter((flag) => (RIGHTS_IN[type] & RIGHTS[flag as keyof typeof RIGHTS]) === 0);
  expect(missing("supergroup")).toEqual(["can_post_messages", "can_edit_messages"]);
  expect(missing("channel")).toEqual(["can_pin_messages", "can_manage_topics"]);
  expect(missing("private")).toEqual(Object.keys(RIGHTS));
});
