/** The operator's commands about bots: the same checks as people's methods, on all bots but the service's own. */
import { BOT_LIMITS } from "@heliogram/shared/wire.ts";
import { changeBot, findManaged, makeBot as make, removeBot, renewToken as renew } from "../app/manage-bots.ts";
import { restoreBot as restore, suspendBot as suspend } from "../app/suspend-bot.ts";
import type { Bot } from "../domain/accounts.ts";
import { mayManage } from "../domain/bots.ts";
import {
  DIALECT_CHOICES,
  dialectOf,
  readBotDescription,
  readBotName,
  readBotUsername,
} from "../methods/bot-settings.ts";
import { commandsField } from "../methods/commands.ts";
import { definedOnly } from "../methods/defined.ts";
import { oneOf } from "../methods/fields.ts";
import { findUsername, listBots as list } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { findPerson } from "../store/people.ts";
import { checked } from "./checked.ts";
import type { Order } from "./commands.ts";
import { OrderFault } from "./faults.ts";
import { nowS, type Ground } from "./ground.ts";
import { random } from "./machine.ts";

/** @throws OrderFault */
export async function makeBot({ db, hashes }: Ground, order: Order): Promise<object> {
  const username = checked(() => readBotUsername(order.username ?? ""));
  const first_name = checked(() => readBotName(order.name ?? username));
  const { owner } = order;
  const made = await db.write(async (tx) => {
    const owner_id = owner === undefined ? null : await findOwner(tx, owner);
    const mint = { hashes, bytes: random.bytes };
    const outcome = await make(tx, "operator", mint, { first_name, username, owner_id }, undefined, nowS());
    if (typeof outcome === "string") throw new OrderFault(`@${username} is taken`);
    return outcome;
  });
  return { id: made.bot.id, username, token: made.token };
}

export async function renewToken({ db, hashes, updates }: Ground, { username }: Order): Promise<object> {
  const { id, token } = await db.write(async (tx) => {
    const bot = await findByName(tx, username);
    return { id: bot.id, token: await renew(tx, "operator", { hashes, bytes: random.bytes }, bot, nowS()) };
  });
  updates.tokenChanged(id);
  return { id, username, token };
}

export async function editBot({ db, updates }: Ground, order: Order): Promise<object> {
  const change = checked(() => readChange(order));
  const bot = await db.write(async (tx) =>
    changeBot(tx, "operator", await findByName(tx, order.username), change, nowS()),
  );
  updates.botChanged(bot.id);
  const { id, first_name, username, description, privacy, can_join_groups, dialect } = bot;
  return { id, name: first_name, username, description, privacy, can_join_groups, dialect: dialect ?? "default" };
}

export async function deleteBot({ db, updates }: Ground, { username }: Order): Promise<object> {
  const id = await db.write(async (tx) => {
    const bot = await findByName(tx, username);
    await removeBot(tx, "operator", bot, nowS());
    return bot.id;
  });
  updates.webhookChanged(id, false);
  updates.tokenChanged(id);
  return { id, deleted: true };
}

export function suspendBot(ground: Ground, order: Order): Promise<object> {
  return admit(ground, order, suspend);
}

export function restoreBot(ground: Ground, order: Order): Promise<object> {
  return admit(ground, order, restore);
}

async function admit({ db, updates }: Ground, { username }: Order, deed: typeof suspend): Promise<object> {
  const bot = await db.write(async (tx) => {
    const before = await findByName(tx, username);
    await deed(tx, "operator", before, nowS());
    return (await findManaged(tx, "operator", before.id))!;
  });
  updates.admissionChanged(bot.id);
  return shown(bot);
}

export async function listBots({ db }: Ground): Promise<object> {
  return (await db.readApart(list)).filter((bot) => mayManage("operator", bot)).map(shown);
}

function shown({ id, first_name, username, owner_id, suspended_at }: Bot): object {
  return { id, name: first_name, username, owner_id, suspended: suspended_at !== null };
}

async function findOwner(tx: Tx, username: string): Promise<number> {
  const id = await findUsername(tx, username);
  const person = id === undefined ? undefined : await findPerson(tx, id);
  if (!person) throw new OrderFault(`nobody is called @${username}`);
  return person.id;
}

async function findByName(tx: Tx, username: string | undefined): Promise<Bot> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const bot = id === undefined ? undefined : await findManaged(tx, "operator", id);
  if (!bot) throw new OrderFault(`there is no bot called @${username ?? ""}`);
  return bot;
}

const dialect = oneOf(...DIALECT_CHOICES);
const commands = commandsField();
const COMMANDS =
  'commands are JSON such as [{"command":"help","description":"What I can do"}]: names of 1 to 32 letters a-z, ' +
  `digits or underscores, descriptions of 1 to 256 characters, at most ${BOT_LIMITS.commands} of them`;

function readChange(order: Order) {
  return definedOnly({
    first_name: order.name === undefined ? undefined : readBotName(order.name),
    description: order.description === undefined ? undefined : readBotDescription(order.description),
    commands:
      order.commands === undefined ? undefined : checked(() => commands.read(order.commands, "commands"), COMMANDS),
    privacy: readSwitch(order.privacy, "privacy"),
    can_join_groups: readSwitch(order.join_groups, "join-groups"),
    dialect: order.dialect === undefined ? undefined : dialectOf(dialect.read(order.dialect, "dialect")),
  });
}

function readSwitch(word: string | undefined, name: string): boolean | undefined {
  if (word === undefined) return undefined;
  if (word === "on" || word === "off") return word === "on";
  throw new OrderFault(`${name} is on or off, not ${word}`);
}
