/** Cells that the tables do not reach: what the same method may do to one and not to another, by its parameters. */
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import type { Cell } from "./cells.ts";
import type { Face, Outcome } from "./expected.ts";
import type { Aim } from "./requests.ts";
import { administrator, GROUP, MEMBER, OWNER, PUBLIC, rolesIn, type Role } from "./roles.ts";
import type { Stages } from "./stage.ts";

type Extra = readonly [method: string, role: Role, what: string, expected: Outcome, aim: Cell["aim"]];

const ADMIN = administrator(GROUP);

/** One of a group by the name of their role. */
function named(name: string, right?: string, permission?: string): Role {
  return rolesIn(GROUP, right, permission).find((role) => role.name === name)!;
}

const ANONYMOUS = named("an anonymous administrator");
const BARE = named("an administrator without rights");
const PROMOTER = named("an administrator with can_promote_members alone", "can_promote_members");
const without = (permission: string) => named(`one restricted from ${permission}`, undefined, permission);
const NOTHING = { can_manage_chat: false };

async function file(stages: Stages): Promise<Aim> {
  const { chat_id, messages } = stages.elsewhere;
  return { source: { chat_id, message_id: messages["another's file"]! } };
}

function element(stages: Stages, kind: string): object {
  return { type: kind, media: stages.files.get(`caller ${kind}`)! };
}

const FOR_ALL: readonly Extra[] = [
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
];

const FOR_PEOPLE: readonly Extra[] = [
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
    async (stages) => ({ more: { user_id: stages.id("closed_bot") } }),
  ],
  [
    "editMessageMedia",
    without("can_send_photos"),
    "a photo instead of a file",
    "CANT_SEND_PHOTOS",
    async (stages) => ({ more: { media: element(stages, "photo") } }),
  ],
  [
    "sendMediaGroup",
    without("can_send_videos"),
    "a photo and a video",
    "CANT_SEND_VIDEOS",
    async (stages) => ({ more: { media: [element(stages, "photo"), element(stages, "video")] } }),
  ],
  [
    "sendMessage",
    MEMBER,
    "in reply to another chat",
    "REPLY_NOT_FOUND",
    async ({ elsewhere: { chat_id, messages } }) => ({
      more: { reply_parameters: { chat_id, message_id: messages["another's"] } },
    }),
  ],
  [
    "deleteMessages",
    MEMBER,
    "own and another's at once",
    "DELETE_FORBIDDEN",
    async (stages) => {
      const { messages } = await stages.shared(GROUP, MEMBER);
      return { more: { message_ids: [messages["own person"], messages["another's"]] } };
    },
  ],
];

function cellOf(face: Face, [name, role, what, expected, aim]: Extra): Cell {
  const methods = face === "bot" ? BOT_METHODS : WEB_METHODS;
  const method = methods.find((each) => each.name === name)!;
  const stage: Cell["stage"] = (stages, fresh) => (fresh ? stages.fresh(GROUP, role) : stages.shared(GROUP, role));
  return { face, method, role: role.name, where: GROUP.name, what, expected, stage, aim };
}

/** A chat with a user name, by that name. */
function byName(face: Face): Cell {
  const aim = async (stages: Stages): Promise<Aim> => {
    const { chat_id } = await stages.shared(PUBLIC, MEMBER);
    return { chat: `@STAGE${-chat_id}` };
  };
  return { ...cellOf(face, ["getChat", MEMBER, "its name", "ok", aim]), where: PUBLIC.name };
}

export const EXTRAS: readonly Cell[] = [
  ...FOR_ALL.flatMap((extra) => [cellOf("bot", extra), cellOf("person", extra)]),
  ...FOR_PEOPLE.map((extra) => cellOf("person", extra)),
  byName("bot"),
  byName("person"),
];
