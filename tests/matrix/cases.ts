/** The cases of the matrix: a method, its caller, the chat, the target, and the expected outcome. */
import type { Method } from "heliogram/methods/engine/method.ts";
import { PRIVATE } from "./callers.ts";
import { callerOutcome, callersRow, hasRight, privateOutcome, type Api, type Outcome } from "./expected.ts";
import { FILES, LINKS, MESSAGES, REPLIES, SOURCES, TARGETS } from "./objects.ts";
import { fileKindOf, messageOf, UNKNOWN_CHAT, UNKNOWN_USER, type RequestTarget } from "./requests.ts";
import {
  administrator,
  CHANNEL,
  GONE,
  GROUP,
  KICKED,
  LEFT,
  MEMBER,
  NEVER,
  OWNER,
  CHAT_KINDS,
  PUBLIC,
  RESTRICTED,
  rolesIn,
  type ChatKind,
  type Role,
} from "./roles.ts";
import type { ChatFixture, Fixtures } from "./fixtures.ts";
import { cellOf, type Row } from "./table.ts";

export interface Case {
  readonly api: Api;
  readonly method: Method;
  /** The caller's role, the kind of chat and the target, for the report; `role` also for the request. */
  readonly role: string;
  readonly kind: string;
  readonly about: string;
  readonly expected: Outcome;
  /** The chat: a separate one if the call will change it. */
  readonly chat: (fixtures: Fixtures, fresh: boolean) => Promise<ChatFixture>;
  readonly target: RequestTarget | ((fixtures: Fixtures) => Promise<RequestTarget>);
}

/** All cases of a method about a chat. @throws an error that names the missing row */
export function casesOf(api: Api, method: Method): Case[] {
  const row = callersRow(method.name);
  const base = { api, method, row };
  return [
    ...callerCases(base),
    ...privateCases(base),
    ...privateMessageCases(base),
    ...unknownChatCases(base),
    ...targetCases(base),
    ...messageCases(base),
    ...sourceCases(base),
    ...simpleCases(base),
  ];
}

interface Base {
  readonly api: Api;
  readonly method: Method;
  readonly row: Row;
}

/** The rights that a method's rows name for a kind of chat. */
function rightsNamed({ row, method }: Base, kind_of_chat: ChatKind): string[] {
  const need = cellOf(row, kind_of_chat.type === "channel" ? "poster" : "admin");
  if (need === "posting or editing") return ["can_post_messages", "can_edit_messages"];
  if (need.startsWith("can_")) return [need];
  return /^deleteMessages?$/.test(method.name) ? ["can_delete_messages"] : [];
}

/** The roles of callers in a kind of chat; bots own no chats. */
function callers(base: Base, kind_of_chat: ChatKind): Role[] {
  const member = cellOf(base.row, "member");
  const permission = member === "anything" ? "can_send_photos" : member.startsWith("can_") ? member : undefined;
  const rights = [undefined, ...rightsNamed(base, kind_of_chat)];
  const roles = rights.flatMap((right) => rolesIn(kind_of_chat, right, permission));
  const byName = new Map(roles.map((role) => [role.name, role]));
  return [...byName.values()].filter((role) => base.api === "person" || role !== OWNER);
}

function caseIn(
  base: Base,
  kind_of_chat: ChatKind,
  role: Role,
  what: string,
  expected: Outcome,
  target: Case["target"],
): Case {
  const { api, method } = base;
  const chat_fixture = (fixtures: Fixtures, fresh: boolean) =>
    fresh ? fixtures.fresh(kind_of_chat, role) : fixtures.shared(kind_of_chat, role);
  return { api, method, role: role.name, kind: kind_of_chat.name, about: what, expected, chat: chat_fixture, target };
}

/** Every role in every kind of chat, with a valid target. */
function callerCases(base: Base): Case[] {
  return CHAT_KINDS.flatMap((kind_of_chat) =>
    callers(base, kind_of_chat).map((role) => {
      const expected = callerOutcome(base.row, role, kind_of_chat);
      return caseIn(base, kind_of_chat, role, "valid parameters", expected, {});
    }),
  );
}

function privateCases(base: Base): Case[] {
  const { api, method, row } = base;
  return [...PRIVATE[api].keys()].map((other): Case => ({
    api,
    method,
    role: "the caller",
    kind: `the private chat with ${other}`,
    about: "valid parameters",
    expected: privateOutcome(row, api, other),
    chat: (fixtures, fresh) => fixtures.private(api, other, fresh),
    target: {},
  }));
}

