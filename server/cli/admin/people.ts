/** Admin commands for people: the actions of service owners, without an account that performs them. */
import { makeOwner, restorePerson, suspendPerson, unmakeOwner } from "../../app/accounts/person-administration.ts";
import { erasePerson } from "../../app/erasure/erase-person.ts";
import { hashPassword } from "../../app/accounts/passwords.ts";
import { makeReset } from "../../app/accounts/password-resets.ts";
import { takeSecondFactor } from "../../app/accounts/second-factor.ts";
import { addPerson } from "../../app/accounts/sign-up.ts";
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import { ParameterError } from "../../methods/engine/fields.ts";
import { checkPassword, readUsername } from "../../methods/user/account-fields.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import {
  findPerson,
  listPeople as list,
  lockOwners,
  lockPerson,
  type Person,
} from "../../store/queries/accounts/people.ts";
import { peopleAfter } from "../../store/queries/accounts/people-list.ts";
import { validated } from "./validated.ts";
import type { AdminCommand } from "./command.ts";
import { CommandRefused } from "../errors.ts";
import { nowS, type AdminContext } from "./context.ts";
import { random } from "../../runtime/system.ts";
import { yieldToEventLoop } from "../../runtime/event-loop.ts";
import { readName } from "../../methods/engine/name-fields.ts";

/** Rows of one page, which takes about 2 ms to read. */
const PAGE_ROWS = 500;

/** @throws CommandRefused */
export async function makePerson({ db }: AdminContext, command: AdminCommand): Promise<object> {
  const { password = "", is_owner = false } = command;
  const { username, first_name } = validated(() => readPerson(command));
  const password_hash = await hashPassword(password, random.bytes);
  const newPerson = { first_name, username, password_hash, is_owner };
  const person = await db.write((tx) => addPerson(tx, newPerson, nowS()));
  if (person === "USERNAME_TAKEN") throw new CommandRefused(`@${username} is taken`);
  return { id: person.id, username };
}

/** Applies the rules of sign-up. @throws ParameterError */
function readPerson({ username: raw = "", name, password = "" }: AdminCommand) {
  const username = readUsername(raw);
  checkPassword(password);
  const first_name = readName(name ?? username, "name");
  if (first_name === "") throw new ParameterError("name must be non-empty");
  return { username, first_name };
}

/** Reads a page at a time, so that a running service answers other requests in between. */
export async function listPeople({ db }: AdminContext): Promise<object> {
  const listed: object[] = [];
  for (let after = 0; ;) {
    const from = after;
    const [page, entries] = await db.read(async (tx) => [
      await list(tx, from, PAGE_ROWS),
      await peopleAfter(tx, { wanted: "", after: from, limit: PAGE_ROWS }, nowS()),
    ]);
    const protectedIds = new Set(entries.filter((each) => each.has_second_factor).map(({ id }) => id));
    for (const person of page) listed.push({ ...summaryOf(person), has_second_factor: protectedIds.has(person.id) });
    if (page.length < PAGE_ROWS) return listed;
    after = page.at(-1)!.id;
    await yieldToEventLoop();
  }
}

/** Actions on one person, by the second word of the command. */
const ACTIONS = {
  suspend: suspendPerson,
  restore: restorePerson,
  "make-owner": makeOwner,
  "unmake-owner": unmakeOwner,
  "remove-second-factor": takeSecondFactor,
} as const;

export async function changePerson(
  { db, app }: AdminContext,
  action: keyof typeof ACTIONS,
  { username }: AdminCommand,
): Promise<object> {
  const person = await db.write(async (tx) => {
    // In the order of the API, whose owners lock themselves before the person.
    await lockOwners(tx);
    const before = await findByName(tx, username);
    const refusal: Refusal | void = await ACTIONS[action](tx, "operator", before, nowS(), app);
    if (refusal) throw new CommandRefused(REFUSALS[refusal].meaning);
    return (await findPerson(tx, before.id))!;
  });
  return summaryOf(person);
}

/** Erases a person for good. A running service finishes it within minutes. @throws CommandRefused */
export async function erase(
  { db }: AdminContext,
  { username, delete_messages = false }: AdminCommand,
): Promise<object> {
  const id = await db.write(async (tx) => {
    await lockOwners(tx);
    const person = await findByName(tx, username);
    const refusal = await erasePerson(tx, "operator", person, { deletes_messages: delete_messages }, nowS());
    if (refusal === "ACCOUNT_KEPT") throw new CommandRefused(`@${username} is under a legal hold`);
    if (refusal) throw new CommandRefused(REFUSALS[refusal].meaning);
    return person.id;
  });
  return { id, erased: true, messages: delete_messages ? "deleted" : "kept" };
}

export async function resetPassword(
  { db, hashes, addresses = [] }: AdminContext,
  { username }: AdminCommand,
): Promise<object> {
  const reset = await db.write(async (tx) => {
    const mint = { hashes, bytes: random.bytes };
    const made = await makeReset(tx, "operator", mint, await findByName(tx, username), nowS());
    if (made === "USER_DEACTIVATED") throw new CommandRefused(REFUSALS[made].meaning);
    return made;
  });
  const [link, ...elsewhere] = addresses.map((address) => `${address}/reset/${reset.code}`);
  const links = { ...(link === undefined ? {} : { link }), ...(elsewhere.length === 0 ? {} : { elsewhere }) };
  return { code: reset.code, ...links, expires_at: reset.expires_at };
}

function summaryOf({ id, first_name, last_name, username, is_owner, suspended_at }: Person): object {
  return {
    id,
    name: [first_name, last_name].filter((part) => part !== "").join(" "),
    username,
    is_owner,
    suspended: suspended_at !== null,
  };
}

/** Finds and locks a person by user name, or by id, because a person may have no user name. @throws CommandRefused */
async function findByName(tx: Tx, name = ""): Promise<Person> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : await findUsername(tx, name);
  const person = id === undefined ? undefined : await lockPerson(tx, id);
  if (!person) throw new CommandRefused(`nobody is called @${name}`);
  return person;
}
