/** Requests for the matrix: a method's example, about the things of a stage. */
import type { Method } from "heliogram/methods/method.ts";
import type { Json } from "../kit/service.ts";
import type { Face } from "./expected.ts";
import { CALLER, type Stage, type Stages } from "./stage.ts";

/** What a call is aimed at, where it is something else than the fitting thing. */
export interface Aim {
  /** Another chat than the stage's: an id, or a user name. */
  readonly chat?: number | string;
  readonly target?: string;
  readonly message?: string;
  readonly source?: { readonly chat_id: number; readonly message_id: number };
  readonly reply?: string;
  readonly file?: string;
  readonly link?: string;
  /** More parameters, over all others. */
  readonly more?: object;
}

/** A user, a message and a chat that are nowhere. */
export const NOBODY = 424_242;
export const NOWHERE = 999_999;
export const NO_CHAT = -1_000_000_999_999;

/** Instead of the example, where that would change nothing, or would ask for more than this matrix is about. */
const FITTING: Readonly<Record<string, object>> = {
  promoteChatMember: { can_manage_chat: true },
  unbanChatMember: {},
  editMessageReplyMarkup: { reply_markup: { inline_keyboard: [[{ text: "No", callback_data: "no" }]] } },
  getDifference: { seq: 0 },
  // A name that one chat has taken is no other's.
  setChatUsername: { username: "" },
  pressButton: { callback_data: "yes" },
};
const FITTING_TARGET: Readonly<Record<string, string>> = {
  setChatAdministratorCustomTitle: "own administrator",
  addMember: "never there",
  approveChatJoinRequest: "waiting",
  declineChatJoinRequest: "waiting",
};
const FITTING_MESSAGE: Readonly<Record<string, string>> = { pressButton: "with a button" };
const ON_FILES = new Set(["editMessageCaption", "editMessageMedia"]);
/** The methods whose chat is a part of another parameter. */
const BY_SCOPE = new Set(["setMyCommands", "getMyCommands", "deleteMyCommands"]);
/** What these take is named after no kind of file. */
const FILE_KIND: Readonly<Record<string, string>> = { sendMediaGroup: "photo", editMessageMedia: "document" };

/** The kind of file a method takes, or `undefined`. */
export function fileKindOf(method: Method): string | undefined {
  return FILE_KIND[method.name] ?? Object.keys(method.fields).find((name) => method.fields[name]!.file);
}

/** The message of a stage that a name means to a caller. */
export function messageOf(stages: Stages, stage: Stage, method: Method, face: Face, name: string): number {
  const { messages } = stage;
  const file = ON_FILES.has(method.name) ? " file" : "";
  switch (name) {
    case "own":
      return messages[`own${file} ${face}`] ?? NOWHERE;
    case "another's":
      return messages[`another's${file}`] ?? NOWHERE;
    case "in another chat":
      return stages.elsewhere.messages["another's"]!;
    case "unknown":
      return NOWHERE;
    default:
      return messages[name] ?? NOWHERE;
  }
}

/** The id of whom a name means to a caller. */
export function targetOf(stages: Stages, face: Face, role: string, name: string): number {
  const accounts: Readonly<Record<string, string>> = {
    "restricted, gone": "gone",
    "never there": "never",
    bot: "other_bot",
    "own administrator": `admin_of_${face}`,
    below: `below_${face}`,
    "other administrator": "other_admin",
    self: CALLER[face],
    owner: role === "the owner" ? CALLER[face] : "owner",
  };
  return name === "unknown" ? NOBODY : stages.id(accounts[name] ?? name);
}

function fileOf(stages: Stages, face: Face, kind: string, name: string): string {
  switch (name) {
    case "another's":
      return stages.files.get(`other_bot ${kind}`)!;
    case "of another kind":
      return stages.files.get(`${CALLER[face]} ${kind === "voice" ? "audio" : "voice"}`)!;
    case "of nothing":
      return stages.files.get(`${CALLER[face]} nothing`)!;
    case "unknown":
      return "AAAA";
    default:
      return stages.files.get(`${CALLER[face]} ${kind}`)!;
  }
}

function linkOf(stages: Stages, stage: Stage, face: Face, name: string): string {
  switch (name) {
    case "another's":
      return stage.links.owner!;
    case "of another chat":
      return stages.elsewhere.links[CALLER[face]]!;
    case "unknown":
      return "x".repeat(22);
    default:
      return stage.links[CALLER[face]] ?? "y".repeat(22);
  }
}

function takesTarget(method: Method): boolean {
  return method.access.scope === "chat" && method.access.target !== undefined;
}

/** The parameters of a call by `face`, who is in the role of that name. */
export function requestFor(stages: Stages, stage: Stage, method: Method, face: Face, role: string, aim: Aim): Json {
  const { name, fields } = method;
  const params: Json = { ...(FITTING[name] ?? method.example.request) };
  const chat_id = aim.chat ?? stage.chat_id;
  if ("chat_id" in fields) params.chat_id = chat_id;
  if (BY_SCOPE.has(name)) params.scope = { type: "chat", chat_id };
  if (takesTarget(method)) {
    params.user_id = targetOf(stages, face, role, aim.target ?? FITTING_TARGET[name] ?? "member");
  }
  const message_id = messageOf(stages, stage, method, face, aim.message ?? FITTING_MESSAGE[name] ?? "own");
  if ("message_ids" in fields) params.message_ids = [message_id];
  if ("message_id" in fields) params.message_id = message_id;
  if ("from_chat_id" in fields) {
    const { elsewhere } = stages;
    const fitting = { chat_id: elsewhere.chat_id, message_id: elsewhere.messages["another's"]! };
    const source = aim.source ?? fitting;
    Object.assign(params, { from_chat_id: source.chat_id, message_id: source.message_id });
  }
  const kind = fileKindOf(method);
  if (kind !== undefined) {
    const file_id = fileOf(stages, face, kind, aim.file ?? "own");
    const element = { type: kind, media: file_id, caption: "New" };
    if (!("media" in fields)) params[kind] = file_id;
    else params.media = name === "sendMediaGroup" ? [element] : element;
  }
  if ("invite_link" in fields) params.invite_link = linkOf(stages, stage, face, aim.link ?? "own");
  if (aim.reply !== undefined) params.reply_to_message_id = messageOf(stages, stage, method, face, aim.reply);
  return { ...params, ...aim.more };
}
