/** Abilities of members: every status with every ability, permission, right and type of chat (behaviour.md §3). */
import { ABILITIES, type Ability } from "@heliogram/shared/abilities.ts";
import type { Permission, Right } from "@heliogram/shared/permissions.ts";
import { describe, expect, test } from "vitest";
import { abilities, effectivePermissions, abilityRefusal } from "./abilities.ts";
import { type Member, memberOf } from "./member.ts";
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "./permissions.ts";
import { MEMBER_REFUSALS, type MemberRefusal } from "./refusals.ts";
import { ALL_RIGHTS, NO_RIGHTS, RIGHTS } from "./rights.ts";

const NOW = 1_700_000_000;

/** In a group: the permission of a member and the right of an administrator that each ability needs. */
const IN_GROUPS: Readonly<Record<Ability, { permission?: Permission; right?: Right }>> = {
  send_text: { permission: "can_send_messages", right: "can_manage_chat" },
  send_photos: { permission: "can_send_photos", right: "can_manage_chat" },
  send_videos: { permission: "can_send_videos", right: "can_manage_chat" },
  send_video_notes: { permission: "can_send_video_notes", right: "can_manage_chat" },
  send_audios: { permission: "can_send_audios", right: "can_manage_chat" },
  send_voice_notes: { permission: "can_send_voice_notes", right: "can_manage_chat" },
  send_documents: { permission: "can_send_documents", right: "can_manage_chat" },
  send_polls: { permission: "can_send_polls", right: "can_manage_chat" },
  send_other: { permission: "can_send_other_messages", right: "can_manage_chat" },
  add_previews: { permission: "can_add_web_page_previews", right: "can_manage_chat" },
  react: { permission: "can_react_to_messages", right: "can_manage_chat" },
  change_info: { permission: "can_change_info", right: "can_change_info" },
  invite_users: { permission: "can_invite_users", right: "can_invite_users" },
  answer_requests: { right: "can_invite_users" },
  pin_messages: { permission: "can_pin_messages", right: "can_pin_messages" },
  create_topics: { permission: "can_manage_topics", right: "can_manage_topics" },
  manage_topics: { right: "can_manage_topics" },
  delete_messages: { right: "can_delete_messages" },
  edit_messages: {},
  restrict_members: { right: "can_restrict_members" },
  promote_members: { right: "can_promote_members" },
  manage_chat: { right: "can_manage_chat" },
};

/** Channels have no topics. */
const isAboutTopics = (ability: Ability) => ability === "create_topics" || ability === "manage_topics";

/** In a channel: the right that each ability needs. Membership alone is enough to react. */
function rightInChannel(ability: Ability): Right | "subscribers" | undefined {
  if (isAboutTopics(ability)) return undefined;
  if (ability === "react") return "subscribers";
  if (ability.startsWith("send_") || ability === "add_previews") return "can_post_messages";
  if (ability === "edit_messages" || ability === "pin_messages") return "can_edit_messages";
  return IN_GROUPS[ability].right!;
}

const administrator = (rights: number): Member => ({ ...memberOf(1, "administrator"), rights, promoted_by: 9 });
const restricted = (permissions: number): Member => ({ ...memberOf(1, "restricted"), permissions });
const group = (permissions: number) => ({ type: "supergroup", permissions }) as const;
const channel = { type: "channel", permissions: ALL_PERMISSIONS } as const;

test("the test covers exactly the existing abilities", () => {
  expect(Object.keys(IN_GROUPS).toSorted()).toEqual(ABILITIES.toSorted());
});

