/** Generates random histories of a chat's members: operations and passing time. */
import type { Right } from "@heliogram/shared/permissions.ts";
import fc from "fast-check";
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSIONS } from "../../server/domain/members/permissions.ts";

/** The number of accounts; the first is the creator. */
export const PEOPLE = 5;
/** The start of histories, in Unix seconds. */
export const START = 1_700_000_000;

/** Sets of permissions, with whether they contain all eight of the contract. */
const SETS = [
  { permissions: ALL_PERMISSIONS, lifts: true },
  { permissions: ALL_PERMISSIONS & ~PERMISSIONS.can_manage_topics, lifts: true },
  { permissions: ALL_PERMISSIONS & ~PERMISSIONS.can_send_polls & ~PERMISSIONS.can_invite_users, lifts: false },
  { permissions: PERMISSIONS.can_send_messages, lifts: false },
  { permissions: NO_PERMISSIONS, lifts: false },
];
const WANTED: readonly (readonly Right[])[] = [
  [],
  ["can_manage_chat"],
  ["can_restrict_members"],
  ["can_promote_members"],
  ["can_promote_members", "can_restrict_members"],
  ["can_promote_members", "can_restrict_members", "can_invite_users"],
  ["can_pin_messages", "can_post_messages"],
  ["can_invite_users", "can_change_info"],
];

const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const by = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: who });
const for_s = fc.constantFrom(0, -5, 10, 29, 30, 60, 3600, 366 * 86_400, 367 * 86_400);
const kind = <K extends string>(name: K) => fc.constant(name);

const step = fc.oneof(
  fc.record({ op: kind("restrict"), by, who, set: fc.constantFrom(...SETS), for_s }),
  fc.record({ op: kind("ban"), by, who, for_s }),
  fc.record({ op: kind("unban"), by, who, only_if_banned: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ op: kind("promote"), by, who, wanted: fc.constantFrom(...WANTED), hidden: fc.boolean() }),
  },
  fc.record({ op: kind("title"), by, who, title: fc.constantFrom("", "helper", "a\nb") }),
  fc.record({ op: kind("transfer"), by, who }),
  fc.record({ op: kind("add"), by, who }),
  fc.record({ op: kind("join"), by, who }),
  fc.record({ op: kind("leave"), by, who }),
  { weight: 2, arbitrary: fc.record({ op: kind("ask"), by, who }) },
  fc.record({ op: kind("approve"), by, who }),
  fc.record({ op: kind("decline"), by, who }),
  fc.record({ op: kind("wait"), by, who, seconds: fc.constantFrom(1, 29, 30, 59, 61, 4000) }),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Each account promotes the next with all its rights, because tests of promoter chains need long ones. */
const RUNGS: readonly Step[] = [0, 1, 2, 3].map((by) => {
  const wanted: readonly Right[] = ["can_promote_members", "can_restrict_members", "can_invite_users"];
  return { op: "promote", by, who: by + 1, wanted, hidden: false };
});

export const world = fc.record({
  type: fc.constantFrom("supergroup" as const, "supergroup" as const, "channel" as const),
  history: fc
    .tuple(fc.integer({ min: 0, max: RUNGS.length }), fc.array(step, { minLength: 5, maxLength: 40, size: "max" }))
    .map(([rungs, steps]) => [...RUNGS.slice(0, rungs), ...steps]),
});
export type World = typeof world extends fc.Arbitrary<infer W> ? W : never;
