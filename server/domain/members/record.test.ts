/** The fields of a ChatMember by status (interface.md, ChatMember), with those that strict clients require. */
import { MEDIA_PERMISSIONS } from "@heliogram/shared/permissions.ts";
import { expect, test } from "vitest";
import { memberOf } from "./member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "./permissions.ts";
import { chatMemberRecord } from "./record.ts";
import { ALL_RIGHTS, RIGHTS } from "./rights.ts";

const view = (can_be_edited: boolean, implied_rights = true) => ({ can_be_edited, implied_rights });

test("the record of the creator has exactly three fields", () => {
  const creator = { ...memberOf(1, "creator"), custom_title: "captain", is_anonymous: true };
  expect(chatMemberRecord(creator, view(false))).toEqual({
    status: "creator",
    custom_title: "captain",
    is_anonymous: true,
  });
  expect(chatMemberRecord(memberOf(1, "creator"), view(true))).toEqual({
    status: "creator",
    custom_title: "",
    is_anonymous: false,
  });
});

test.each([true, false])(
  "the record of an administrator has every right, true or false, and can_be_edited %s",
  (editable) => {
    const administrator = { ...memberOf(1, "administrator"), rights: RIGHTS.can_pin_messages, promoted_by: 2 };
    expect(chatMemberRecord(administrator, view(editable))).toEqual({
      status: "administrator",
      custom_title: "",
      is_anonymous: false,
      can_be_edited: editable,
      can_manage_chat: true,
      can_post_messages: false,
      can_edit_messages: false,
      can_delete_messages: false,
      can_manage_video_chats: false,
      can_restrict_members: false,
      can_promote_members: false,
      can_change_info: false,
      can_invite_users: false,
      can_pin_messages: true,
      can_post_stories: false,
      can_edit_stories: false,
      can_delete_stories: false,
      can_manage_topics: false,
    });
    const all = chatMemberRecord({ ...administrator, rights: ALL_RIGHTS }, view(editable));
    for (const flag of Object.keys(RIGHTS)) expect(all[flag]).toBe(true);
    expect(chatMemberRecord(administrator, view(editable, false))).toMatchObject({
      can_manage_chat: false,
      can_pin_messages: true,
    });
  },
);

test("the record of a restricted member has is_member, until_date and every permission, true or false", () => {
  const restricted = { ...memberOf(1, "restricted"), is_member: false, until: 1_700_000_000 };
  expect(chatMemberRecord({ ...restricted, permissions: PERMISSIONS.can_send_photos }, view(false))).toEqual({
    status: "restricted",
    is_member: false,
    until_date: 1_700_000_000,
    can_send_messages: false,
    can_send_media_messages: true,
    ...Object.fromEntries(MEDIA_PERMISSIONS.map((name) => [name, name === "can_send_photos"])),
    can_send_polls: false,
    can_send_other_messages: false,
    can_add_web_page_previews: false,
    can_change_info: false,
    can_invite_users: false,
    can_pin_messages: false,
    can_manage_topics: false,
    can_react_to_messages: false,
    can_edit_tag: false,
  });
  for (const [permissions, shown] of [
    [ALL_PERMISSIONS, true],
    [NO_PERMISSIONS, false],
  ] as const) {
    const record = chatMemberRecord({ ...restricted, permissions }, view(false));
    for (const flag of Object.keys(PERMISSIONS)) expect(record[flag]).toBe(shown);
  }
});

test("the record of a banned member has until_date, 0 for forever; others have only the status", () => {
  expect(chatMemberRecord(memberOf(1, "kicked"), view(false))).toEqual({ status: "kicked", until_date: 0 });
  expect(chatMemberRecord({ ...memberOf(1, "kicked"), until: 7 }, view(false))).toEqual({
    status: "kicked",
    until_date: 7,
  });
  expect(chatMemberRecord(memberOf(1, "member"), view(false))).toEqual({ status: "member" });
  expect(chatMemberRecord(memberOf(1, "left"), view(false))).toEqual({ status: "left" });
});