/** Both sides' messages in a private chat, where each of the two may delete everything (behaviour.md §4). */
function privateMessageCases(base: Base): Case[] {
  const row = MESSAGES.get(base.method.name);
  if (!row) return [];
  // The first row of PRIVATE is the chat in which everything is allowed.
  const [first] = privateCases(base);
  return ["own", "another's", "in another chat", "unknown"].map((name) => {
    const outcome = cellOf(row, name).startsWith("can_") ? "ok" : cellOf(row, name);
    return { ...first!, what: `${name} message`, expected: outcome, target: { message: name } };
  });
}

/** Chats that do not exist, and private chats by their internal id (behaviour.md §2). */
function unknownChatCases(base: Base): Case[] {
  const names = { "no group": UNKNOWN_CHAT, "no account": UNKNOWN_USER, "a private chat's inner id": 2 ** 51 + 1 };
  const cases = Object.entries({ ...names, "an unknown user name": "@nobody_at_all" }).map(([what, chat]) =>
    caseIn(base, GROUP, MEMBER, what, "CHAT_NOT_FOUND", { chat }),
  );
  return cases;
}

/** The callers for testing targets: those who may call, and one of each kind who may not. */
function fewCallers(base: Base, kind_of_chat: ChatKind): Role[] {
  const few = callers(base, kind_of_chat).filter(({ name }) => name.startsWith("an administrator with"));
  const rest = kind_of_chat.type === "channel" ? [] : [RESTRICTED, GONE];
  const all = [OWNER, administrator(kind_of_chat), ...few, MEMBER, ...rest, LEFT, KICKED, NEVER];
  return all.filter((role) => base.api === "person" || role !== OWNER);
}

function targetCases(base: Base): Case[] {
  const { method, row } = base;
  const { access } = method;
  if (access.scope !== "chat" || access.target === undefined) return [];
  const targets = requiredRow(TARGETS, method, "objects.ts: give the outcome for each target");
  const names = Object.keys(targets).filter((name) => name !== "method");
  return [GROUP, CHANNEL].flatMap((kind_of_chat) =>
    fewCallers(base, kind_of_chat).flatMap((role) =>
      names
        .filter(
          (name) =>
            !(role === OWNER && name === "owner") && !(kind_of_chat === CHANNEL && name.startsWith("restricted")),
        )
        .map((name) => {
          const caller = callerOutcome(row, role, kind_of_chat);
          const outcome = exceptOwner(alternative(cellOf(targets, name), role), role);
          // An unknown user is refused before the rights are checked (behaviour.md §1).
          const expected = (name === "unknown" && outcome === "USER_NOT_FOUND") || caller === "ok" ? outcome : caller;
          return caseIn(base, kind_of_chat, role, name, expected, { target: name });
        }),
    ),
  );
}

/** The part of a cell before the slash for callers who may restrict, the part after it for others. */
function alternative(cell: string, role: Role): string {
  const [restricting, otherwise = restricting] = cell.split("/");
  return (hasRight(role, "can_restrict_members") ? restricting : otherwise)!;
}

function exceptOwner(cell: string, role: Role): Outcome {
  if (!cell.endsWith("*")) return cell;
  return role === OWNER ? "ok" : cell.slice(0, -1);
}

function messageCases(base: Base): Case[] {
  const { method, row, api } = base;
  if (!("message_id" in method.fields || "message_ids" in method.fields) || SOURCES.has(method.name)) return [];
  const messages = requiredRow(MESSAGES, method, "objects.ts: give the outcome for each message");
  const columns = ["method", "order", "people, post", "not received"];
  const names = Object.keys(messages).filter((name) => !columns.includes(name) && messages[name] !== "–");
  const uses = api === "bot" && messages["not received"] === "received";
  if (uses) names.push("not received");
  return [GROUP, CHANNEL].flatMap((kind_of_chat) =>
    fewCallers(base, kind_of_chat).flatMap((role) =>
      names.map((name) => {
        const there = !uses || isReceived(name, role, kind_of_chat);
        const outcome = there ? messageOutcome(messages, name, api, role, kind_of_chat) : "MESSAGE_NOT_FOUND";
        const caller = callerOutcome(row, role, kind_of_chat);
        const expected = messageTakesPrecedence(messages, outcome, caller) ? outcome : caller;
        return caseIn(base, kind_of_chat, role, `${name} message`, expected, { message: name });
      }),
    ),
  );
}

/**
 * Whether a bot in a role could receive a message: administrators all messages of people, others those addressed to
 * them.
 */
function isReceived(name: string, role: Role, kind_of_chat: ChatKind): boolean {
  if (name === "own") return true;
  if (!role.is_member || name === "with a button") return false;
  return role.status === "administrator" || (kind_of_chat.type === "supergroup" && name !== "not received");
}

