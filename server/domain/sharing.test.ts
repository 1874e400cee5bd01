/** Which users and chats a person may share by a button. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RIGHTS as NAMES, type Right } from "@heliogram/shared/permissions.ts";
import type { Account } from "./accounts.ts";
import type { Chat } from "./chats.ts";
import { rightsOf } from "./members/authority.ts";
import { currentMember, memberOf, type Member } from "./members/member.ts";
import { addMember } from "./members/membership.ts";
import { ALL_PERMISSIONS } from "./members/permissions.ts";
import { promote } from "./members/promotion.ts";
import { ALL_RIGHTS, NO_RIGHTS, readRights, RIGHTS_IN } from "./members/rights.ts";
import type { ChatRequest, RequestedRights } from "./share-requests.ts";
import { chatPreparation, isWantedUser, type Preparation, type SharingPlace } from "./sharing.ts";

const [PERSON, BOT, NOW_S] = [1, 2, 1000];

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const rights: fc.Arbitrary<RequestedRights> = fc
  .subarray([...NAMES])
  .map((held) => ({ is_anonymous: false, ...Object.fromEntries(held.map((right: Right) => [right, true])) }));
const request = fc.record(
  {
    request_id: fc.constant(1),
    chat_is_channel: fc.boolean(),
    chat_is_forum: maybe(fc.boolean()),
    chat_has_username: maybe(fc.boolean()),
    chat_is_created: maybe(fc.constant(true as const)),
    user_administrator_rights: maybe(rights),
    bot_administrator_rights: maybe(rights),
    bot_is_member: maybe(fc.constant(true as const)),
  },
  { requiredKeys: ["request_id", "chat_is_channel"] },
) as fc.Arbitrary<ChatRequest>;

const member = (id: number): fc.Arbitrary<Member> =>
  fc
    .record({
      status: fc.constantFrom("creator", "administrator", "member", "restricted", "left", "kicked"),
      rights: fc.nat(ALL_RIGHTS),
      is_in: fc.boolean(),
      until: fc.constantFrom(0, NOW_S - 1, NOW_S + 99),
    } as const)
    .map(({ status, rights: held, is_in, until }) => ({
      ...memberOf(id, id === BOT && status === "creator" ? "member" : status),
      ...(status === "administrator" ? { rights: held, promoted_by: PERSON } : {}),
      ...(status === "restricted" ? { is_member: is_in, until, permissions: 0 } : {}),
      ...(status === "kicked" ? { until } : {}),
    }));
const chat: fc.Arbitrary<Chat> = fc
  .record({
    type: fc.constantFrom("supergroup", "channel", "private"),
    is_forum: fc.boolean(),
    username: fc.constantFrom(null, "town"),
    permissions: fc.constantFrom(0, ALL_PERMISSIONS),
  } as const)
  .map((look) => ({ ...look, is_forum: look.type === "supergroup" && look.is_forum }) as Chat);
const place: fc.Arbitrary<SharingPlace> = fc.record({
  chat,
  person: member(PERSON),
  bot: member(BOT),
  bot_joins_groups: fc.boolean(),
  promoters: fc.constant([]),
});

/** Whether the chat and the person are what the button asks for, regardless of the bot. */
function fits(wanted: ChatRequest, { chat: { type, is_forum, username }, person }: SharingPlace): boolean {
  const needed = readRights(wanted.user_administrator_rights ?? {}) & RIGHTS_IN[type];
  const isForum = wanted.chat_is_forum ?? is_forum;
  const hasUsername = wanted.chat_has_username ?? username !== null;
  return (
    type === (wanted.chat_is_channel ? "channel" : "supergroup") &&
    (type === "channel" || is_forum === isForum) &&
    (username !== null) === hasUsername &&
    (!wanted.chat_is_created || person.status === "creator") &&
    currentMember(person, NOW_S).is_member &&
    (rightsOf(person, type) & needed) === needed
  );
}