describe.each(ABILITIES)("%s", (ability) => {
  const { permission, right } = IN_GROUPS[ability];

  test("in a group, members need the chat's permission and their own", () => {
    for (const flag of Object.values(PERMISSIONS)) {
      const opens = permission !== undefined && PERMISSIONS[permission] === flag;
      expect(abilityRefusal(memberOf(1, "member"), ability, group(flag), NOW) === null).toBe(opens);
      expect(abilityRefusal(memberOf(1, "member"), ability, group(ALL_PERMISSIONS & ~flag), NOW) === null).toBe(
        permission !== undefined && !opens,
      );
      expect(abilityRefusal(restricted(flag), ability, group(flag), NOW) === null).toBe(opens);
      expect(abilityRefusal(restricted(flag), ability, group(NO_PERMISSIONS), NOW)).not.toBeNull();
      expect(abilityRefusal(restricted(ALL_PERMISSIONS & ~flag), ability, group(flag), NOW)).not.toBeNull();
    }
  });

  test("in a group, administrators need the right, or the permission that members need", () => {
    for (const flag of Object.values(RIGHTS)) {
      // Every administrator has can_manage_chat.
      const opens = right === "can_manage_chat" || (right !== undefined && RIGHTS[right] === flag);
      expect(abilityRefusal(administrator(flag), ability, group(NO_PERMISSIONS), NOW) === null).toBe(opens);
    }
    const byPermission = abilityRefusal(administrator(NO_RIGHTS), ability, group(ALL_PERMISSIONS), NOW);
    expect(byPermission === null).toBe(permission !== undefined || right === "can_manage_chat");
  });

  test("in a channel, only the right counts, or every subscriber is allowed", () => {
    const needed = rightInChannel(ability);
    for (const flag of Object.values(RIGHTS)) {
      const isForAll = needed === "subscribers" || needed === "can_manage_chat";
      const opens = isForAll || (needed !== undefined && RIGHTS[needed] === flag);
      expect(abilityRefusal(administrator(flag), ability, channel, NOW) === null).toBe(opens);
    }
    for (const member of [memberOf(1, "member"), restricted(ALL_PERMISSIONS)]) {
      expect(abilityRefusal(member, ability, channel, NOW) === null).toBe(needed === "subscribers");
    }
  });

  test("the creator has every ability that anybody has", () => {
    expect(abilityRefusal(memberOf(1, "creator"), ability, channel, NOW) === null).toBe(!isAboutTopics(ability));
    const inGroup = abilityRefusal(memberOf(1, "creator"), ability, group(NO_PERMISSIONS), NOW);
    expect(inGroup).toBe(ability === "edit_messages" ? "EDIT_FORBIDDEN" : null);
  });

  test("nobody has an ability outside the chat", () => {
    const outside: [Member, MemberRefusal][] = [
      [memberOf(1, "left"), "NOT_A_MEMBER"],
      [memberOf(1, "kicked"), "KICKED"],
      [{ ...restricted(ALL_PERMISSIONS), is_member: false }, "NOT_A_MEMBER"],
      [{ ...memberOf(1, "kicked"), until: NOW }, "NOT_A_MEMBER"],
    ];
    for (const [member, refusal] of outside) {
      expect(abilityRefusal(member, ability, group(ALL_PERMISSIONS), NOW)).toBe(refusal);
      expect(abilityRefusal(member, ability, channel, NOW)).toBe(refusal);
      expect(abilityRefusal(member, ability, { type: "private", permissions: ALL_PERMISSIONS }, NOW)).toBe(
        "NOT_STARTED",
      );
    }
  });
});

test("in a private chat both accounts may write, react, pin, delete and change topics; other abilities do not exist there", () => {
  const chat = { type: "private", permissions: NO_PERMISSIONS } as const;
  const can = abilities(chat, memberOf(1, "member"), NOW);
  for (const [ability, refusal] of Object.entries(can)) {
    const open = /^(send_|add_previews|react|pin_messages|delete_messages|manage_topics)/.test(ability);
    expect([ability, refusal]).toEqual([ability, open ? null : "GROUPS_AND_CHANNELS_ONLY"]);
  }
});

test("an expired restriction has no effect", () => {
  const member = { ...restricted(NO_PERMISSIONS), until: NOW };
  expect(abilityRefusal(member, "send_text", group(ALL_PERMISSIONS), NOW - 1)).toBe("CANT_SEND_TEXT");
  expect(abilityRefusal(member, "send_text", group(ALL_PERMISSIONS), NOW)).toBeNull();
  expect(abilities(group(ALL_PERMISSIONS), member, NOW).send_text).toBeNull();
});

test("effective permissions are the chat's default AND the member's own, and none outside the chat", () => {
  const { can_send_messages, can_send_photos, can_send_polls } = PERMISSIONS;
  const member = restricted(can_send_messages | can_send_polls);
  expect(effectivePermissions(member, group(can_send_messages | can_send_photos))).toBe(can_send_messages);
  expect(effectivePermissions({ ...member, is_member: false }, group(ALL_PERMISSIONS))).toBe(0);
});

test.each([
  ["send_text", "not enough rights to send text messages to the chat"],
  ["send_photos", "not enough rights to send photos to the chat"],
  ["send_videos", "not enough rights to send videos to the chat"],
  ["send_video_notes", "not enough rights to send video notes to the chat"],
  ["send_audios", "not enough rights to send music to the chat"],
  ["send_voice_notes", "not enough rights to send voice notes to the chat"],
  ["send_documents", "not enough rights to send documents to the chat"],
  ["send_polls", "not enough rights to send polls to the chat"],
  ["pin_messages", "not enough rights to manage pinned messages in the chat"],
] as [Ability, string][])("the words for %s", (ability, text) => {
  const refusal = abilityRefusal(memberOf(1, "member"), ability, group(NO_PERMISSIONS), NOW)!;
  expect(MEMBER_REFUSALS[refusal]).toMatchObject({ code: 403, text });
});

test("sending in a channel without the right to post is refused with the need for an administrator", () => {
  const refusal = abilityRefusal(administrator(ALL_RIGHTS & ~RIGHTS.can_post_messages), "send_photos", channel, NOW)!;
  expect(MEMBER_REFUSALS[refusal].text).toContain("need administrator rights in the channel chat");
});
