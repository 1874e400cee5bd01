/** Builds requests for the matrix: the example of a method, with the ids of a chat fixture. */
import type { Method } from "heliogram/methods/engine/method.ts";
import type { Json } from "../support/service.ts";
import type { Api } from "./expected.ts";
import { CALLER, CLOSED_TOPIC, OPEN_TOPIC, type ChatFixture, type Fixtures } from "./fixtures.ts";

/** The target of a call, where it is not the default one. */
export interface RequestTarget {
  /** A chat other than the fixture's: an id, or a user name. */
  readonly chat?: number | string;
  readonly target?: string;
  readonly message?: string;
  readonly source?: { readonly chat_id: number; readonly message_id: number };
  readonly reply?: string;
  readonly file?: string;
  readonly link?: string;
  /** Further parameters, which override all others. */
  readonly more?: object;
}

/** Ids of a user, a message and a chat that do not exist. */
export const UNKNOWN_USER = 424_242;
export const UNKNOWN_ID = 999_999;
export const UNKNOWN_CHAT = -1_000_000_999_999;

/** Parameters that replace the example, where it would change nothing or need more than the matrix provides. */
const VALID_PARAMETERS: Readonly<Record<string, object>> = {
  promoteChatMember: { can_manage_chat: true },
  unbanChatMember: {},
  editMessageReplyMarkup: { reply_markup: { inline_keyboard: [[{ text: "No", callback_data: "no" }]] } },
  getDifference: { seq: 0 },
  // A user name can be used by one chat only.
  setChatUsername: { username: "" },
  pressButton: { callback_data: "yes" },
  ...Object.fromEntries(
    [
      "editForumTopic",
      "closeForumTopic",
      "deleteForumTopic",
      "unpinAllForumTopicMessages",
      "muteTopic",
      "unmuteTopic",
    ].map((name) => [name, { message_thread_id: OPEN_TOPIC, ...(name === "editForumTopic" ? { name: "New" } : {}) }]),
  ),
  reopenForumTopic: { message_thread_id: CLOSED_TOPIC },
};
const VALID_TARGET: Readonly<Record<string, string>> = {
  setChatAdministratorCustomTitle: "own administrator",
  addMember: "never there",
  approveChatJoinRequest: "waiting",
  declineChatJoinRequest: "waiting",
};
const VALID_MESSAGE: Readonly<Record<string, string>> = { pressButton: "with a button" };
/** The kind of message that a method is about, after the name in the fixtures. */
const KIND_OF_MESSAGE: Readonly<Record<string, string>> = {
  editMessageCaption: " file",
  editMessageMedia: " file",
  editMessageLiveLocation: " live",
  stopMessageLiveLocation: " live",
};
/** The methods whose chat is part of another parameter. */
const BY_SCOPE = new Set(["setMyCommands", "getMyCommands", "deleteMyCommands"]);
/** Methods with files whose parameter is not named after a kind of file. */
const FILE_KIND: Readonly<Record<string, string>> = { sendMediaGroup: "photo", editMessageMedia: "document" };

/** The kind of file that a method accepts, or `undefined`. */
export function fileKindOf(method: Method): string | undefined {
  return FILE_KIND[method.name] ?? Object.keys(method.fields).find((name) => method.fields[name]!.file);
}

/** The id of the message of a chat fixture that has this name for a caller. */
export function messageOf(
  fixtures: Fixtures,
  chat_fixture: ChatFixture,
  method: Method,
  api: Api,
  name: string,
): number {
  const { messages } = chat_fixture;
  const kind = KIND_OF_MESSAGE[method.name] ?? "";
  switch (name) {
    case "own":
      return messages[`own${kind} ${api}`] ?? UNKNOWN_ID;
    case "another's":
      return messages[`another's${kind}`] ?? UNKNOWN_ID;
    case "in another chat":
      return fixtures.other_chat.messages["another's"]!;
    case "unknown":
      return UNKNOWN_ID;
    default:
      return messages[name] ?? UNKNOWN_ID;
  }
}

