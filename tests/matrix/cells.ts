/** The cells of the matrix: a method, who calls it, where, upon what, and what must come of it. */
import type { Method } from "heliogram/methods/method.ts";
import { PRIVATE } from "./callers.ts";
import { callerOutcome, callersRow, hasRight, privateOutcome, type Face, type Outcome } from "./expected.ts";
import { FILES, LINKS, MESSAGES, REPLIES, SOURCES, TARGETS } from "./objects.ts";
import { fileKindOf, messageOf, NO_CHAT, NOBODY, type Aim } from "./requests.ts";
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
  PLACES,
  PUBLIC,
  RESTRICTED,
  rolesIn,
  type Place,
  type Role,
} from "./roles.ts";
import type { Stage, Stages } from "./stage.ts";
import { cellOf, type Row } from "./table.ts";

export interface Cell {
  readonly face: Face;
  readonly method: Method;
  /** Who calls, where, and upon what: for the report, and `role` for the request. */
  readonly role: string;
  readonly where: string;
  readonly what: string;
  readonly expected: Outcome;
  /** The chat; one of its own where the call will change it. */
  readonly stage: (stages: Stages, fresh: boolean) => Promise<Stage>;
  readonly aim: Aim | ((stages: Stages) => Promise<Aim>);
}

/** Every cell of a method about a chat. @throws with a sentence where a row is missing */
export function cellsOf(face: Face, method: Method): Cell[] {
  const row = callersRow(method.name);
  const base = { face, method, row };
  return [
    ...callerCells(base),
    ...privateCells(base),
    ...privateMessages(base),
    ...unknownChats(base),
    ...targetCells(base),
    ...messageCells(base),
    ...sourceCells(base),
    ...simpleCells(base),
  ];
}

interface Base {
  readonly face: Face;
  readonly method: Method;
  readonly row: Row;
}

/** The rights that a method's rows speak of in a place. */
function rightsNamed({ row, method }: Base, place: Place): string[] {
  const need = cellOf(row, place.type === "channel" ? "poster" : "admin");
  if (need === "posting or editing") return ["can_post_messages", "can_edit_messages"];
  if (need.startsWith("can_")) return [need];
  return /^deleteMessages?$/.test(method.name) ? ["can_delete_messages"] : [];
}

/** Everybody who can call in a place; bots own no chats. */
function callers(base: Base, place: Place): Role[] {
  const member = cellOf(base.row, "member");
  const permission = member === "anything" ? "can_send_photos" : member.startsWith("can_") ? member : undefined;
  const rights = [undefined, ...rightsNamed(base, place)];
  const roles = rights.flatMap((right) => rolesIn(place, right, permission));
  const byName = new Map(roles.map((role) => [role.name, role]));
  return [...byName.values()].filter((role) => base.face === "person" || role !== OWNER);
}

function inPlace(base: Base, place: Place, role: Role, what: string, expected: Outcome, aim: Cell["aim"]): Cell {
  const { face, method } = base;
  const stage = (stages: Stages, fresh: boolean) => (fresh ? stages.fresh(place, role) : stages.shared(place, role));
  return { face, method, role: role.name, where: place.name, what, expected, stage, aim };
}

/** Every role in every kind of chat, upon what fits. */
function callerCells(base: Base): Cell[] {
  return PLACES.flatMap((place) =>
    callers(base, place).map((role) => {
      const expected = callerOutcome(base.row, role, place);
      return inPlace(base, place, role, "what fits", expected, {});
    }),
  );
}

function privateCells(base: Base): Cell[] {
  const { face, method, row } = base;
  return [...PRIVATE[face].keys()].map((other): Cell => ({
    face,
    method,
    role: "the caller",
    where: `the private chat with ${other}`,
    what: "what fits",
    expected: privateOutcome(row, face, other),
    stage: (stages, fresh) => stages.private(face, other, fresh),
    aim: {},
  }));
}

