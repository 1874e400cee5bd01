/** Permissions and rights as switches show them, and what is asked for when they were moved. */
import { describe, expect, test } from "vitest";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { isOpenLink } from "./links.ts";
import { ALL_EIGHT, EVERYTHING, OFFERED, eightOf, permissionsToAsk, sameEight } from "./permissions.ts";
import { rightsIn, rightsLost, rightsToAsk, startingRights } from "./rights.ts";

function member(status: ChatMember["status"], flags: readonly string[] = []): ChatMember {
  const user = { id: 1, is_bot: false, first_name: "Bob" };
  return { user, status, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
}

describe("the eight permissions", () => {
  test("what does not stand there is not allowed", () => {
    expect(sameEight(eightOf(EVERYTHING), ALL_EIGHT)).toBe(true);
    expect(eightOf({ can_send_messages: true, can_pin_messages: false })).toMatchObject({
      can_send_messages: true,
      can_pin_messages: false,
      can_invite_users: false,
    });
  });

  test("kinds of media stay as they are until the switch for all of them is moved", () => {
    const before = { can_send_messages: true, can_send_media_messages: true, can_send_photos: true };
    const kept = permissionsToAsk({ ...eightOf(before), can_pin_messages: true }, before);
    expect(kept).toMatchObject({ can_send_photos: true, can_send_videos: false, can_pin_messages: true });
    expect(kept).not.toHaveProperty("can_send_media_messages");
    const moved = permissionsToAsk({ ...eightOf(before), can_send_media_messages: false }, before);
    expect(moved).toMatchObject({ can_send_media_messages: false });
    expect(moved).not.toHaveProperty("can_send_photos");
  });

  test("what there is not has no switch, and is kept as bots set it", () => {
    expect(OFFERED.filter((name) => /poll|preview/.test(name))).toEqual([]);
    for (const polls of [true, false]) {
      const before = { ...EVERYTHING, can_send_polls: polls, can_add_web_page_previews: !polls };
      const moved = permissionsToAsk({ ...eightOf(before), can_pin_messages: false }, before);
      expect(moved).toMatchObject({ can_send_polls: polls, can_add_web_page_previews: !polls });
    }
  });

  test("what the switches do not reach is kept", () => {
    expect(permissionsToAsk(ALL_EIGHT, { can_manage_topics: true })).toHaveProperty("can_manage_topics", true);
    expect(permissionsToAsk(ALL_EIGHT, {})).not.toHaveProperty("can_manage_topics");
  });
});

describe("the rights of administrators", () => {
  const owner = member("creator");

  test("a chat knows those of its kind", () => {
    expect(rightsIn("supergroup")).not.toContain("can_post_messages");
    expect(rightsIn("channel")).toContain("can_post_messages");
    expect(rightsIn("channel")).not.toContain("can_pin_messages");
  });

  test("a new administrator is offered what the promoter has, but not to promote", () => {
    expect([...startingRights(member("member"), owner, "supergroup")]).toEqual(
      rightsIn("supergroup").filter((right) => right !== "can_promote_members"),
    );
    const promoter = member("administrator", ["can_promote_members", "can_pin_messages"]);
    expect([...startingRights(member("member"), promoter, "supergroup")]).toEqual(["can_pin_messages"]);
  });

  test("who is one keeps their own, as far as they can be given", () => {
    const target = member("administrator", ["can_pin_messages", "can_delete_messages", "can_post_stories"]);
    const promoter = member("administrator", ["can_promote_members", "can_pin_messages"]);
    const chosen = startingRights(target, promoter, "supergroup");
    expect([...chosen]).toEqual(["can_pin_messages"]);
    expect(rightsLost(target, promoter)).toBe(true);
    expect(rightsLost(target, owner)).toBe(false);
    expect(rightsToAsk(chosen, target, promoter)).toEqual({ can_manage_chat: true, can_pin_messages: true });
    expect(rightsToAsk(chosen, target, owner)).toHaveProperty("can_post_stories", true);
    const caller = member("administrator", ["can_manage_video_chats"]);
    expect(rightsIn("supergroup")).not.toContain("can_manage_video_chats");
    expect(rightsToAsk(new Set(), caller, owner)).toHaveProperty("can_manage_video_chats", true);
  });

  test("somebody without any right to choose is an administrator all the same", () => {
    expect(rightsToAsk(new Set(), member("member"), owner)).toEqual({ can_manage_chat: true });
  });
});

test("a link is open until it is revoked, over, or used up", () => {
  const link = {
    invite_link: "https://chat.example/join/x",
    creator: { id: 1, is_bot: false, first_name: "Bob" },
    creates_join_request: false,
    is_primary: false,
    is_revoked: false,
  };
  expect(isOpenLink(link, 100)).toBe(true);
  expect(isOpenLink({ ...link, is_revoked: true }, 100)).toBe(false);
  expect(isOpenLink({ ...link, expire_date: 100 }, 100)).toBe(false);
  expect(isOpenLink({ ...link, expire_date: 101 }, 100)).toBe(true);
  expect(isOpenLink({ ...link, member_limit: 2, uses: 1 }, 100)).toBe(true);
  expect(isOpenLink({ ...link, member_limit: 2, uses: 2 }, 100)).toBe(false);
});
