/** Buttons of reply keyboards that ask a person for users or for a chat (behaviour.md §4): reading and finding them. */
import { MAX_SHARED_USERS } from "@heliogram/shared/limits.ts";
import { RIGHTS as RIGHT_NAMES, type Right } from "@heliogram/shared/permissions.ts";
import { booleanOf } from "./boolean-words.ts";

/** What a service message shows the bot besides the ids. */
interface Wishes {
  readonly request_username?: true;
  readonly request_photo?: true;
}

/** A wish for people and bots. */
export interface UsersRequest extends Wishes {
  readonly request_id: number;
  readonly user_is_bot?: boolean;
  /** Kept, and without effect: nobody has Premium here. */
  readonly user_is_premium?: boolean;
  /** 1 if it is absent. */
  readonly max_quantity?: number;
  readonly request_name?: true;
}

/** The rights of an administrator. Those that are false are left out. */
export type RequestedRights = { readonly is_anonymous: boolean } & { readonly [R in Right]?: boolean };

/** A wish for a group or channel. */
export interface ChatRequest extends Wishes {
  readonly request_id: number;
  readonly chat_is_channel: boolean;
  readonly chat_is_forum?: boolean;
  readonly chat_has_username?: boolean;
  readonly chat_is_created?: true;
  readonly user_administrator_rights?: RequestedRights;
  readonly bot_administrator_rights?: RequestedRights;
  readonly bot_is_member?: true;
  readonly request_title?: true;
}

/** What a button asks for. */
export interface ShareRequest {
  readonly request_users?: UsersRequest;
  readonly request_chat?: ChatRequest;
}

type Raw = Readonly<Record<string, unknown>>;

/** A value that is missing or wrong, as a sentence about its field. */
class WrongField extends Error {}

/** What the button asks for, `{}` for nothing, or an error sentence. Of several requests, the first of these counts. */
export function readShareRequest(raw: Raw): ShareRequest | string {
  try {
    const users = raw.request_users ?? undefined;
    if (users !== undefined) return { request_users: readUsers(asObject(users, "request_users"), "request_users") };
    // The form of Bot API 6.5, for one user.
    const user = raw.request_user ?? undefined;
    if (user !== undefined) {
      const { max_quantity: _one, ...request } = readUsers(asObject(user, "request_user"), "request_user");
      return { request_users: request };
    }
    const chat = raw.request_chat ?? undefined;
    return chat === undefined ? {} : { request_chat: readChat(asObject(chat, "request_chat"), "request_chat") };
  } catch (error) {
    if (error instanceof WrongField) return error.message;
    throw error;
  }
}

function readUsers(raw: Raw, of: string): UsersRequest {
  const max_quantity = wholeNumber(raw, "max_quantity", of);
  if (max_quantity !== undefined && (max_quantity < 1 || max_quantity > MAX_SHARED_USERS))
    throw new WrongField(`field "max_quantity" of "${of}" must be 1 to ${MAX_SHARED_USERS}`);
  return {
    request_id: readRequestId(raw, of),
    ...choice(raw, "user_is_bot", of),
    ...choice(raw, "user_is_premium", of),
    ...(max_quantity === undefined || max_quantity === 1 ? {} : { max_quantity }),
    ...wish(raw, "request_name", of),
    ...wish(raw, "request_username", of),
    ...wish(raw, "request_photo", of),
  };
}

function readChat(raw: Raw, of: string): ChatRequest {
  return {
    request_id: readRequestId(raw, of),
    chat_is_channel: flagOf(raw, "chat_is_channel", of) ?? false,
    ...choice(raw, "chat_is_forum", of),
    ...choice(raw, "chat_has_username", of),
    ...wish(raw, "chat_is_created", of),
    ...rights(raw, "user_administrator_rights"),
    ...rights(raw, "bot_administrator_rights"),
    ...wish(raw, "bot_is_member", of),
    ...wish(raw, "request_title", of),
    ...wish(raw, "request_username", of),
    ...wish(raw, "request_photo", of),
  };
}

/** A whole number of 32 bits. */
function readRequestId(raw: Raw, of: string): number {
  const id = wholeNumber(raw, "request_id", of);
  if (id === undefined) throw new WrongField(`field "request_id" of "${of}" is missing`);
  if (id !== Math.trunc(id) || id < -(2 ** 31) || id >= 2 ** 31)
    throw new WrongField(`field "request_id" of "${of}" must be a number of 32 bits`);
  return id;
}

function wholeNumber(raw: Raw, name: string, of: string): number | undefined {
  const value = raw[name] ?? undefined;
  if (value === undefined || value === "") return undefined;
  const number = typeof value === "string" && /^\s*[+-]?\d{1,16}\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number))
    throw new WrongField(`field "${name}" of "${of}" must be a whole number`);
  return number;
}

function flagOf(raw: Raw, name: string, of: string): boolean | undefined {
  const value = raw[name] ?? undefined;
  if (value === undefined || value === "") return undefined;
  const flag = booleanOf(value);
  if (flag === undefined) throw new WrongField(`field "${name}" of "${of}" must be true or false`);
  return flag;
}

/** A condition that says more if it is false than if it is absent. */
function choice<K extends string>(raw: Raw, name: K, of: string): { readonly [key in K]?: boolean } {
  const value = flagOf(raw, name, of);
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in K]?: boolean };
}

/** A wish, whose false is the same as its absence. */
function wish<K extends string>(raw: Raw, name: K, of: string): { readonly [key in K]?: true } {
  return (flagOf(raw, name, of) ? { [name]: true } : {}) as { readonly [key in K]?: true };
}

function rights<K extends string>(raw: Raw, name: K): { readonly [key in K]?: RequestedRights } {
  const value = raw[name] ?? undefined;
  if (value === undefined) return {};
  const given = asObject(value, name);
  const is_anonymous = flagOf(given, "is_anonymous", name) ?? false;
  const held = RIGHT_NAMES.filter((right) => flagOf(given, right, name));
  const read = { is_anonymous, ...Object.fromEntries(held.map((right) => [right, true])) };
  return { [name]: read } as { readonly [key in K]?: RequestedRights };
}

function asObject(value: unknown, name: string): Raw {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Raw;
  throw new WrongField(`field "${name}" must be an object`);
}
