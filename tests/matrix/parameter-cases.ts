/** Cells that the tables cannot express: methods whose outcome depends on further parameters. */
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import type { Case } from "./cases.ts";
import type { Api, Outcome } from "./expected.ts";
import type { RequestTarget } from "./requests.ts";
import { administrator, GROUP, MEMBER, OWNER, PUBLIC, rolesIn, type Role } from "./roles.ts";
import type { Fixtures } from "./fixtures.ts";

type ParameterCase = readonly [method: string, role: Role, what: string, expected: Outcome, target: Case["target"]];

const ADMIN = administrator(GROUP);

/** The role in a group with this name. */
function named(name: string, right?: string, permission?: string): Role {
  return rolesIn(GROUP, right, permission).find((role) => role.name === name)!;
}

const ANONYMOUS = named("an anonymous administrator");
const BARE = named("an administrator without rights");
const PROMOTER = named("an administrator with can_promote_members alone", "can_promote_members");
const without = (permission: string) => named(`one restricted from ${permission}`, undefined, permission);
const NOTHING = { can_manage_chat: false };

async function file(fixtures: Fixtures): Promise<RequestTarget> {
  const { chat_id, messages } = fixtures.other_chat;
  return { source: { chat_id, message_id: messages["another's file"]! } };
}

function element(fixtures: Fixtures, kind: string): object {
  return { type: kind, media: fixtures.files.get(`caller ${kind}`)! };
}

const FOR_ALL: readonly ParameterCase[] = [
  ["promoteChatMember", PROMOTER, "rights beyond their own", "CANT_GRANT_RIGHTS", { more: { can_pin_messages: true } }],
  ["promoteChatMember", PROMOTER, "a right of their own", "ok", { more: { can_promote_members: true } }],
  ["promoteChatMember", ADMIN, "anonymity they lack", "CANT_GRANT_RIGHTS", { more: { is_anonymous: true } }],
  ["promoteChatMember", ANONYMOUS, "anonymity they have", "ok", { more: { is_anonymous: true } }],
  ["promoteChatMember", BARE, "their own demotion", "ok", { target: "self", more: NOTHING }],
  ["promoteChatMember", MEMBER, "their own demotion", "CANT_PROMOTE", { target: "self", more: NOTHING }],
  [
    "promoteChatMember",
    ADMIN,
    "the demotion of another's administrator",
    "CANT_EDIT_ADMINISTRATOR",
    { target: "other administrator", more: NOTHING },
  ],
  ["promoteChatMember", ADMIN, "the demotion of their own", "ok", { target: "own administrator", more: NOTHING }],
  ["promoteChatMember", ADMIN, "a demotion further down", "ok", { target: "below", more: NOTHING }],
  ["unbanChatMember", ADMIN, "the owner, if banned", "ok", { target: "owner", more: { only_if_banned: true } }],
  [
    "unbanChatMember",
    ADMIN,
    "another's administrator, if banned",
    "ok",
    { target: "other administrator", more: { only_if_banned: true } },
  ],
  ["copyMessage", without("can_send_documents"), "a file they may not send", "CANT_SEND_DOCUMENTS", file],
  ["forwardMessage", without("can_send_documents"), "a file they may not send", "CANT_SEND_DOCUMENTS", file],
  ["copyMessages", without("can_send_documents"), "a file they may not send", "CANT_SEND_DOCUMENTS", file],
  ["forwardMessages", without("can_send_documents"), "a file they may not send", "CANT_SEND_DOCUMENTS", file],
];

const FOR_PEOPLE: readonly ParameterCase[] = [
  ["promoteChatMember", OWNER, "anonymity", "ok", { more: { is_anonymous: true } }],
  ["promoteChatMember", OWNER, "their own demotion", "CANT_PROMOTE_SELF", { target: "self", more: NOTHING }],
  ["listMembers", MEMBER, "who is kept out", "CANT_MANAGE", { more: { filter: "kicked" } }],
  ["listMembers", MEMBER, "who is restricted", "CANT_MANAGE", { more: { filter: "restricted" } }],
  ["listMembers", BARE, "who is kept out", "ok", { more: { filter: "kicked" } }],
  [
    "addMember",
    ADMIN,
    "a bot that joins no groups",
    "BOT_JOINS_NO_GROUPS",
    async (fixtures) => ({ more: { user_id: fixtures.id("closed_bot") } }),
  ],
  [
    "editMessageMedia",
    without("can_send_photos"),
    "a photo instead of a file",
    "CANT_SEND_PHOTOS",
    async (fixtures) => ({ more: { media: element(fixtures, "photo") } }),
  ],
  [
    "sendMediaGroup",
    without("can_send_videos"),
    "a photo and a video",
    "CANT_SEND_VIDEOS",
    async (fixtures) => ({ more: { media: [element(fixtures, "photo"), element(fixtures, "video")] } }),
  ],
  [
    "sendMessage",
    MEMBER,
    "in reply to a missing message of another chat",
    "REPLY_NOT_FOUND",
    async ({ other_chat: { chat_id } }) => ({
      more: { reply_parameters: { chat_id, message_id: 2_000_000 } },
    }),
  ],
  [
    "deleteMessages",
    MEMBER,
    "own and another's at once",
    "DELETE_FORBIDDEN",
    async (fixtures) => {
      const { messages } = await fixtures.shared(GROUP, MEMBER);
      return { more: { message_ids: [messages["own person"], messages["another's"]] } };
    },
  ],
];

function caseOf(api: Api, [name, role, what, expected, target]: ParameterCase): Case {
  const methods = api === "bot" ? BOT_METHODS : USER_METHODS;
  const method = methods.find((each) => each.name === name)!;
  const chat_fixture: Case["chat"] = (fixtures, fresh) =>
    fresh ? fixtures.fresh(GROUP, role) : fixtures.shared(GROUP, role);
  return { api, method, role: role.name, kind: GROUP.name, about: what, expected, chat: chat_fixture, target };
}

/** A public chat, given by its user name. */
function byName(api: Api): Case {
  const target = async (fixtures: Fixtures): Promise<RequestTarget> => {
    const { chat_id } = await fixtures.shared(PUBLIC, MEMBER);
    return { chat: `@CHAT${-chat_id}` };
  };
  return { ...caseOf(api, ["getChat", MEMBER, "its name", "ok", target]), kind: PUBLIC.name };
}

export const PARAMETER_CASES: readonly Case[] = [
  ...FOR_ALL.flatMap((extra) => [caseOf("bot", extra), caseOf("person", extra)]),
  ...FOR_PEOPLE.map((extra) => caseOf("person", extra)),
  byName("bot"),
  byName("person"),
];
