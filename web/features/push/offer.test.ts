/** When a phone offers pushes, and for how long it remembers who has declined. */
import { expect, test } from "vitest";
import { inside } from "../../../tests/support/web-client.ts";
import type { NotificationState } from "../../core/ports/notifications.ts";
import { isDeclined, isDue, noteDeclined, offerOn } from "./offer.ts";

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

test("nothing is offered before it is known what there is, where the service sends none, and to a device that gets them", () => {
  const due = (isEnabled: boolean | undefined, isOn: boolean | undefined) =>
    (["turn_on", "install"] as const).filter((offer) => isDue(offer, { isEnabled, isOn }));
  expect([due(undefined, false), due(false, false), due(true, true)]).toEqual([[], [], ["install"]]);
  expect([due(true, undefined), due(true, false)]).toEqual([["install"], ["turn_on", "install"]]);
});

test("each person declines once on a device, and the oldest refusals are forgotten first", () => {
  const { storage, stored } = inside();
  expect(isDeclined(storage, 1)).toBe(false);
  noteDeclined(storage, 1);
  expect([isDeclined(storage, 1), isDeclined(storage, 2)]).toEqual([true, false]);
  for (let id = 2; id <= 50; id++) noteDeclined(storage, id);
  noteDeclined(storage, 1);
  noteDeclined(storage, 51);
  expect([isDeclined(storage, 1), isDeclined(storage, 2), isDeclined(storage, 51)]).toEqual([true, false, true]);
  stored.set("push-offer", "damaged");
  expect(isDeclined(storage, 1)).toBe(false);
});