/** Whether the outcome for the message takes precedence over the outcome for the caller. */
function messageTakesPrecedence({ order }: Row, outcome: Outcome, caller: Outcome): boolean {
  if (caller === "ok" || (order !== "last" && outcome === "MESSAGE_NOT_FOUND")) return true;
  return order === "whose" && outcome === "EDIT_FORBIDDEN" && /^CANT_(SEND|POST)/.test(caller);
}

function messageOutcome(messages: Row, name: string, api: Api, role: Role, kind_of_chat: ChatKind): Outcome {
  const asPost = api === "person" && kind_of_chat.type === "channel" && messages["people, post"] !== "–";
  const by = asPost && name === "another's" ? "people, post" : name;
  const cell = by === "not received" ? cellOf(messages, "another's") : cellOf(messages, by);
  if (asPost && name === "service" && hasRight(role, "can_edit_messages")) return "EDIT_IMPOSSIBLE";
  if (!cell.startsWith("can_")) return cell;
  if (hasRight(role, cell)) return "ok";
  return by === "people, post" ? "EDIT_FORBIDDEN" : "DELETE_FORBIDDEN";
}

/** The caller's role in the chat from which a message is copied or forwarded; for other names, a member. */
const SOURCE_ROLES: Readonly<Record<string, readonly [ChatKind, Role]>> = {
  owner: [GROUP, OWNER],
  administrator: [GROUP, administrator(GROUP)],
  restricted: [GROUP, RESTRICTED],
  "restricted, gone": [GROUP, GONE],
  left: [GROUP, LEFT],
  kicked: [GROUP, KICKED],
  "never there": [GROUP, NEVER],
  "never there, public": [PUBLIC, NEVER],
};
const SOURCE_MESSAGES = ["not received", "service", "protected", "in another chat", "unknown"];

/** Copying and forwarding from a chat where the caller has each role, into one where they may write. */
function sourceCases(base: Base): Case[] {
  const { method, api } = base;
  if (!("from_chat_id" in method.fields)) return [];
  const row = requiredRow(SOURCES, method, "objects.ts: give the outcome for each source");
  const foreign = api === "person" ? "not received" : "owner";
  const names = Object.keys(row).filter((name) => name !== "method" && name !== foreign);
  return names.map((name) => {
    const target = async (fixtures: Fixtures): Promise<RequestTarget> => {
      const from = await fixtures.shared(...(SOURCE_ROLES[name] ?? [GROUP, MEMBER]));
      const chat_id = name === "unknown chat" ? UNKNOWN_CHAT : from.chat_id;
      const message = SOURCE_MESSAGES.includes(name) ? name : "another's";
      return { source: { chat_id, message_id: messageOf(fixtures, from, method, api, message) } };
    };
    return caseIn(base, GROUP, MEMBER, `a message out of: ${name}`, cellOf(row, name), target);
  });
}

/** Replies, files and links, by a caller who may call. */
function simpleCases(base: Base): Case[] {
  const { method } = base;
  const cases: Case[] = [];
  const admin = administrator(GROUP);
  if ("reply_to_message_id" in method.fields) {
    const replies = Object.entries(REPLIES).filter(([name]) => base.api === "bot" || name !== "not received");
    for (const [name, outcome] of replies)
      cases.push(caseIn(base, GROUP, MEMBER, `in reply to a message: ${name}`, outcome, { reply: name }));
  }
  const kind = fileKindOf(method);
  if (kind !== undefined) {
    for (const [name, outcome] of Object.entries(FILES)) {
      const taken = kind === "document" && name === "of another kind" ? "ok" : outcome;
      cases.push(caseIn(base, GROUP, admin, `a file: ${name}`, taken, { file: name }));
    }
  }
  if (!("invite_link" in method.fields)) return cases;
  const links = requiredRow(LINKS, method, "objects.ts: give the outcome for each link");
  for (const role of callers(base, GROUP).filter((each) => callerOutcome(base.row, each, GROUP) === "ok")) {
    for (const link of Object.keys(links).filter((name) => name !== "method")) {
      const cell = cellOf(links, link);
      const outcome = cell !== "administrators" ? cell : hasRight(role, "any") ? "ok" : "CANT_MANAGE";
      cases.push(caseIn(base, GROUP, role, `a link: ${link}`, outcome, { link }));
    }
  }
  return cases;
}

function requiredRow(table: ReadonlyMap<string, Row>, method: Method, ask: string): Row {
  const row = table.get(method.name);
  if (!row) throw new Error(`${method.name} has no row in tests/matrix/${ask}`);
  return row;
}
