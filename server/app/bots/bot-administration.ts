/** Creating, changing and deleting bots, and their tokens. The permission is decided in domain/bots.ts. */
import type { BotTopics } from "@heliogram/shared/topics.ts";
import type { Bot, Dialect } from "../../domain/accounts.ts";
import { canManageBot, type BotManager } from "../../domain/bots.ts";
import { countBotsOf, findBot, lockBot, setTokenHash, updateBot } from "../../store/queries/accounts/accounts.ts";
import { beginReadingAll, endReadingAll } from "../../store/queries/bots/bot-access.ts";
import { saveCommands, type StoredCommand } from "../../store/queries/bots/bot-commands.ts";
import { lockChatsOf } from "../../store/queries/members/members.ts";
import { record } from "../../store/queries/service/audit.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import type { Tx } from "../../store/db.ts";
import { createBot } from "../accounts/create-account.ts";
import { deleteBot } from "./delete-bot.ts";
import { notifyPrivateChats, notifyProfile } from "../accounts/profile.ts";
import { botToken, type Hashes } from "../accounts/tokens.ts";

/** What tokens are created with. */
export interface TokenMint {
  readonly hashes: Hashes;
  readonly bytes: (length: number) => Buffer;
}

export interface NewBot {
  readonly first_name: string;
  readonly username: string;
  readonly owner_id: number | null;
}

/** Omitted fields do not change. */
export interface BotChange {
  readonly first_name?: string;
  readonly description?: string;
  /** The short description. */
  readonly about?: string;
  readonly privacy?: boolean;
  readonly can_join_groups?: boolean;
  readonly topics?: BotTopics;
  /** `null` for the default dialect of the service. */
  readonly dialect?: Dialect | null;
  /** The commands of the default scope; an empty list removes them. */
  readonly commands?: readonly StoredCommand[];
}

/**
 * Creates a bot. `limit` is how many bots one person may own. Only a hash of the token is stored.
 * If a refusal is returned, the caller must roll the transaction back.
 */
export async function makeBot(
  tx: Tx,
  by: BotManager,
  mint: TokenMint,
  newBot: NewBot,
  limit: number | undefined,
  now_s: number,
): Promise<{ readonly bot: Bot; readonly token: string } | "USERNAME_TAKEN" | "TOO_MANY_BOTS"> {
  let token = "";
  const tokenHash = (id: number) => mint.hashes.of((token = botToken(id, mint.bytes, mint.hashes.tag)));
  const bot = await createBot(tx, { ...newBot, privacy: true, dialect: null, tokenHash }, now_s);
  if (bot === "USERNAME_TAKEN") return bot;
  // Counted after the insert, whose locks make concurrent creations wait.
  const { owner_id } = newBot;
  const isOverLimit = limit !== undefined && owner_id !== null && (await countBotsOf(tx, owner_id)) > limit;
  if (isOverLimit) return "TOO_MANY_BOTS";
  const { username } = newBot;
  await record(tx, { by, action: "bot_created", subject: { kind: "bot", id: bot.id }, detail: { username } }, now_s);
  return { bot, token };
}

/** Locks and returns a bot that `manager` may manage. */
export async function findManaged(tx: Tx, manager: BotManager, bot_id: number): Promise<Bot | undefined> {
  const bot = await lockBot(tx, bot_id);
  return bot && canManageBot(manager, bot) ? bot : undefined;
}

/**
 * Like `findManaged`, for a bot that is deleted then. Its chats are locked too, and before it: members are changed under
 * the lock of the chat, and may lock the bot then.
 */
export async function findManagedToDelete(tx: Tx, manager: BotManager, bot_id: number): Promise<Bot | undefined> {
  const found = await findBot(tx, bot_id);
  if (!found || !canManageBot(manager, found)) return undefined;
  await lockChatsOf(tx, bot_id);
  const bot = await findManaged(tx, manager, bot_id);
  // It may have joined further chats; from now on it joins none.
  if (bot) await lockChatsOf(tx, bot_id);
  return bot;
}

/** Replaces the token of a bot. The old one is invalid from the commit on. */
export async function renewToken(tx: Tx, by: BotManager, mint: TokenMint, bot: Bot, now_s: number): Promise<string> {
  await record(tx, { by, action: "bot_token_regenerated", subject: { kind: "bot", id: bot.id } }, now_s);
  return replaceToken(tx, mint, bot);
}

/** As `renewToken`, without an entry in the audit log: the assistant gets a new token at every start. */
export async function replaceToken(tx: Tx, mint: TokenMint, bot: Bot): Promise<string> {
  const token = botToken(bot.id, mint.bytes, mint.hashes.tag);
  await setTokenHash(tx, bot.id, mint.hashes.of(token));
  notifyNodes(tx, "token", bot.id);
  return token;
}

export async function changeBot(tx: Tx, by: BotManager, bot: Bot, change: BotChange, now_s: number): Promise<Bot> {
  const { commands, ...changes } = change;
  const after = { ...bot, ...changes };
  await updateBot(tx, after);
  notifyNodes(tx, "settings", bot.id);
  if (after.privacy !== bot.privacy) await (after.privacy ? endReadingAll : beginReadingAll)(tx, bot.id);
  if (after.first_name !== bot.first_name) await notifyProfile(tx, after);
  if (after.topics !== bot.topics) await notifyPrivateChats(tx, after);
  if (commands !== undefined) await setCommands(tx, bot.id, "default", "", commands);
  const changed = Object.keys(change);
  const entry = { by, action: "bot_edited", subject: { kind: "bot", id: bot.id }, detail: { changed } } as const;
  if (changed.length > 0) await record(tx, entry, now_s);
  return after;
}

/** Replaces the commands that a bot has for a scope and a language; an empty list removes them. */
export function setCommands(
  tx: Tx,
  bot_id: number,
  scope: string,
  language_code: string,
  commands: readonly StoredCommand[],
): Promise<void> {
  return saveCommands(tx, bot_id, scope, language_code, commands);
}

/** Deletes a bot for good. */
export async function removeBot(tx: Tx, by: BotManager, bot: Bot, now_s: number): Promise<void> {
  const detail = bot.username === null ? {} : { username: bot.username };
  await record(tx, { by, action: "bot_deleted", subject: { kind: "bot", id: bot.id }, detail }, now_s);
  await deleteBot(tx, bot.id, now_s);
}
