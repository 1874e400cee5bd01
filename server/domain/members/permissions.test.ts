/** Reading and showing ChatPermissions, over every combination of the contract's eight flags (behaviour.md §3). */
import { MEDIA_PERMISSIONS as MEDIA_FLAGS, type Permission } from "@heliogram/shared/permissions.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ALL_PERMISSIONS,
  DEFAULT_GROUP_PERMISSIONS,
  grantsAllPermissions,
  withFollowers,
  isImplied,
  MEDIA_PERMISSIONS,
  PERMISSIONS,
  readPermissions,
  showPermissions,
} from "./permissions.ts";

const EIGHT = [
  "can_send_messages",
  "can_send_media_messages",
  "can_send_polls",
  "can_send_other_messages",
  "can_add_web_page_previews",
  "can_change_info",
  "can_invite_users",
  "can_pin_messages",
] as const;
const MEDIA: readonly Permission[] = MEDIA_FLAGS;

type Given = Partial<Record<string, boolean>>;

function everyCombination(): Given[] {
  return Array.from({ length: 2 ** EIGHT.length }, (_, bits) =>
    Object.fromEntries(EIGHT.map((flag, i) => [flag, (bits & (1 << i)) !== 0])),
  );
}

describe("readPermissions", () => {
  test("adds implied flags to those that are left out, for every combination of the eight", () => {
    for (const combination of everyCombination()) {
      const given = Object.fromEntries(Object.entries(combination).filter(([, value]) => value));
      const shown = showPermissions(readPermissions(given, false));
      const rich = combination["can_send_other_messages"]! || combination["can_add_web_page_previews"]!;
      const media = combination["can_send_media_messages"]! || rich;
      expect(shown).toMatchObject({
        ...combination,
        can_send_media_messages: media,
        can_send_messages: combination["can_send_messages"]! || media || combination["can_send_polls"]!,
      });
      for (const flag of MEDIA) expect(shown[flag]).toBe(media);
      expect(shown.can_manage_topics).toBe(false);
    }
  });

  test("takes each flag that is given as it is", () => {
    for (const given of everyCombination()) {
      for (const independent of [true, false])
        expect(showPermissions(readPermissions(given, independent))).toMatchObject(given);
    }
  });

  test("can_send_media_messages decides for the media flags that are left out, and withholds all where it is false", () => {
    const photos = { can_send_photos: true };
    expect(readPermissions({ ...photos, can_send_media_messages: false }, true)).toBe(0);
    expect(readPermissions({ can_send_photos: false, can_send_media_messages: true }, true)).toBe(
      MEDIA_PERMISSIONS & ~PERMISSIONS.can_send_photos,
    );
  });

  test.each(["can_send_media_messages", "can_send_messages", ...MEDIA])("%s is implied by others", (flag) => {
    expect(isImplied(flag)).toBe(true);
  });

  test.each(["can_send_polls", "can_pin_messages", "can_manage_topics", "toString"])("%s is not", (flag) => {
    expect(isImplied(flag)).toBe(false);
  });

  test("reads an omitted flag, and any value other than true, as false", () => {
    expect(readPermissions({}, false)).toBe(0);
    expect(readPermissions({ can_send_messages: undefined, can_pin_messages: true }, false)).toBe(
      PERMISSIONS.can_pin_messages,
    );
    expect(readPermissions({ toString: true, can_fly: true }, false)).toBe(0);
  });

  test.each(MEDIA)("reads %s by itself, and messages with it", (flag) => {
    expect(readPermissions({ [flag]: true }, true)).toBe(PERMISSIONS[flag]);
    expect(readPermissions({ [flag]: true }, false)).toBe(PERMISSIONS[flag] | PERMISSIONS.can_send_messages);
    expect(showPermissions(PERMISSIONS[flag]).can_send_media_messages).toBe(true);
  });

  test("reads what is shown, flag by flag, as the same set", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ALL_PERMISSIONS }), (permissions) => {
        const { can_send_media_messages, ...own } = showPermissions(permissions);
        expect(readPermissions(own, true)).toBe(permissions);
        expect(can_send_media_messages).toBe((permissions & MEDIA_PERMISSIONS) !== 0);
      }),
    );
  });
});

describe("sets of permissions", () => {
  test("each flag is a separate bit", () => {
    const bits = Object.values(PERMISSIONS);
    expect(bits).toEqual(bits.map((_, i) => 2 ** i));
    expect(ALL_PERMISSIONS).toBe(2 ** bits.length - 1);
  });

  test("members of a new group may send everything and invite, but not change the chat", () => {
    const shown = showPermissions(DEFAULT_GROUP_PERMISSIONS);
    const off = Object.entries(shown).filter(([, on]) => !on);
    expect(off.map(([flag]) => flag)).toEqual([
      "can_change_info",
      "can_pin_messages",
      "can_manage_topics",
      "can_edit_tag",
    ]);
  });

  test("only all eight lift a restriction", () => {
    for (const given of everyCombination()) {
      const granted = withFollowers(readPermissions(given, true), given);
      expect(grantsAllPermissions(granted)).toBe(Object.values(given).every(Boolean));
      const silent = withFollowers(granted & ~PERMISSIONS.can_react_to_messages, { can_react_to_messages: false });
      expect(grantsAllPermissions(silent)).toBe(false);
    }
  });
});
