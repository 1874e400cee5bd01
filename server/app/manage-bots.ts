/** Makes bots for people, changes them and renews their tokens. Who may is decided by `mayManage` alone. */
import type { Bot, Dialect } from "../domain/accounts.ts";
import { mayManage, type Manager } from "../domain/bots.ts";
import { countBotsOf, holdBot, setTokenHash, updateBot } from "../store/accounts.ts";
import { beginReadingAll, endReadingAll } from "../store/bot-access.ts";
import { saveCommands, type StoredCommand } from "../store/bot-commands.ts";
import { record } from "../store/audit.ts";
import type { Tx } from "../store/db.ts";
import { createBot } from "./create-account.ts";
import { deleteBot } from "./delete-bot.ts";
import { tellProfile } from "./profile.ts";
import { botToken, type Hashes } from "./tokens.ts";

/** What tokens are made of. */
export interface Mint {
  readonly hashes: Hashes;
  readonly bytes: (length: number) => Buffer;
}

export interface BotWish {
  readonly first_name: string;
  readonly username: string;
  readonly owner_id: number | null;
}

/** What is left out stays as it is. */
export interface BotChange {
  readonly first_name?: string;
  readonly description?: string;
  readonly privacy?: boolean;
  readonly can_join_groups?: boolean;
  /** `null` follows the service's own dialect. */
  readonly dialect?: Dialect | null;
  /** Those for everybody; an empty list takes them away. */
  readonly commands?: readonly StoredCommand[];
}

/**
 * Makes a bot. `limit` is how many one person may own. The token is kept nowhere.
 * The transaction must not be kept when the answer is a refusal.
 */
export async function makeBot(
  tx: Tx,
  by: Manager,
  mint: Mint,
  wish: BotWish,
  limit: number | undefined,
  now_s: number,
): Promise<{ readonly bot: Bot; readonly token: string } | "USERNAME_TAKEN" | "TOO_MANY_BOTS"> {
  let token = "";
  const tokenHash = (id: number) => mint.hashes.of((token = botToken(id, mint.bytes)));
  const bot = await createBot(tx, { ...wish, privacy: true, dialect: null, tokenHash }, now_s);
  if (bot === "USERNAME_TAKEN") return bot;
  // Counted afterwards: making an account holds up whoever makes another one at the same time.
  const { owner_id } = wish;
  const over = limit !== undefined && owner_id !== null && (await countBotsOf(tx, owner_id)) > limit;
  if (over) return "TOO_MANY_BOTS";
  const { username } = wish;
  await record(tx, { by, action: "bot_created", subject: { kind: "bot", id: bot.id }, detail: { username } }, now_s);
  return { bot, token };
}

/** The bot, if it is the manager's to manage; nobody else changes it until the transaction ends. */
export async function findManaged(tx: Tx, manager: Manager, bot_id: number): Promise<Bot | undefined> {
  const bot = await holdBot(tx, bot_id);
  return bot && mayManage(manager, bot) ? bot : undefined;
}

/** Gives a bot a new token; the old one is worth nothing from the commit on. */
export async function renewToken(tx: Tx, by: Manager, mint: Mint, bot: Bot, now_s: number): Promise<string> {
  await record(tx, { by, action: "bot_token_regenerated", subject: { kind: "bot", id: bot.id } }, now_s);
  return replaceToken(tx, mint, bot);
}

/** The same for the service's own bot, whose tokens come and go with the process. */
export async function replaceToken(tx: Tx, mint: Mint, bot: Bot): Promise<string> {
  const token = botToken(bot.id, mint.bytes);
  await setTokenHash(tx, bot.id, mint.hashes.of(token));
  return token;
}

export async function changeBot(tx: Tx, by: Manager, bot: Bot, change: BotChange, now_s: number): Promise<Bot> {
  const { commands, ...changes } = change;
  const after = { ...bot, ...changes };
  await updateBot(tx, after);
  if (after.privacy !== bot.privacy) await (after.privacy ? endReadingAll : beginReadingAll)(tx, bot.id);
  if (after.first_name !== bot.first_name) await tellProfile(tx, after);
  if (commands !== undefined) await saveCommands(tx, bot.id, "default", "", commands);
  const changed = Object.keys(change);
  const note = { by, action: "bot_edited", subject: { kind: "bot", id: bot.id }, detail: { changed } } as const;
  if (changed.length > 0) await record(tx, note, now_s);
  return after;
}

/** Takes a bot out of service for good. */
export async function removeBot(tx: Tx, by: Manager, bot: Bot, now_s: number): Promise<void> {
  const detail = bot.username === null ? {} : { username: bot.username };
  await record(tx, { by, action: "bot_deleted", subject: { kind: "bot", id: bot.id }, detail }, now_s);
  await deleteBot(tx, bot.id, now_s);
}