/** Both sides' messages in a private chat, where each of the two may delete everything (behaviour.md §4). */
function privateMessages(base: Base): Cell[] {
  const row = MESSAGES.get(base.method.name);
  if (!row) return [];
  // The first row of PRIVATE is the chat in which everything may be done.
  const [cell] = privateCells(base);
  return ["own", "another's", "in another chat", "unknown"].map((name) => {
    const outcome = cellOf(row, name).startsWith("can_") ? "ok" : cellOf(row, name);
    return { ...cell!, what: `${name} message`, expected: outcome, aim: { message: name } };
  });
}

/** Chats that are nowhere, and private chats by the number that is never shown (behaviour.md §2). */
function unknownChats(base: Base): Cell[] {
  const names = { "no group": NO_CHAT, "no account": NOBODY, "a private chat's inner id": 2 ** 51 + 1 };
  const cells = Object.entries({ ...names, "an unknown user name": "@nobody_at_all" }).map(([what, chat]) =>
    inPlace(base, GROUP, MEMBER, what, "CHAT_NOT_FOUND", { chat }),
  );
  return cells;
}

/** The callers upon whom objects are tried: the entitled, and one of each kind who is not. */
function fewCallers(base: Base, place: Place): Role[] {
  const few = callers(base, place).filter(({ name }) => name.startsWith("an administrator with"));
  const rest = place.type === "channel" ? [] : [RESTRICTED, GONE];
  const all = [OWNER, administrator(place), ...few, MEMBER, ...rest, LEFT, KICKED, NEVER];
  return all.filter((role) => base.face === "person" || role !== OWNER);
}

function targetCells(base: Base): Cell[] {
  const { method, row } = base;
  const { access } = method;
  if (access.scope !== "chat" || access.target === undefined) return [];
  const targets = rowOf(TARGETS, method, "objects.ts: say what comes of each target");
  const names = Object.keys(targets).filter((name) => name !== "method");
  return [GROUP, CHANNEL].flatMap((place) =>
    fewCallers(base, place).flatMap((role) =>
      names
        .filter(
          (name) => !(role === OWNER && name === "owner") && !(place === CHANNEL && name.startsWith("restricted")),
        )
        .map((name) => {
          const caller = callerOutcome(row, role, place);
          const outcome = starred(alternative(cellOf(targets, name), role), role);
          // Whoever does not exist is told before rights are looked at (behaviour.md §1).
          const expected = name === "unknown" || caller === "ok" ? outcome : caller;
          return inPlace(base, place, role, name, expected, { target: name });
        }),
    ),
  );
}

/** What comes before the slash for those who may restrict, and what follows it for others. */
function alternative(cell: string, role: Role): string {
  const [restricting, otherwise = restricting] = cell.split("/");
  return (hasRight(role, "can_restrict_members") ? restricting : otherwise)!;
}

function starred(cell: string, role: Role): Outcome {
  if (!cell.endsWith("*")) return cell;
  return role === OWNER ? "ok" : cell.slice(0, -1);
}

function messageCells(base: Base): Cell[] {
  const { method, row, face } = base;
  if (!("message_id" in method.fields || "message_ids" in method.fields) || SOURCES.has(method.name)) return [];
  const messages = rowOf(MESSAGES, method, "objects.ts: say what comes of each message");
  const columns = ["method", "order", "people, post", "not received"];
  const names = Object.keys(messages).filter((name) => !columns.includes(name) && messages[name] !== "–");
  const uses = face === "bot" && messages["not received"] === "received";
  if (uses) names.push("not received");
  return [GROUP, CHANNEL].flatMap((place) =>
    fewCallers(base, place).flatMap((role) =>
      names.map((name) => {
        const there = !uses || isReceived(name, role, place);
        const outcome = there ? messageOutcome(messages, name, face, role, place) : "MESSAGE_NOT_FOUND";
        const caller = callerOutcome(row, role, place);
        const expected = messageFirst(messages, outcome, caller) ? outcome : caller;
        return inPlace(base, place, role, `${name} message`, expected, { message: name });
      }),
    ),
  );
}

/** Whether a bot in a role could receive a message: administrators what people write, others what is meant for them. */
function isReceived(name: string, role: Role, place: Place): boolean {
  if (name === "own") return true;
  if (!role.is_member || name === "with a button") return false;
  return role.status === "administrator" || (place.type === "supergroup" && name !== "not received");
}

