/** Admin commands for bots: the checks of the API methods, for all bots except the assistant. */
import { BOT_TOPICS } from "@heliogram/shared/topics.ts";
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import {
  changeBot,
  findManaged,
  findManagedToDelete,
  makeBot as make,
  removeBot,
  renewToken as renew,
} from "../../app/bots/bot-administration.ts";
import { restoreBot as restore, suspendBot as suspend } from "../../app/bots/bot-suspension.ts";
import type { Bot } from "../../domain/accounts.ts";
import { canManageBot } from "../../domain/bots.ts";
import { DIALECT_CHOICES, dialectOf, readBotUsername } from "../../methods/user/bot-fields.ts";
import { commandsField } from "../../methods/bot/command-fields.ts";
import { definedOnly } from "../../methods/engine/defined-only.ts";
import { oneOf } from "../../methods/engine/fields.ts";
import { findUsername, listBots as list } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { validated } from "./validated.ts";
import type { AdminCommand } from "./command.ts";
import { CommandRefused } from "../errors.ts";
import { nowS, type AdminContext } from "./context.ts";
import { random } from "../../runtime/system.ts";
import { readBotDescription, readBotName } from "../../methods/engine/name-fields.ts";

/** @throws CommandRefused */
export async function makeBot({ db, hashes }: AdminContext, command: AdminCommand): Promise<object> {
  const username = validated(() => readBotUsername(command.username ?? ""));
  const first_name = validated(() => readBotName(command.name ?? username));
  const { owner } = command;
  const made = await db.write(async (tx) => {
    const owner_id = owner === undefined ? null : await findOwner(tx, owner);
    const mint = { hashes, bytes: random.bytes };
    const outcome = await make(tx, "operator", mint, { first_name, username, owner_id }, undefined, nowS());
    if (typeof outcome === "string") throw new CommandRefused(`@${username} is taken`);
    return outcome;
  });
  return { id: made.bot.id, username, token: made.token };
}

export async function renewToken({ db, hashes, updates }: AdminContext, { username }: AdminCommand): Promise<object> {
  const { id, token } = await db.write(async (tx) => {
    const bot = await findByName(tx, username);
    return { id: bot.id, token: await renew(tx, "operator", { hashes, bytes: random.bytes }, bot, nowS()) };
  });
  await updates.botChanged();
  return { id, username, token };
}

export async function editBot({ db, updates }: AdminContext, command: AdminCommand): Promise<object> {
  const change = validated(() => readChange(command));
  const bot = await db.write(async (tx) =>
    changeBot(tx, "operator", await findByName(tx, command.username), change, nowS()),
  );
  await updates.botChanged();
  const { id, first_name, username, description, about, privacy, can_join_groups, topics, dialect } = bot;
  const settings = { privacy, can_join_groups, topics, dialect: dialect ?? "default" };
  return { id, name: first_name, username, description, short_description: about, ...settings };
}

export async function deleteBot({ db, updates }: AdminContext, { username }: AdminCommand): Promise<object> {
  const id = await db.write(async (tx) => {
    const bot = await findByName(tx, username, findManagedToDelete);
    await removeBot(tx, "operator", bot, nowS());
    return bot.id;
  });
  await updates.botChanged();
  return { id, deleted: true };
}

export function suspendBot(context: AdminContext, command: AdminCommand): Promise<object> {
  return changeSuspension(context, command, suspend);
}

export function restoreBot(context: AdminContext, command: AdminCommand): Promise<object> {
  return changeSuspension(context, command, restore);
}

async function changeSuspension(
  { db, updates }: AdminContext,
  { username }: AdminCommand,
  apply: typeof suspend,
): Promise<object> {
  const bot = await db.write(async (tx) => {
    const before = await findByName(tx, username);
    await apply(tx, "operator", before, nowS());
    return (await findManaged(tx, "operator", before.id))!;
  });
  await updates.botChanged();
  return summaryOf(bot);
}

export async function listBots({ db }: AdminContext): Promise<object> {
  return (await db.readInPool(list)).filter((bot) => canManageBot("operator", bot)).map(summaryOf);
}

function summaryOf({ id, first_name, username, owner_id, suspended_at }: Bot): object {
  return { id, name: first_name, username, owner_id, suspended: suspended_at !== null };
}

async function findOwner(tx: Tx, username: string): Promise<number> {
  const id = await findUsername(tx, username);
  const person = id === undefined ? undefined : await findPerson(tx, id);
  if (!person) throw new CommandRefused(`nobody is called @${username}`);
  return person.id;
}

async function findByName(tx: Tx, username: string | undefined, find = findManaged): Promise<Bot> {
  const id = username === undefined ? undefined : await findUsername(tx, username);
  const bot = id === undefined ? undefined : await find(tx, "operator", id);
  if (!bot) throw new CommandRefused(`there is no bot called @${username ?? ""}`);
  return bot;
}

const dialect = oneOf(...DIALECT_CHOICES);
const topics = oneOf(...BOT_TOPICS);
const commands = commandsField();
const COMMANDS =
  'commands are JSON such as [{"command":"help","description":"What I can do"}]: names of 1 to 32 letters a-z, ' +
  `digits or underscores, descriptions of 1 to 256 characters, at most ${BOT_LIMITS.commands} of them`;

function readChange(command: AdminCommand) {
  return definedOnly({
    first_name: command.name === undefined ? undefined : readBotName(command.name),
    description: command.description === undefined ? undefined : readBotDescription(command.description),
    about:
      command.short_description === undefined
        ? undefined
        : readBotDescription(command.short_description, "short_description"),
    commands:
      command.commands === undefined
        ? undefined
        : validated(() => commands.read(command.commands, "commands"), COMMANDS),
    privacy: readSwitch(command.privacy, "privacy"),
    can_join_groups: readSwitch(command.join_groups, "join-groups"),
    topics: command.topics === undefined ? undefined : topics.read(command.topics, "topics"),
    dialect: command.dialect === undefined ? undefined : dialectOf(dialect.read(command.dialect, "dialect")),
  });
}

function readSwitch(word: string | undefined, name: string): boolean | undefined {
  if (word === undefined) return undefined;
  if (word === "on" || word === "off") return word === "on";
  throw new CommandRefused(`${name} is on or off, not ${word}`);
}
