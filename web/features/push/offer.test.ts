/** When a phone offers pushes, and for how long it remembers who has answered. */
import { expect, test } from "vitest";
import { inside } from "../../../tests/support/web-client.ts";
import type { NotificationState } from "../../core/ports/notifications.ts";
import { isAnswered, noteAnswered, offerOn } from "./offer.ts";

test.each<[NotificationState, string | undefined]>([
  ["asks", "turn_on"],
  ["on", "turn_on"],
  ["install", "install"],
  ["refused", undefined],
  ["insecure", undefined],
  ["off", undefined],
])("a phone whose permission is %s offers %s, and a desktop nothing", (permission, offer) => {
  expect(offerOn({ isPhone: true, permission, isSupported: permission !== "install" })).toBe(offer);
  expect(offerOn({ isPhone: false, permission, isSupported: true })).toBeUndefined();
});

test("a browser without Web Push offers nothing", () => {
  expect(offerOn({ isPhone: true, permission: "asks", isSupported: false })).toBeUndefined();
});

test("each person answers once on a device, and the oldest answers are forgotten first", () => {
  const { storage, stored } = inside();
  expect(isAnswered(storage, 1)).toBe(false);
  noteAnswered(storage, 1);
  expect([isAnswered(storage, 1), isAnswered(storage, 2)]).toEqual([true, false]);
  for (let id = 2; id <= 50; id++) noteAnswered(storage, id);
  noteAnswered(storage, 1);
  noteAnswered(storage, 51);
  expect([isAnswered(storage, 1), isAnswered(storage, 2), isAnswered(storage, 51)]).toEqual([true, false, true]);
  stored.set("push-offer", "damaged");
  expect(isAnswered(storage, 1)).toBe(false);
});