/** The id of the user that has this name for a caller. */
export function targetOf(fixtures: Fixtures, api: Api, role: string, name: string): number {
  const accounts: Readonly<Record<string, string>> = {
    "restricted, gone": "gone",
    "never there": "never",
    bot: "other_bot",
    "own administrator": `admin_of_${api}`,
    below: `below_${api}`,
    "other administrator": "other_admin",
    self: CALLER[api],
    owner: role === "the owner" ? CALLER[api] : "owner",
  };
  return name === "unknown" ? UNKNOWN_USER : fixtures.id(accounts[name] ?? name);
}

function fileOf(fixtures: Fixtures, api: Api, kind: string, name: string): string {
  switch (name) {
    case "another's":
      return fixtures.files.get(`other_bot ${kind}`)!;
    case "of another kind":
      return fixtures.files.get(`${CALLER[api]} ${kind === "voice" ? "audio" : "voice"}`)!;
    case "of nothing":
      return fixtures.files.get(`${CALLER[api]} nothing`)!;
    case "unknown":
      return "AAAA";
    default:
      return fixtures.files.get(`${CALLER[api]} ${kind}`)!;
  }
}

function linkOf(fixtures: Fixtures, chat_fixture: ChatFixture, api: Api, name: string): string {
  switch (name) {
    case "another's":
      return chat_fixture.links.owner!;
    case "of another chat":
      return fixtures.other_chat.links[CALLER[api]]!;
    case "unknown":
      return "x".repeat(22);
    default:
      return chat_fixture.links[`${CALLER[api]}${name.replace(/^own/, "")}`] ?? "y".repeat(22);
  }
}

function takesTarget(method: Method): boolean {
  return method.access.scope === "chat" && method.access.target !== undefined;
}

/** The parameters of a call by a bot or person (`api`) in the role of that name. */
export function requestFor(
  fixtures: Fixtures,
  chat_fixture: ChatFixture,
  method: Method,
  api: Api,
  role: string,
  target: RequestTarget,
): Json {
  const { name, fields } = method;
  const params: Json = { ...(VALID_PARAMETERS[name] ?? method.example.request) };
  const chat_id = target.chat ?? chat_fixture.chat_id;
  if ("chat_id" in fields) params.chat_id = chat_id;
  if (BY_SCOPE.has(name)) params.scope = { type: "chat", chat_id };
  if (takesTarget(method)) {
    params.user_id = targetOf(fixtures, api, role, target.target ?? VALID_TARGET[name] ?? "member");
  }
  const message_id = messageOf(fixtures, chat_fixture, method, api, target.message ?? VALID_MESSAGE[name] ?? "own");
  if ("message_ids" in fields) params.message_ids = [message_id];
  if ("message_id" in fields) params.message_id = message_id;
  if ("from_chat_id" in fields) {
    const { other_chat } = fixtures;
    const default_source = { chat_id: other_chat.chat_id, message_id: other_chat.messages["another's"]! };
    const source = target.source ?? default_source;
    params.from_chat_id = source.chat_id;
    if ("message_ids" in fields) params.message_ids = [source.message_id];
    else params.message_id = source.message_id;
  }
  const kind = fileKindOf(method);
  if (kind !== undefined) {
    const file_id = fileOf(fixtures, api, kind, target.file ?? "own");
    const element = { type: kind, media: file_id, caption: "New" };
    if (!("media" in fields)) params[kind] = file_id;
    else params.media = name === "sendMediaGroup" ? [element] : element;
  }
  if ("invite_link" in fields) params.invite_link = linkOf(fixtures, chat_fixture, api, target.link ?? "own");
  if (target.reply !== undefined)
    params.reply_to_message_id = messageOf(fixtures, chat_fixture, method, api, target.reply);
  return { ...params, ...target.more };
}
