/** Creates the accounts of people and bots. */
import type { BotTopics } from "@heliogram/shared/topics.ts";
import type { Account, Bot, Dialect } from "../../domain/accounts.ts";
import { findBot, insertAccount, insertBot, takeUsername } from "../../store/queries/accounts/accounts.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import type { Tx } from "../../store/db.ts";
import { insertPerson } from "../../store/queries/accounts/people.ts";
import { openStream } from "../../store/queries/streams/streams.ts";

/** Lower ids are reserved: one stands for anonymous administrators, one is the assistant's. */
const FIRST_ACCOUNT_ID = 1000;

export interface AccountNames {
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
}

export interface NewPerson extends AccountNames {
  /** An argon2id hash; `null` for a person who signs in with an access token only. */
  readonly password_hash: string | null;
  readonly is_owner: boolean;
}

/** @returns the new person, or "USERNAME_TAKEN" */
export async function createPerson(tx: Tx, person: NewPerson, now_s: number): Promise<Account | "USERNAME_TAKEN"> {
  const account = await createAccount(tx, await nextId(tx), person, false, now_s);
  if (account === "USERNAME_TAKEN") return account;
  await insertPerson(tx, account.id, person.password_hash, person.is_owner);
  return account;
}

export interface NewBotAccount extends AccountNames {
  /** A reserved id; by default the next number. */
  readonly id?: number;
  readonly owner_id: number | null;
  readonly privacy: boolean;
  readonly topics?: BotTopics;
  readonly dialect: Dialect | null;
  /** Creates the token and returns its hash. It is called when the id is known, because the id is part of the token. */
  readonly tokenHash: (bot_id: number) => string;
}

/** @returns the new bot, or "USERNAME_TAKEN" */
export async function createBot(tx: Tx, bot: NewBotAccount, now_s: number): Promise<Bot | "USERNAME_TAKEN"> {
  const account = await createAccount(tx, bot.id ?? (await nextId(tx)), bot, true, now_s);
  if (account === "USERNAME_TAKEN") return account;
  const { owner_id, privacy, topics = "off", dialect } = bot;
  await insertBot(tx, { id: account.id, owner_id, privacy, topics, dialect, token_hash: bot.tokenHash(account.id) });
  return (await findBot(tx, account.id))!;
}

async function nextId(tx: Tx): Promise<number> {
  return FIRST_ACCOUNT_ID + (await nextNumber(tx, "account"));
}

async function createAccount(
  tx: Tx,
  id: number,
  naming: AccountNames,
  is_bot: boolean,
  now_s: number,
): Promise<Account | "USERNAME_TAKEN"> {
  const username = naming.username ?? null;
  if (!(await takeUsername(tx, id, username))) return "USERNAME_TAKEN";
  const { first_name, last_name = "" } = naming;
  const unset = { photo: null, language_code: "", suspended_at: null };
  const account: Account = { id, is_bot, first_name, last_name, username, ...unset };
  await insertAccount(tx, account, now_s);
  await openStream(tx, id);
  return account;
}
