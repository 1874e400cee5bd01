/** Permissions and rights as switches, and the requests after changes. */
import { describe, expect, test } from "vitest";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { isOpenLink } from "../chats/invite-links.ts";
import {
  ALL_PERMISSIONS,
  UNRESTRICTED,
  SWITCHES,
  permissionSet,
  permissionsToRequest,
  samePermissions,
} from "./member-permissions.ts";
import { rightsIn, losesRights, rightsToRequest, initialRights } from "./administrator-rights.ts";

function member(status: ChatMember["status"], flags: readonly string[] = []): ChatMember {
  const user = { id: 1, is_bot: false, first_name: "Bob" };
  return { user, status, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
}

describe("the eight permissions", () => {
  test("missing permissions are not granted", () => {
    expect(samePermissions(permissionSet(UNRESTRICTED), ALL_PERMISSIONS)).toBe(true);
    expect(permissionSet({ can_send_messages: true, can_pin_messages: false })).toMatchObject({
      can_send_messages: true,
      can_pin_messages: false,
      can_invite_users: false,
    });
  });

  test("single kinds of media stay until the switch for all media is changed", () => {
    const before = { can_send_messages: true, can_send_media_messages: true, can_send_photos: true };
    const kept = permissionsToRequest({ ...permissionSet(before), can_pin_messages: true }, before);
    expect(kept).toMatchObject({ can_send_photos: true, can_send_videos: false, can_pin_messages: true });
    expect(kept).not.toHaveProperty("can_send_media_messages");
    const moved = permissionsToRequest({ ...permissionSet(before), can_send_media_messages: false }, before);
    expect(moved).toMatchObject({ can_send_media_messages: false });
    expect(moved).not.toHaveProperty("can_send_photos");
  });

  test("permissions without a switch are kept as bots set them", () => {
    expect(SWITCHES.filter((name) => /poll/.test(name))).toEqual([]);
    for (const polls of [true, false]) {
      const before = { ...UNRESTRICTED, can_send_polls: polls, can_add_web_page_previews: !polls };
      const moved = permissionsToRequest({ ...permissionSet(before), can_pin_messages: false }, before);
      expect(moved).toMatchObject({ can_send_polls: polls, can_add_web_page_previews: !polls });
    }
  });

  test("what the switches do not cover is kept", () => {
    for (const kept of [{ can_edit_tag: true }, { can_edit_tag: false }])
      expect(permissionsToRequest(ALL_PERMISSIONS, kept)).toMatchObject(kept);
    expect(permissionsToRequest(ALL_PERMISSIONS, {})).not.toHaveProperty("can_edit_tag");
  });
});

describe("the rights of administrators", () => {
  const owner = member("creator");

  test("depend on the kind of chat", () => {
    expect(rightsIn("supergroup")).not.toContain("can_post_messages");
    expect(rightsIn("channel")).toContain("can_post_messages");
    expect(rightsIn("channel")).not.toContain("can_pin_messages");
  });

  test("of a new administrator are those of the promoter, except for promoting", () => {
    expect([...initialRights(member("member"), owner, "supergroup")]).toEqual(
      rightsIn("supergroup").filter((right) => right !== "can_promote_members"),
    );
    const promoter = member("administrator", ["can_promote_members", "can_pin_messages"]);
    expect([...initialRights(member("member"), promoter, "supergroup")]).toEqual(["can_pin_messages"]);
  });

  test("of a bot are those that it suggests, as far as they can be granted", () => {
    const suggested_rights = { is_anonymous: false, can_pin_messages: true, can_promote_members: true };
    const bot = { ...member("member"), suggested_rights };
    expect([...initialRights(bot, owner, "supergroup")]).toEqual(["can_pin_messages", "can_promote_members"]);
    const promoter = member("administrator", ["can_promote_members", "can_delete_messages"]);
    expect([...initialRights(bot, promoter, "supergroup")]).toEqual(["can_promote_members"]);
  });

  test("of an administrator stay as far as they can be granted", () => {
    const target = member("administrator", ["can_pin_messages", "can_delete_messages", "can_post_stories"]);
    const promoter = member("administrator", ["can_promote_members", "can_pin_messages"]);
    const chosen = initialRights(target, promoter, "supergroup");
    expect([...chosen]).toEqual(["can_pin_messages"]);
    expect(losesRights(target, promoter)).toBe(true);
    expect(losesRights(target, owner)).toBe(false);
    expect(rightsToRequest(chosen, target, promoter)).toEqual({ can_manage_chat: true, can_pin_messages: true });
    expect(rightsToRequest(chosen, target, owner)).toHaveProperty("can_post_stories", true);
    const caller = member("administrator", ["can_manage_video_chats"]);
    expect(rightsIn("supergroup")).not.toContain("can_manage_video_chats");
    expect(rightsToRequest(new Set(), caller, owner)).toHaveProperty("can_manage_video_chats", true);
  });

  test("may be empty for an administrator", () => {
    expect(rightsToRequest(new Set(), member("member"), owner)).toEqual({ can_manage_chat: true });
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
