/** Accounts: people and bots, their names and user names. */
import type { Account, Bot, Dialect } from "../../../domain/accounts.ts";
import type { BotTopics } from "@heliogram/shared/topics.ts";
import type { Media } from "../../../domain/media.ts";
import { isUsernameAllowed } from "../../../domain/bots.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { Lookup } from "../../lookup.ts";
import { releasePhoto } from "../files/released-files.ts";

/** The columns of an account `a`. */
export interface AccountRow {
  id: number;
  is_bot: number;
  first_name: string;
  last_name: string;
  username: string | null;
  photo: string | null;
  language_code: string;
  suspended_at: number | null;
}

interface BotRow extends AccountRow {
  owner_id: number | null;
  token_hash: string;
  privacy: number;
  can_join_groups: number;
  topics: string;
  dialect: string | null;
  description: string;
  about: string;
  deleted_at: number | null;
  allowed_updates: string | null;
}

export const ACCOUNT =
  "a.id, a.is_bot, a.first_name, a.last_name, a.username, a.photo, a.language_code, a.suspended_at";
const BOT = `${ACCOUNT}, a.about, b.owner_id, b.token_hash, b.privacy, b.can_join_groups, b.topics, b.dialect, b.description, b.allowed_updates, b.deleted_at`;
const BOT_FROM = "bot b join account a on a.id = b.account_id";

export function toAccount(row: AccountRow): Account {
  return { ...pick(row), is_bot: row.is_bot === 1 };
}

function pick(row: AccountRow): Omit<Account, "is_bot"> {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    photo: readPhoto(row.photo),
    language_code: row.language_code,
    suspended_at: row.suspended_at,
  };
}

/** The photo of an account from its column. */
export function readPhoto(photo: string | null): Media | null {
  return photo === null ? null : (JSON.parse(photo) as Media);
}

/** A bot from its joined row. */
export function toBot(row: BotRow): Bot {
  return {
    ...pick(row),
    is_bot: true,
    owner_id: row.owner_id,
    token_hash: row.token_hash,
    privacy: row.privacy === 1,
    can_join_groups: row.can_join_groups === 1,
    topics: row.topics as BotTopics,
    dialect: row.dialect as Dialect | null,
    description: row.description,
    about: row.about,
    deleted_at: row.deleted_at,
    allowed_updates: row.allowed_updates === null ? null : (JSON.parse(row.allowed_updates) as string[]),
  };
}

const ACCOUNT_BY_ID = new Lookup<Account>({
  select: ACCOUNT,
  from: "account a where a.id = ?",
  tables: ["account"],
  versionedBy: ["a"],
  decode: ([row]: readonly AccountRow[]) => row && toAccount(row),
});
const BOT_BY_ID = new Lookup<Bot>({
  select: BOT,
  from: `${BOT_FROM} where b.account_id = ?`,
  tables: ["bot", "account"],
  versionedBy: ["b", "a"],
  decode: ([row]: readonly BotRow[]) => row && toBot(row),
});
const BOT_BY_TOKEN = new Lookup<Bot>({
  select: BOT,
  from: `${BOT_FROM} where b.token_hash = ?`,
  tables: ["bot", "account"],
  decode: ([row]: readonly BotRow[]) => row && toBot(row),
});
const BOTS_OF_CHAT = new Lookup<readonly Bot[]>({
  select: BOT,
  from: `member m join bot b on b.account_id = m.account_id join account a on a.id = m.account_id
    where m.chat_id = ? and m.is_bot = 1 and m.is_member = 1 order by m.account_id`,
  tables: ["member", "bot", "account"],
  ignoredColumns: ["read_up_to", "delivered_up_to", "joined_after", "own_unread", "read_in_topics"],
  decode: (rows: readonly BotRow[]) => rows.map(toBot),
});
/** Bots that one lookup of former members returns at most. */
const MAX_FORMER_BOTS = 20;
const FORMER_BOTS_OF_CHAT = new Lookup<readonly number[]>({
  select: "m.account_id",
  from: `member m where m.chat_id = ? and m.is_bot = 1 and m.is_member = 0
    order by m.account_id limit ${MAX_FORMER_BOTS}`,
  tables: ["member"],
  ignoredColumns: ["read_up_to", "delivered_up_to", "joined_after", "own_unread", "read_in_topics"],
  decode: (rows: readonly { readonly account_id: number }[]) => rows.map(({ account_id }) => account_id),
});

const PARTIES_OF_CHAT = new Lookup<readonly Account[]>({
  select: ACCOUNT,
  from: "chat c join account a on a.id in (c.low_id, c.high_id) where c.id = ?",
  tables: ["chat", "account"],
  decode: (rows: readonly AccountRow[]) => rows.map(toAccount),
});