/** The bot after the person has done what is to be done; `undefined` if they may not. */
function prepared({ chat: there, person, bot, bot_joins_groups }: SharingPlace, { adds, grants }: Preparation) {
  const added = adds ? addMember(person, bot, NOW_S, there) : { ok: true as const, member: currentMember(bot, NOW_S) };
  if (!added.ok || (adds && !bot_joins_groups)) return undefined;
  if (grants === undefined) return added.member;
  const promoted = promote(person, added.member, grants, added.member.is_anonymous, NOW_S, there, []);
  return promoted.ok ? promoted.member : undefined;
}

describe("chats to share", () => {
  test("a chat that may be shared is what the button asks for, once the bot was added and promoted", () => {
    const isSound = (wanted: ChatRequest, at: SharingPlace, preparation: Preparation): boolean => {
      const bot = prepared(at, preparation);
      if (!bot || !fits(wanted, at)) return false;
      const { type } = at.chat;
      const needed = readRights(wanted.bot_administrator_rights ?? {}) & RIGHTS_IN[type];
      const kept = at.bot.status === "administrator" ? rightsOf(at.bot, type) : NO_RIGHTS;
      const again = chatPreparation(wanted, { ...at, bot }, NOW_S);
      return (
        again?.adds === false &&
        again.grants === undefined &&
        (rightsOf(bot, type) & needed) === needed &&
        (rightsOf(bot, type) & kept) === kept &&
        (bot.is_member || (!wanted.bot_is_member && needed === NO_RIGHTS))
      );
    };
    let shared = 0;
    fc.assert(
      fc.property(request, place, (wanted, at) => {
        const preparation = chatPreparation(wanted, at, NOW_S);
        if (preparation) shared++;
        return preparation === undefined || isSound(wanted, at, preparation);
      }),
      { numRuns: 2000 },
    );
    expect(shared).toBeGreaterThan(20);
  });

  test("a further condition never lets in another chat, and without one about the bot every chat that fits is shared", () => {
    fc.assert(
      fc.property(request, place, ({ bot_is_member, bot_administrator_rights, ...wanted }, at) => {
        const strict = { ...wanted, bot_is_member, bot_administrator_rights } as ChatRequest;
        const free = chatPreparation(wanted, at, NOW_S);
        expect(free).toEqual(fits(wanted, at) ? { adds: false } : undefined);
        return free !== undefined || chatPreparation(strict, at, NOW_S) === undefined;
      }),
      { numRuns: 1000 },
    );
  });

  test("an owner may share any chat of theirs, and whoever is outside none", () => {
    fc.assert(
      fc.property(place, fc.boolean(), (at, chat_is_channel) => {
        const wanted = { request_id: 1, chat_is_channel, bot_is_member: true } as const;
        const owned = {
          ...at,
          person: memberOf(PERSON, "creator"),
          bot: memberOf(BOT, "left"),
          bot_joins_groups: true,
        };
        const isOfType = at.chat.type === (chat_is_channel ? "channel" : "supergroup");
        expect(chatPreparation(wanted, owned, NOW_S)).toEqual(isOfType ? { adds: true } : undefined);
        expect(chatPreparation(wanted, { ...owned, bot_joins_groups: false }, NOW_S)).toBeUndefined();
        expect(chatPreparation(wanted, { ...at, person: memberOf(PERSON, "left") }, NOW_S)).toBeUndefined();
      }),
    );
  });
});

test("users to share are of the kind that is asked for, active, and not the bot itself", () => {
  const account = (id: number, is_bot: boolean, suspended_at: number | null) =>
    ({ id, is_bot, suspended_at }) as Account;
  fc.assert(
    fc.property(
      maybe(fc.boolean()),
      fc.boolean(),
      fc.constantFrom(null, 5),
      fc.constantFrom(BOT, 7),
      (kind, bot, at, id) => {
        const wanted = isWantedUser(kind === undefined ? {} : { user_is_bot: kind }, account(id, bot, at), BOT);
        expect(wanted).toBe(id !== BOT && at === null && (kind === undefined || kind === bot));
      },
    ),
  );
});
