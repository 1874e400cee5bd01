/** What the commands about bots and people do, whether in a running service or on a stopped one's store. */
import { hashPassword } from "../app/passwords.ts";
import { createBot, createPerson } from "../app/create-account.ts";
import { deleteBot } from "../app/delete-bot.ts";
import { botToken } from "../app/tokens.ts";
import { isBotUsername, isUsername } from "../domain/accounts.ts";
import { findBot, findUsername, listBots, setTokenHash } from "../store/accounts.ts";
import type { Db } from "../store/db.ts";
import { listPeople } from "../store/people.ts";
import type { Hashes } from "../app/tokens.ts";
import { clock, random } from "./run.ts";

export interface Ground {
  readonly db: Db;
  readonly hashes: Hashes;
  /** Ends what still runs under a token that was replaced. */
  readonly tokenChanged: (bot_id: number) => void;
}

export interface Order {
  readonly command: string;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  readonly password?: string | undefined;
  readonly is_owner?: boolean | undefined;
}

/** What an operator did wrong. */
export class OrderFault extends Error {}

/** Carries out one command. @throws OrderFault */
export async function carryOut(ground: Ground, order: Order): Promise<object> {
  switch (order.command) {
    case "bot create":
      return makeBot(ground, order);
    case "bot token":
      return renewToken(ground, order);
    case "bot delete":
      return removeBot(ground, order);
    case "bot list":
      return (await ground.db.read(listBots)).map(({ id, first_name, username, owner_id }) => ({
        id,
        name: first_name,
        username,
        owner_id,
      }));
    case "person create":
      return makePerson(ground, order);
    case "person list":
      return (await ground.db.read(listPeople)).map(({ id, first_name, username, is_owner }) => ({
        id,
        name: first_name,
        username,
        is_owner,
      }));
    default:
      throw new OrderFault(`unknown command: ${order.command}`);
  }
}

const nowS = () => Math.floor(clock.now() / 1000);

async function makeBot({ db, hashes }: Ground, { username = "", name = username, owner }: Order): Promise<object> {
  if (!isBotUsername(username))
    throw new OrderFault('a bot\'s --username has 3 to 32 letters, digits or underscores and ends in "bot"');
  let token = "";
  const bot = await db.write(async (tx) => {
    const owner_id = owner === undefined ? null : await findUsername(tx, owner);
    if (owner_id === undefined) throw new OrderFault(`nobody is called @${owner}`);
    const tokenHash = (id: number) => hashes.of((token = botToken(id, random.bytes)));
    return createBot(tx, { first_name: name, username, owner_id, privacy: true, dialect: null, tokenHash }, nowS());
  });
  if (bot === "USERNAME_TAKEN") throw new OrderFault(`@${username} is taken`);
  return { id: bot.id, username, token };
}

async function findByName(db: Db, username: string | undefined): Promise<number> {
  const id = username === undefined ? undefined : await db.read((tx) => findUsername(tx, username));
  const bot = id === undefined ? undefined : await db.read((tx) => findBot(tx, id));
  if (!bot) throw new OrderFault(`there is no bot called @${username ?? ""}`);
  return bot.id;
}

async function renewToken({ db, hashes, tokenChanged }: Ground, { username }: Order): Promise<object> {
  const id = await findByName(db, username);
  const token = botToken(id, random.bytes);
  await db.write((tx) => setTokenHash(tx, id, hashes.of(token)));
  tokenChanged(id);
  return { id, username, token };
}

async function removeBot({ db, tokenChanged }: Ground, { username }: Order): Promise<object> {
  const id = await findByName(db, username);
  await db.write((tx) => deleteBot(tx, id, nowS()));
  tokenChanged(id);
  return { id, deleted: true };
}

async function makePerson(
  { db }: Ground,
  { username = "", name = username, password, is_owner }: Order,
): Promise<object> {
  if (!isUsername(username))
    throw new OrderFault("--username has 3 to 32 letters, digits or underscores, a letter first");
  if (password === undefined || password.length < 8) throw new OrderFault("--password has at least 8 characters");
  const password_hash = await hashPassword(password, random.bytes);
  const naming = { first_name: name, username, password_hash, is_owner: is_owner ?? false };
  const person = await db.write((tx) => createPerson(tx, naming, nowS()));
  if (person === "USERNAME_TAKEN") throw new OrderFault(`@${username} is taken`);
  return { id: person.id, username };
}