/** The accounts of a private chat. */
export async function partiesOf(tx: ReadTx, chat_id: number): Promise<readonly Account[]> {
  return (await tx.lookUp(PARTIES_OF_CHAT, chat_id)) ?? [];
}

export function findAccount(tx: ReadTx, id: number): MaybePromise<Account | undefined> {
  return tx.lookUp(ACCOUNT_BY_ID, id);
}

/** Like `findAccount`; nobody else changes the account until the transaction ends. */
export function lockAccount(tx: Tx, id: number): MaybePromise<Account | undefined> {
  return tx.lookUpAndLock(ACCOUNT_BY_ID, id);
}

const ACCOUNTS_WITH = read<AccountRow>("account")`select ${ACCOUNT} from account a where a.id in ${numbers}`;

/** The accounts with these ids that exist. */
export async function accountsWith(tx: ReadTx, ids: readonly number[]): Promise<Account[]> {
  const rows = await tx.all(ACCOUNTS_WITH, JSON.stringify(ids));
  return rows.map(toAccount);
}

export function findBot(tx: ReadTx, id: number): MaybePromise<Bot | undefined> {
  return tx.lookUp(BOT_BY_ID, id);
}

/** Like `findBot`; nobody else changes the bot until the transaction ends. */
export function lockBot(tx: Tx, id: number): MaybePromise<Bot | undefined> {
  return tx.lookUpAndLock(BOT_BY_ID, id);
}

export function findBotByTokenHash(tx: ReadTx, token_hash: string): MaybePromise<Bot | undefined> {
  return tx.lookUp(BOT_BY_TOKEN, token_hash);
}

const LIST_BOTS = read<BotRow>("bot", "account")`select ${BOT} from ${BOT_FROM} order by b.account_id`;

export async function listBots(tx: ReadTx): Promise<Bot[]> {
  return (await tx.all(LIST_BOTS)).map(toBot);
}

const LIST_BOTS_OF = read<BotRow>("bot", "account")`
  select ${BOT} from ${BOT_FROM} where b.owner_id = ? and b.deleted_at is null order by b.account_id`;

/** The bots a person owns, the oldest first. */
export async function listBotsOf(tx: ReadTx, owner_id: number): Promise<Bot[]> {
  const rows = await tx.all(LIST_BOTS_OF, owner_id);
  return rows.map(toBot);
}

const COUNT_BOTS_OF = read<{ n: number }>("bot", "account")`
  select count(*) as n from ${BOT_FROM} where b.owner_id = ? and b.deleted_at is null`;

export async function countBotsOf(tx: ReadTx, owner_id: number): Promise<number> {
  const row = await tx.get(COUNT_BOTS_OF, owner_id);
  return Number(row!.n);
}

/** The bots in a chat, which may get its events as updates. */
export async function botsOfChat(tx: ReadTx, chat_id: number): Promise<readonly Bot[]> {
  return (await tx.lookUp(BOTS_OF_CHAT, chat_id)) ?? [];
}

/** Ids of bots that were in a chat and are not any more: the first twenty. */
export async function formerBotsOfChat(tx: ReadTx, chat_id: number): Promise<readonly number[]> {
  return (await tx.lookUp(FORMER_BOTS_OF_CHAT, chat_id)) ?? [];
}

const INSERT_ACCOUNT = write("account")`
  insert into account (id, is_bot, first_name, last_name, search_name, username, created_at)
  values (?, ?, ?, ?, ?, ?, ?)`;

export async function insertAccount(
  tx: Tx,
  account: Omit<Account, "photo" | "language_code" | "suspended_at">,
  now_s: number,
): Promise<void> {
  await tx.run(
    INSERT_ACCOUNT,
    account.id,
    account.is_bot ? 1 : 0,
    account.first_name,
    account.last_name,
    searchNameOf(account),
    account.username,
    now_s,
  );
}

/** The name for searches, in lower case. Done here because SQLite lowers only ASCII. */
function searchNameOf({ first_name, last_name }: Pick<Account, "first_name" | "last_name">): string {
  return `${first_name} ${last_name}`.toLowerCase();
}

export interface NewBot {
  readonly id: number;
  readonly owner_id: number | null;
  readonly token_hash: string;
  readonly privacy: boolean;
  readonly topics: BotTopics;
  readonly dialect: Dialect | null;
}

const INSERT_BOT = write("bot")`
  insert into bot (account_id, owner_id, token_hash, privacy, topics, dialect) values (?, ?, ?, ?, ?, ?)`;

export async function insertBot(tx: Tx, bot: NewBot): Promise<void> {
  await tx.run(INSERT_BOT, bot.id, bot.owner_id, bot.token_hash, bot.privacy ? 1 : 0, bot.topics, bot.dialect);
}