/** Whether what comes of the message is told, and not what comes of the caller. */
function messageFirst({ order }: Row, outcome: Outcome, caller: Outcome): boolean {
  if (caller === "ok" || (order !== "last" && outcome === "MESSAGE_NOT_FOUND")) return true;
  return order === "whose" && outcome === "EDIT_FORBIDDEN" && /^CANT_(SEND|POST)/.test(caller);
}

function messageOutcome(messages: Row, name: string, face: Face, role: Role, place: Place): Outcome {
  const asPost = face === "person" && place.type === "channel" && messages["people, post"] !== "–";
  const by = asPost && name === "another's" ? "people, post" : name;
  const cell = by === "not received" ? cellOf(messages, "another's") : cellOf(messages, by);
  if (asPost && name === "service" && hasRight(role, "can_edit_messages")) return "EDIT_IMPOSSIBLE";
  if (!cell.startsWith("can_")) return cell;
  if (hasRight(role, cell)) return "ok";
  return by === "people, post" ? "EDIT_FORBIDDEN" : "DELETE_FORBIDDEN";
}

/** What a caller is in the chat that a message is taken out of; elsewhere, a member. */
const SOURCE_ROLES: Readonly<Record<string, readonly [Place, Role]>> = {
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

/** Taking messages out of a chat where the caller is this or that, into one where they may write. */
function sourceCells(base: Base): Cell[] {
  const { method, face } = base;
  if (!("from_chat_id" in method.fields)) return [];
  const row = rowOf(SOURCES, method, "objects.ts: say what comes of each source");
  const foreign = face === "person" ? "not received" : "owner";
  const names = Object.keys(row).filter((name) => name !== "method" && name !== foreign);
  return names.map((name) => {
    const aim = async (stages: Stages): Promise<Aim> => {
      const from = await stages.shared(...(SOURCE_ROLES[name] ?? [GROUP, MEMBER]));
      const chat_id = name === "unknown chat" ? NO_CHAT : from.chat_id;
      const message = SOURCE_MESSAGES.includes(name) ? name : "another's";
      return { source: { chat_id, message_id: messageOf(stages, from, method, face, message) } };
    };
    return inPlace(base, GROUP, MEMBER, `a message out of: ${name}`, cellOf(row, name), aim);
  });
}

/** Replies, files and links, called by somebody who may. */
function simpleCells(base: Base): Cell[] {
  const { method } = base;
  const cells: Cell[] = [];
  const admin = administrator(GROUP);
  if ("reply_to_message_id" in method.fields) {
    const replies = Object.entries(REPLIES).filter(([name]) => base.face === "bot" || name !== "not received");
    for (const [name, outcome] of replies)
      cells.push(inPlace(base, GROUP, MEMBER, `in reply to a message: ${name}`, outcome, { reply: name }));
  }
  const kind = fileKindOf(method);
  if (kind !== undefined) {
    for (const [name, outcome] of Object.entries(FILES)) {
      const taken = kind === "document" && name === "of another kind" ? "ok" : outcome;
      cells.push(inPlace(base, GROUP, admin, `a file: ${name}`, taken, { file: name }));
    }
  }
  if (!("invite_link" in method.fields)) return cells;
  const links = rowOf(LINKS, method, "objects.ts: say what comes of each link");
  for (const role of callers(base, GROUP).filter((each) => callerOutcome(base.row, each, GROUP) === "ok")) {
    for (const link of Object.keys(links).filter((name) => name !== "method")) {
      const cell = cellOf(links, link);
      const outcome = cell !== "administrators" ? cell : hasRight(role, "any") ? "ok" : "CANT_MANAGE";
      cells.push(inPlace(base, GROUP, role, `a link: ${link}`, outcome, { link }));
    }
  }
  return cells;
}

function rowOf(table: ReadonlyMap<string, Row>, method: Method, ask: string): Row {
  const row = table.get(method.name);
  if (!row) throw new Error(`${method.name} has no row in tests/matrix/${ask}`);
  return row;
}