const UPDATE_BOT_ACCOUNT = write("account")`
  update account set first_name = ?, search_name = ?, about = ? where id = ?`;
const UPDATE_BOT = write("bot")`
  update bot set privacy = ?, can_join_groups = ?, topics = ?, dialect = ?, description = ? where account_id = ?`;

/** Saves the fields of a bot that its owner or the bot may change. */
export async function updateBot(tx: Tx, bot: Bot): Promise<void> {
  await tx.run(UPDATE_BOT_ACCOUNT, bot.first_name, searchNameOf(bot), bot.about, bot.id);
  const [privacy, groups] = [bot.privacy ? 1 : 0, bot.can_join_groups ? 1 : 0];
  await tx.run(UPDATE_BOT, privacy, groups, bot.topics, bot.dialect, bot.description, bot.id);
}

const SET_TOKEN_HASH = write("bot")`update bot set token_hash = ? where account_id = ?`;

export async function setTokenHash(tx: Tx, bot_id: number, token_hash: string): Promise<void> {
  await tx.run(SET_TOKEN_HASH, token_hash, bot_id);
}

const SET_ALLOWED_UPDATES = write("bot")`update bot set allowed_updates = ? where account_id = ?`;

export async function setAllowedUpdates(tx: Tx, bot_id: number, kinds: readonly string[] | null): Promise<void> {
  await tx.run(SET_ALLOWED_UPDATES, kinds && JSON.stringify(kinds), bot_id);
}

const DELETE_USERNAME = write("username")`delete from username where owner = ?`;
const INSERT_USERNAME = write("username")`insert into username (name, owner) values (?, ?)`;

/**
 * Sets the user name of an account or a chat, which is new or locked: two names for one owner would conflict.
 * @returns false if another one has it
 */
export async function takeUsername(tx: Tx, owner: number, username: string | null): Promise<boolean> {
  const name = username?.toLowerCase() ?? null;
  if (name !== null) {
    if (!isUsernameAllowed(owner, name)) return false;
    const holder = await findUsername(tx, name);
    if (holder !== undefined && holder !== owner) return false;
  }
  await tx.run(DELETE_USERNAME, owner);
  if (name !== null) await tx.run(INSERT_USERNAME, name, owner);
  return true;
}

const USERNAME = new Lookup<number>({
  select: "owner",
  from: "username where name = ?",
  tables: ["username"],
  decode: ([row]: readonly { owner: number }[]) => row?.owner,
});

/** The account or chat that has a user name, with or without its `@`. */
export function findUsername(tx: ReadTx, username: string): MaybePromise<number | undefined> {
  return tx.lookUp(USERNAME, username.replace(/^@/, "").toLowerCase());
}

const FIND_ABOUT = read<{ about: string }>("account")`select about from account where id = ?`;

/** The short description of an account. */
export async function aboutOf(tx: ReadTx, id: number): Promise<string> {
  return (await tx.get(FIND_ABOUT, id))?.about ?? "";
}

const UPDATE_PROFILE = write("account")`
  update account set first_name = ?, last_name = ?, search_name = ?, username = ?, about = ? where id = ?`;

export async function updateProfile(tx: Tx, account: Account, about: string): Promise<void> {
  await tx.run(
    UPDATE_PROFILE,
    account.first_name,
    account.last_name,
    searchNameOf(account),
    account.username,
    about,
    account.id,
  );
}

const SET_LANGUAGE_CODE = write("account")`update account set language_code = ? where id = ?`;

export async function setLanguageCode(tx: Tx, id: number, language_code: string): Promise<void> {
  await tx.run(SET_LANGUAGE_CODE, language_code, id);
}

const SET_PHOTO = write("account")`update account set photo = ?, photo_file = ? where id = ?`;

export async function setPhoto(tx: Tx, id: number, photo: Media | null): Promise<void> {
  await releasePhoto(tx, "account", id, photo);
  await tx.run(SET_PHOTO, photo && JSON.stringify(photo), photo && photo.file, id);
}

const SUSPEND_ACCOUNT = write("account")`update account set suspended_at = ? where id = ?`;

/** Suspends an account. */
export async function suspendAccount(tx: Tx, id: number, now_s: number): Promise<void> {
  await tx.run(SUSPEND_ACCOUNT, now_s, id);
}

const RESTORE_ACCOUNT = write("account")`update account set suspended_at = null where id = ?`;

/** Ends the suspension of an account. */
export async function restoreAccount(tx: Tx, id: number): Promise<void> {
  await tx.run(RESTORE_ACCOUNT, id);
}

const MARK_DELETED = write("bot")`update bot set deleted_at = ? where account_id = ?`;

export async function markDeleted(tx: Tx, bot_id: number, now_s: number): Promise<void> {
  await tx.run(MARK_DELETED, now_s, bot_id);
}
